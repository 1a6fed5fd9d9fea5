/// A short message to the person, shown above the keys until the next key.
struct Notice: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case info
    case warning
    case error
  }

  let kind: Kind
  let text: String

  /// How many rows a message may take.
  private static let rowsMax = 4

  /// The message as rows of a screen of so many columns.
  func rows(width: Int) -> [String] {
    Array(ParagraphText.rows(text, width: width - 2).prefix(Notice.rowsMax))
  }

  /// What says that something went to the terminal's clipboard; whether that took it is not told.
  static let copied = Notice.info("copied, if this terminal lets programs set its clipboard")

  static func info(_ text: String) -> Notice { Notice(kind: .info, text: text) }
  static func warning(_ text: String) -> Notice { Notice(kind: .warning, text: text) }
  static func error(_ text: String) -> Notice { Notice(kind: .error, text: text) }
}
