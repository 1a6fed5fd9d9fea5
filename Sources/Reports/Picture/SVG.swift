/// Elements of a chart; coordinates and lengths are tenths of its unit.
enum SVG {
  /// A length as it is printed: `12` or `12.5`.
  static func length(_ tenths: Int) -> String {
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
  }

  /// A bar.
  static func bar(
    _ name: String, x: Int, y: Int, width: Int, height: Int, title: String = ""
  ) -> String {
    let place =
      "x=\"\(length(x))\" y=\"\(length(y))\" width=\"\(length(width))\" "
      + "height=\"\(length(height))\""
    return closed("rect", "class=\"\(name)\" \(place)", title)
  }

  /// A vertical line.
  static func upright(
    _ name: String, x: Int, from top: Int, to bottom: Int, title: String = ""
  ) -> String {
    let place =
      "x1=\"\(length(x))\" y1=\"\(length(top))\" x2=\"\(length(x))\" y2=\"\(length(bottom))\""
    return closed("line", "class=\"\(name)\" \(place)", title)
  }

  /// A horizontal line.
  static func level(_ name: String, y: Int, from left: Int, to right: Int) -> String {
    let place =
      "x1=\"\(length(left))\" y1=\"\(length(y))\" x2=\"\(length(right))\" y2=\"\(length(y))\""
    return closed("line", "class=\"\(name)\" \(place)", "")
  }

  /// One of the shapes that the page defines, centred at a place.
  static func shape(_ shape: Shape, x: Int, y: Int, title: String) -> String {
    let place = "x=\"\(length(x))\" y=\"\(length(y))\""
    return closed("use", "href=\"#\(shape.rawValue)\" \(place)", title)
  }

  /// A text; the anchor is start, middle or end.
  static func text(
    _ name: String, x: Int, y: Int, anchor: String = "start", _ content: String
  ) -> String {
    "<text class=\"\(name)\" x=\"\(length(x))\" y=\"\(length(y))\" "
      + "text-anchor=\"\(anchor)\">\(XMLText.escaped(content))</text>\n"
  }

  /// The maximum width of a text, in tenths, in the charts' font size.
  static func width(ofText text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 64 : 110) }
  }

  private static func closed(_ name: String, _ attributes: String, _ title: String) -> String {
    title.isEmpty
      ? "<\(name) \(attributes)/>\n"
      : "<\(name) \(attributes)><title>\(XMLText.escaped(title))</title></\(name)>\n"
  }

  /// Shapes that can be distinguished without colours.
  enum Shape: String, CaseIterable {
    /// Success.
    case dot = "s-dot"
    /// Success without new content.
    case ring = "s-ring"
    /// Failure.
    case cross = "s-cross"
    /// Did not happen.
    case triangle = "s-tri"
    /// A notification with fetched content.
    case diamond = "s-dia"
    /// A notification with its default text.
    case hollow = "s-hol"
    /// The phone restarted.
    case square = "s-sqr"
    /// A zone or a clock was set.
    case flag = "s-flag"

    private var outline: String {
      switch self {
      case .dot: "<circle class=\"f-good\" r=\"4\"/>"
      case .ring: "<circle class=\"l-good\" r=\"3.5\"/>"
      case .cross: "<path class=\"l-bad\" d=\"M-4-4L4 4M-4 4L4-4\"/>"
      case .triangle: "<path class=\"f-bad\" d=\"M0-5L5 4H-5Z\"/>"
      case .diamond: "<path class=\"f-good\" d=\"M0-5.5L5.5 0L0 5.5L-5.5 0Z\"/>"
      case .hollow: "<path class=\"l-good\" d=\"M0-5L5 0L0 5L-5 0Z\"/>"
      case .square: "<path class=\"f-note\" d=\"M-4-4H4V4H-4Z\"/>"
      case .flag: "<path class=\"f-note\" d=\"M-.7-6H7L4.5-3L7 0H.7V6H-.7Z\"/>"
      }
    }

    /// The definitions of the shapes, once for a whole page.
    static let definitions =
      "<svg class=\"defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n"
      + allCases.map { "<g id=\"\($0.rawValue)\">\($0.outline)</g>\n" }.joined()
      + "</defs></svg>\n"
  }
}
