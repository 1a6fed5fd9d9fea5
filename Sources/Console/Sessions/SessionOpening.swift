public import Scenarios

/// A stored session that the console goes on with.
public struct SessionOpening: Sendable {
  /// The phone, as it was left.
  public var run: InteractiveRun
  /// What is left to be repeated of a long session; nil when the phone is as it was left.
  public var rest: JournalReplay?
  /// What to say about it at first; more than a line is shown as a page.
  public var remark: [String]

  /// Creates an opening.
  public init(run: InteractiveRun, rest: JournalReplay? = nil, remark: [String]) {
    self.run = run
    self.rest = rest
    self.remark = remark
  }
}
