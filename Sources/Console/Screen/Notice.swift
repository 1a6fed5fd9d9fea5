/// A short message to the person, shown above the keys until the next key.
struct Notice: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case info
    case warning
    case error
  }

  let kind: Kind
  private let message: String
  /// The file that was written, at the end of the message; nil where it is about none.
  private let path: String?

  /// The whole message.
  var text: String { path.map { "\(message) \($0)" } ?? message }

  /// How many rows a message may take.
  private static let rowsMax = 4

  /// The message as rows of a screen of so many columns; a path that is longer than a row is cut in
  /// its middle.
  func rows(width: Int) -> [String] {
    let width = max(1, width - 2)
    let path = path.map { " " + PathText.text($0, columns: width) } ?? ""
    return Array(ParagraphText.rows(message + path, width: width).prefix(Notice.rowsMax))
  }

  /// What says that something went to the terminal's clipboard; whether that took it is not told.
  static let copied = Notice.info("copied, if this terminal lets programs set its clipboard")

  private init(_ kind: Kind, _ message: String, path: String? = nil) {
    (self.kind, self.message, self.path) = (kind, message, path)
  }

  static func info(_ text: String) -> Notice { Notice(.info, text) }
  static func warning(_ text: String) -> Notice { Notice(.warning, text) }
  static func error(_ text: String) -> Notice { Notice(.error, text) }

  /// Says that something was written, and to which file.
  static func written(_ what: String, to path: String) -> Notice {
    Notice(.info, "\(what) written:", path: path)
  }
}
