public import CivilTime
public import DeviceModel
import History

/// What a scenario does to the person with each version of the plugin.
public struct ProfileComparison: Sendable {
  /// The versions that are compared: this plugin (nil), then every profile.
  public static let versions: [CompatibilityProfile?] = [nil] + CompatibilityProfile.allCases

  /// The run with one version.
  public struct Row: Sendable {
    /// The version; nil for this plugin.
    public let profile: CompatibilityProfile?
    /// The days of the run, in the phone's zone.
    public let days: ClosedRange<CivilDate>
    /// How the run ended, with all its steps run whatever failed.
    public let outcome: RunOutcome
    /// How many steps failed.
    public let failedSteps: Int
    /// Why the scenario was skipped, or the first failure; nil for neither.
    public let reason: String?
    /// What the person noticed.
    public let facts: PersonFacts
  }

  /// A row for each version, in the order of `versions`.
  public let rows: [Row]

  /// Whether all facts are equal.
  public var isEqual: Bool { rows.allSatisfy { $0.facts == rows[0].facts } }

  /// Why the scenario was skipped with every version; nil where it ran with one.
  public var skipReason: String? {
    rows.allSatisfy { $0.outcome == .skipped } ? rows[0].reason : nil
  }

  /// What a version shows for times for which this plugin shows nothing.
  public func otherTimes(of row: Row) -> [PersonFacts.Showing] {
    row.facts.showings.filter { !rows[0].facts.showings.contains($0) }
  }

  /// Runs a scenario with each version; `scenario` gives it with the version's knobs.
  ///
  /// A step that fails does not end a run: what is expected of one version may be wrong of another.
  public init<Failure>(
    _ scenario: (CompatibilityProfile?) throws(Failure) -> Scenario,
    overflow: (TraceOverflow) -> Failure
  ) throws(Failure) {
    var rows: [Row] = []
    for profile in ProfileComparison.versions {
      let scenario = try scenario(profile)
      do {
        rows.append(try Row(profile, scenario))
      } catch {
        throw overflow(error)
      }
    }
    self.rows = rows
  }
}

/// What a person notices of a run's notifications.
public struct PersonFacts: Hashable, Sendable {
  /// The days for which a notification was planned that was shown or should have been.
  public var plannedDays: [CivilDate] = []
  /// Those of them on which nothing was shown.
  public var emptyDays: [CivilDate] = []
  /// Those on which a notification was shown without fetched content.
  public var defaultDays: [CivilDate] = []
  /// How many notifications were shown in all.
  public var shown = 0
  /// What was shown, in the order of the run.
  public var showings: [Showing] = []
  /// How many the plugin reported as missed.
  public var missed = 0
  /// How many calls were rejected.
  public var rejected = 0

  /// A notification that was shown.
  public struct Showing: Hashable, Sendable {
    /// The schedule's name.
    public let id: String
    /// The time that it was shown for, in milliseconds since the Unix epoch.
    public let plannedMilliseconds: Int64
  }

  /// The facts of a run.
  init(_ trace: RunTrace) {
    var watch = ParityWatch()
    for record in trace.records { watch.recordWritten(record) }
    shown = watch.facts.shown
    missed = watch.facts.missed
    rejected = watch.facts.rejections.count
    showings = trace.index.allShowings.map {
      Showing(id: $0.scheduleID, plannedMilliseconds: $0.planned)
    }
    var day = trace.days.lowerBound
    while day <= trace.days.upperBound {
      take(DayExplainer(trace, day: day).verdicts(), of: day)
      day = day.adding(days: 1)
    }
  }

  private mutating func take(_ verdicts: [StoryVerdict], of day: CivilDate) {
    let shown = verdicts.contains { $0 == .shown || $0 == .defaultText }
    guard shown || verdicts.contains(.missing) else { return }
    plannedDays.append(day)
    if !shown { emptyDays.append(day) }
    if verdicts.contains(.defaultText) { defaultDays.append(day) }
  }
}

extension ProfileComparison.Row {
  fileprivate init(
    _ profile: CompatibilityProfile?, _ scenario: Scenario
  ) throws(TraceOverflow) {
    var scenario = scenario
    for index in scenario.steps.indices { scenario.steps[index].isSoft = true }
    let (trace, result) = try TracedRun.whole(scenario)
    self.profile = profile
    days = trace.days
    outcome = result.outcome
    failedSteps = result.steps.count { $0.outcome == .failed }
    reason = result.skipReason ?? result.failures.first
    facts = PersonFacts(trace)
  }
}
