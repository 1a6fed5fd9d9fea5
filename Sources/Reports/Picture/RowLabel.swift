/// A word beside a shape, which is left out where it would overlap another one.
struct RowLabel {
  /// The shape's x coordinate, in tenths.
  let x: Int
  /// The y coordinate of the word's line, in tenths.
  let y: Int
  let word: String

  /// The distance from the shape's middle to the word, in tenths.
  private static let gap = 80

  private var width: Int { RowLabel.gap + SVG.width(ofText: word) }

  /// The words for which there is room; the shapes are ordered from left to right.
  ///
  /// A word is on the right of its shape, or on the left where the next shape is too near.
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
