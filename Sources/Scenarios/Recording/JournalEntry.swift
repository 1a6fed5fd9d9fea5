public import DeviceModel
public import Session
public import SimulationCore

/// One entry of a journal: what was done, when, and how the trace stood before it.
public struct JournalEntry: Hashable, Sendable {
  /// When it was done.
  public var instant: SimulationInstant
  /// What was chosen: a button's title, a method or a verb.
  public var title: String
  /// Whether it was a button.
  public var isButton: Bool
  /// The commands.
  public var commands: [Command]
  /// How many records there were before it.
  public var recordCount: UInt64
  /// The hash of the trace before it, as text.
  public var traceHash: String

  /// Creates an entry.
  public init(
    instant: SimulationInstant, title: String, isButton: Bool, commands: [Command],
    recordCount: UInt64, traceHash: String
  ) {
    self.instant = instant
    self.title = title
    self.isButton = isButton
    self.commands = commands
    self.recordCount = recordCount
    self.traceHash = traceHash
  }

  /// The entry of a press.
  public init(_ press: Press) {
    self.init(
      instant: press.instant, title: press.title, isButton: press.isButton,
      commands: press.commands, recordCount: press.recordCount, traceHash: press.traceHash.text)
  }
}
