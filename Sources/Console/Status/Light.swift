/// The state of something; always shown as glyph, word and colour.
enum Light: Hashable, Sendable {
  case ok
  /// In progress, or not known.
  case pending
  case error
  /// Nothing to say yet.
  case off

  /// The glyph of one column.
  var glyph: String {
    switch self {
    case .ok: "●"
    case .pending: "▲"
    case .error: "✗"
    case .off: "○"
    }
  }
}
