import CivilTime
import DailyNotification
import History
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
    var model = OutcomeModel(history, limits: limits)
    func take() {
      for observation in adapter.takeObservations()
      where !(hidesShowings && observation.isEarlyShowing) {
        model.observe(observation)
      }
    }
    // The stretches of wall time that the clock was set back over: they pass twice.
    var repeated: [Range<Int64>] = []
    for act in history.acts {
      let before = adapter.wall
      adapter.perform(act)
      if adapter.wall < before { repeated.append(adapter.wall..<before + 1) }
      take()
    }
    adapter.quietPhase()
    take()
    let told = OutcomeRun.differences(of: adapter.told, from: model, besides: repeated)
    return Result(
      disagreements: model.finish() + told, done: adapter.done,
      doneBeforeQuiet: adapter.doneBeforeQuiet, lines: adapter.lines)
  }

  /// Where people are told something else than what the model knows.
  private static func differences(
    of history: PhoneHistory, from model: OutcomeModel, besides repeated: [Range<Int64>]
  ) -> [Disagreement] {
    // Of a time that passes twice people are told what became of it the last time.
    let settled = model.settled.filter { occurrence in
      !repeated.contains { $0.contains(occurrence.planned) }
    }
    var days: Set<CivilDate> = []
    for occurrence in settled {
      let date = history.context.zone(atWall: occurrence.planned).date(at: occurrence.planned)
      days.formUnion([date.adding(days: -1), date, date.adding(days: 1)])
    }
    var all: [OccurrenceKey: OccurrenceHistory] = [:]
    for day in days.sorted() {
      for occurrence in history.occurrences(on: day) { all[occurrence.key] = occurrence }
    }
    let invented = all.values.filter { $0.cause != nil && !hasPlanned($0.notification, model) }
      .sorted { $0.key.planned < $1.key.planned }
      .map { occurrence in
        Disagreement(
          .historyLies, occurrence.key.id, at: occurrence.key.planned,
          "\(occurrence.key) was never planned, told is \(occurrence.outcome)")
      }
    return invented
      + settled.compactMap { occurrence in
        let key = OccurrenceKey(id: occurrence.tracedID, planned: occurrence.planned)
        let told = all[key]
        let isToldShown = told.map { !$0.showings.isEmpty }
        guard isToldShown != occurrence.wasShown else { return nil }
        let what = told.map { "\($0.outcome)" } ?? "nothing"
        return Disagreement(
          .historyLies, occurrence.schedule, at: occurrence.planned,
          "\(key) was \(occurrence.wasShown ? "shown" : "not shown"), told is \(what)")
      }
  }

  /// Whether a schedule ever had a time that people are told of.
  private static func hasPlanned(
    _ notification: PlannedOccurrence, _ model: OutcomeModel
  ) -> Bool {
    let kind: OutcomeModel.Kind =
      switch notification.kind {
      case .daily: .daily
      case .reminder: .reminder
      case .dual: .dual
      }
    return model.hasPlanned(
      PlannedOccurrence.ownID(of: notification.id), kind, notification.planned)
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

extension SettledOccurrence {
  /// The schedule's name among all kinds.
  fileprivate var tracedID: String {
    switch kind {
    case .daily: schedule
    case .reminder: PlannedOccurrence.reminderPrefix + schedule
    case .dual: PlannedOccurrence.dual
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
