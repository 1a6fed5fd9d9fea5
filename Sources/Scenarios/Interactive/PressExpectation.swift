public import DailyNotification
public import Session

/// What a tester expects of a press that was made.
///
/// It is kept as a press without commands, so that it is a part of the session's journal, can be
/// taken back like any act, and is found again when the session is opened.
public enum PressExpectation: Hashable, Sendable {
  /// The call was answered with a value, or the act was done.
  case accepted
  /// The plugin rejected the call with a code.
  case rejected(Rejection.Kind)

  private static let acceptedTitle = "expect accepted"
  private static let rejectedPrefix = "expect rejects "

  /// The title of the press that keeps it.
  public var title: String {
    switch self {
    case .accepted: PressExpectation.acceptedTitle
    case .rejected(let kind): PressExpectation.rejectedPrefix + kind.rawValue
    }
  }

  /// What is expected, in words: `rejected notifications_denied`.
  public var words: String {
    switch self {
    case .accepted: "success"
    case .rejected(let kind): "rejected \(kind.rawValue)"
    }
  }

  /// Reads the title of a press; nil where that is of another one.
  init?(title: String) {
    if title == PressExpectation.acceptedTitle {
      self = .accepted
    } else if title.hasPrefix(PressExpectation.rejectedPrefix),
      let kind = Rejection.Kind(
        rawValue: String(title.dropFirst(PressExpectation.rejectedPrefix.count)))
    {
      self = .rejected(kind)
    } else {
      return nil
    }
  }

  /// What would be right of a press with the present outcome; nil where it has none yet.
  public init?(asFoundIn press: Press) {
    switch press.outcome {
    case .waiting, .lost, .refused: return nil
    case .done, .replied(.value): self = .accepted
    case .replied(.rejected(let rejection)): self = .rejected(rejection.kind)
    }
  }

  /// Whether a press ended as expected; nil while it waits.
  public func holds(of press: Press) -> Bool? {
    switch press.outcome {
    case .waiting: nil
    case .lost, .refused: false
    case .done, .replied(.value): self == .accepted
    case .replied(.rejected(let rejection)): self == .rejected(rejection.kind)
    }
  }
}

extension Press {
  /// What it keeps, if it is no act on the phone.
  public var expectation: PressExpectation? {
    commands.isEmpty ? PressExpectation(title: title) : nil
  }
}

extension InteractiveRun {
  /// The presses that did something to the phone, each with what was expected of it last.
  var judgedPresses: [(press: Press, expectation: PressExpectation?)] {
    var judged: [(press: Press, expectation: PressExpectation?)] = []
    for press in presses {
      if let expectation = press.expectation {
        if !judged.isEmpty { judged[judged.count - 1].expectation = expectation }
      } else {
        judged.append((press, nil))
      }
    }
    return judged
  }

  /// What was said last to have been expected of the last press; nil for nothing.
  public var lastExpectation: PressExpectation? { presses.last?.expectation }

  /// The last press that did something to the phone.
  public var lastAct: Press? { presses.last { $0.expectation == nil } }

  /// Says what was expected of the last press; nil where there is none, or the run is full.
  public mutating func expect(_ expectation: PressExpectation) -> Press? {
    guard lastAct != nil else { return nil }
    return press([], title: expectation.title)
  }
}
