import OutcomeModel

/// Runs a history on the phone and compares it with the model.
enum OutcomeRun {
  struct Result {
    let disagreements: [Disagreement]
    /// The acts that were done, with every random choice made.
    let done: [PhoneAdapter.Done]
    /// The number of acts before the quiet phase.
    let doneBeforeQuiet: Int
    let observations: [Observation]
  }

  static func run(
    _ history: History, _ limits: OutcomeModel.Limits, keepsObservations: Bool = false
  ) -> Result {
    var adapter = PhoneAdapter(history)
    var model = OutcomeModel(history, limits: limits)
    var kept: [Observation] = []
    func take() {
      for observation in adapter.takeObservations() {
        model.observe(observation)
        if keepsObservations { kept.append(observation) }
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
      doneBeforeQuiet: adapter.doneBeforeQuiet, observations: kept)
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
