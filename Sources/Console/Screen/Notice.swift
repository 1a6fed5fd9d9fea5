/// A short message to the person, shown until the next key.
struct Notice: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case info
    case warning
    case error
  }

  let kind: Kind
  let text: String

  static func info(_ text: String) -> Notice { Notice(kind: .info, text: text) }
  static func warning(_ text: String) -> Notice { Notice(kind: .warning, text: text) }
  static func error(_ text: String) -> Notice { Notice(kind: .error, text: text) }
}
