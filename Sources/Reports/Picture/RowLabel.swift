/// A word behind a shape, which is left out where it would run into another one.
struct RowLabel {
  /// The shape's place, in tenths.
  let x: Int
  /// The line that the word stands on.
  let y: Int
  let word: String

  /// How far behind the shape's middle the word begins.
  private static let gap = 80

  private var width: Int { RowLabel.gap + SVG.width(ofText: word) }

  /// Those words for which there is room, of shapes from left to right.
  ///
  /// A word stands behind its shape, or in front of it where the next shape is too near.
  static func text(_ labels: [RowLabel]) -> String {
    var drawing = ""
    var taken = TimeScale.left
    for (index, label) in labels.enumerated() {
      guard !label.word.isEmpty else {
        taken = label.x + gap
        continue
      }
      let isLast = index + 1 == labels.count
      let limit = isLast ? TimelinePicture.width : labels[index + 1].x - gap
      if label.x + label.width <= limit {
        drawing += SVG.text("small", x: label.x + gap, y: label.y, label.word)
        taken = label.x + label.width + gap
      } else {
        if label.x - label.width - gap >= taken {
          drawing += SVG.text("small", x: label.x - gap, y: label.y, anchor: "end", label.word)
        }
        taken = label.x + gap
      }
    }
    return drawing
  }
}
