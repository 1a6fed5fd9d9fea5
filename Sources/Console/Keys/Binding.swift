import CellGrid

/// One row of the table of keys.
struct Binding: Hashable, Sendable {
  /// The keys, pressed one after the other; nearly always one.
  let keys: [Key]
  /// Where the keys have this meaning.
  let mode: KeyMode
  /// What they do.
  let action: Action
  /// What they do, in words.
  let label: String
  /// The word in the footer; nil keeps the row out of it.
  let hint: String?
  /// Which hint goes first where not all have room: 0 leads.
  let rank: Int

  init(
    _ key: Key, _ mode: KeyMode, _ action: Action, _ label: String, hint: String? = nil,
    rank: Int = 0
  ) {
    self.init([key], mode, action, label, hint: hint, rank: rank)
  }

  init(
    _ keys: [Key], _ mode: KeyMode, _ action: Action, _ label: String, hint: String? = nil,
    rank: Int = 0
  ) {
    self.keys = keys
    self.mode = mode
    self.action = action
    self.label = label
    self.hint = hint
    self.rank = rank
  }

  /// The keys as people write them: `Ctrl-L`, `'rs`.
  var text: String { keys.reduce(into: "") { $0 += $1.text } }
}
