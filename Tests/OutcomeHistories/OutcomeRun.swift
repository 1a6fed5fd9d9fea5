import OutcomeModel

/// One history on the phone, held against the model.
enum OutcomeRun {
  struct Result {
    let disagreements: [Disagreement]
    /// What was done, with every choice made.
    let done: [PhoneAdapter.Done]
    /// How many of them came before the quiet phase.
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

  /// The smallest history found in which a class still shows.
  static func shrink(
    _ history: History, to className: String, _ limits: OutcomeModel.Limits
  ) -> History {
    Shrinker.shrink(history) { candidate in
      run(candidate, limits).disagreements.contains { $0.className == className }
    }
  }
}
