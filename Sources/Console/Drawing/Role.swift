/// What a piece of the screen is, from which its look follows.
///
/// Raw values are the names in theme files.
enum Role: String, Hashable, Sendable, CaseIterable {
  // Text and what divides it.
  case text
  case dim
  case bold
  case line
  /// The names of panes and groups.
  case title
  /// The top line, and the badge in it.
  case header
  case badge
  /// A key to press.
  case key
  /// A message to the person.
  case message
  // States, and only those.
  case ok
  case pending
  case error
  case warning
  // What the keyboard is on, what cannot be used, what was found.
  case marked
  case disabled
  case hit
  case dialog
  case dialogMarked
  // The categories of the log: those of the plugin, replies, and what the tester did.
  case plugin
  case fetch
  case scheduler
  case storage
  case recovery
  case dual
  case identity
  case power
  case reply
  case tester
}
