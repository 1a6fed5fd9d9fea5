import OutcomeModel

/// Runs a history on the phone and compares it with the model.
enum OutcomeRun {
  struct Result {
    let disagreements: [Disagreement]
    /// The acts that were done, with every random choice made.
    let done: [PhoneAdapter.Done]
    /// The number of acts before the quiet phase.
    let doneBeforeQuiet: Int
    /// The phone's records as lines, if they were kept.
    let lines: [String]
  }

  static func run(
    _ history: History, _ limits: OutcomeModel.Limits, keepsLines: Bool = false,
    hidesShowings: Bool = false
  ) -> Result {
    var adapter = PhoneAdapter(history, keepsLines: keepsLines)
    var model = Model(history, limits)
    func take() {
      for observation in adapter.takeObservations()
      where !(hidesShowings && observation.isEarlyShowing) {
        model.observe(observation)
      }
    }
    for act in history.acts {
      adapter.perform(act)
      take()
    }
    adapter.quietPhase()
    take()
    return Result(
      disagreements: model.finish(), done: adapter.done,
      doneBeforeQuiet: adapter.doneBeforeQuiet, lines: adapter.lines)
  }

  /// The description of what must be shown on a history's phone.
  private struct Model {
    private var ios: OutcomeModel?
    private var android: AndroidOutcomeModel?

    init(_ history: History, _ limits: OutcomeModel.Limits) {
      if history.android == nil {
        ios = OutcomeModel(history, limits: limits)
      } else {
        android = AndroidOutcomeModel(history)
      }
    }

    mutating func observe(_ observation: Observation) {
      ios?.observe(observation)
      android?.observe(observation)
    }

    mutating func finish() -> [Disagreement] {
      ios?.finish() ?? android?.finish() ?? []
    }
  }

  /// The smallest history found that still shows a class.
  static func shrink(
    _ history: History, to className: String, _ limits: OutcomeModel.Limits
  ) -> History {
    Shrinker.shrink(history) { candidate in
      run(candidate, limits).disagreements.contains { $0.className == className }
    }
  }
}

extension Observation {
  /// Whether a notification was shown in the first days.
  fileprivate var isEarlyShowing: Bool {
    guard case .shown = event else { return false }
    return instant < 5 * 86_400_000
  }
}
