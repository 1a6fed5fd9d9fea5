import CellGrid
import Scenarios
import Session

/// What a recording of the console needs of it.
extension Model {
  /// What the person did last.
  public struct Act: Hashable, Sendable {
    /// Which line of the session it belongs to.
    let line: Int
    /// How many there were before it.
    let count: Int
    /// Its title: `s Schedule Test Notification`, `step 3: Answer the dialog with Allow`.
    public let text: String
  }

  /// What the person did last: a press, or a step of a walkthrough; nil before the first one.
  public var lastAct: Act? {
    if let guide = guide.run {
      let count = guide.next ?? guide.steps.count
      guard count > 0 else { return nil }
      let step = guide.steps[count - 1]
      return Act(line: line.number, count: count, text: "step \(step.number): \(step.title)")
    }
    return run.lastPress.map { press in
      Act(line: line.number, count: run.presses.count, text: press.title)
    }
  }

  /// How much time one tick makes up for at most, in microseconds.
  public static var tickMicrosecondsMax: Int64 { Pace.elapsedMax }

  /// Whether a key is taken as the person means it: no jump and no search is under way.
  public var isReadyForKeys: Bool { wakeUp != .now }

  /// Says what is wrong with the person's own settings, if anything is.
  public mutating func showSettingsProblems() {
    if let warning = appearance.notice { notice = warning }
  }

  /// The screen as text, with the escape sequences of its styles or without.
  public func display(isStyled: Bool) -> String {
    let grid = view()
    return isStyled ? DisplayText.styled(grid) : DisplayText.plain(grid)
  }
}
