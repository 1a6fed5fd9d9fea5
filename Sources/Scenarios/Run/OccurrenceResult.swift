import CivilTime
import DailyNotification
import DeviceModel
public import History
public import JSONText

/// A planned notification in a run's result: what the person saw, and what the plugin knows.
///
/// Its values are plain, so that reports need no phone; they come from `PhoneHistory`.
public struct OccurrenceResult: Hashable, Sendable {
  /// What the person saw.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    case shown
    /// Shown more than once.
    case twice
    /// Lost: nothing in the system can show it any more.
    case notShown
    /// Its time has come, and the system may still show it.
    case due
    /// Its time has not come.
    case ahead
    /// Skipped, as the host asked.
    case skipped
    /// Cancelled or moved before its time.
    case withdrawn
  }

  /// What the plugin has told of it.
  public enum Report: String, Hashable, Sendable, CaseIterable {
    case nothing
    case delivered
    case missed
    /// As missed, without being sure.
    case perhapsMissed
  }

  /// The prefetch for it.
  public struct Prefetch: Hashable, Sendable {
    /// How far it has got, or how it ended.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
      case pending
      /// Its task was taken back before it ran.
      case withdrawn
      /// Its task runs, or ran, and has fetched nothing.
      case ran
      case running
      case stored
      case failed
    }

    /// The earliest time of its task, in milliseconds since the Unix epoch; nil without a task.
    public var earliest: Int64?
    /// When its task was launched, in milliseconds since the Unix epoch; nil where it was not.
    public var started: Int64?
    /// How far it has got, or how it ended.
    public var outcome: Outcome
  }

  /// The schedule's name among all kinds.
  public var schedule: String
  /// The kind of its schedule: daily, reminder or dual.
  public var kind: String
  /// What it was planned for, in milliseconds since the Unix epoch.
  public var plannedMilliseconds: Int64
  /// The phone's zone then, by its IANA name.
  public var zone: String
  /// The planned time on the phone's clock: `2025-11-16 05:53`.
  public var localTime: String
  /// When it was shown, each time, in milliseconds since the Unix epoch.
  public var shownMilliseconds: [Int64]
  /// What the person saw.
  public var outcome: Outcome
  /// Why it was not shown, or with default text, or what holds it back, as a name; nil where there
  /// is nothing to say.
  public var cause: String?
  /// The same in words.
  public var reason: String?
  /// What it showed: fetched, live, default or own; nil where it was not shown.
  public var content: String?
  /// What was seen and heard of it when it was shown last; nil where it was not shown.
  public var presentation: JSONValue?
  /// What was missing of that, in words: `listed only (a Focus was on)`; nil where nothing was.
  public var presentationRemark: String?
  /// The prefetch for it; nil where there was none.
  public var prefetch: Prefetch?
  /// What the plugin has told of it.
  public var report: Report

  /// What happened to it, in a sentence: `not shown: notifications denied`.
  public var text: String {
    let because = reason.map { ": \($0)" } ?? ""
    return switch outcome {
    case .shown:
      "shown\(content.map { ", \(OccurrenceResult.words(of: $0))" } ?? "")\(because)"
        + (presentationRemark.map { ", \($0)" } ?? "")
    case .twice: "shown \(shownMilliseconds.count) times"
    case .notShown: "not shown\(because)"
    case .due: "due\(because)"
    case .ahead: "ahead\(because)"
    case .skipped: "skipped, as asked"
    case .withdrawn: "cancelled or moved"
    }
  }

  private static func words(of content: String) -> String {
    switch OccurrenceHistory.Content(rawValue: content) {
    case .fetched: "with fetched content"
    case .live: "with live content"
    case .default: "with default text"
    case .own, nil: "with its own text"
    }
  }
}

extension OccurrenceResult {
  /// Reads what became of a notification.
  init(_ occurrence: OccurrenceHistory, in history: PhoneHistory) {
    let notification = occurrence.notification
    let local = notification.zone.wallTime(at: notification.planned)
    schedule = notification.id
    kind = notification.kind.rawValue.lowercased()
    plannedMilliseconds = notification.planned
    zone = notification.zone.identifier
    localTime = "\(local.date.text) \(local.timeOfDay.text)"
    shownMilliseconds = occurrence.showings.map(\.point.wallMilliseconds)
    (outcome, cause, reason) = OccurrenceResult.told(occurrence.outcome, in: history)
    content = occurrence.content?.rawValue
    presentation = occurrence.showings.last?.presentation.json
    presentationRemark = occurrence.showings.last?.presentation.remark
    if let missing = history.missingContent(of: occurrence)?.cause {
      (cause, reason) = (missing.name, missing.words)
    }
    prefetch = notification.isStatic ? nil : Prefetch(history, notification)
    report =
      switch occurrence.report {
      case .nothing: .nothing
      case .delivered: .delivered
      case .missed(.certain): .missed
      case .missed(.unknown): .perhapsMissed
      }
  }

  private static func told(
    _ outcome: OccurrenceHistory.Outcome, in history: PhoneHistory
  ) -> (Outcome, String?, String?) {
    let platform = history.context.platform
    switch outcome {
    case .shown: return (.shown, nil, nil)
    case .twice: return (.twice, nil, nil)
    case .notShown(let cause): return (.notShown, cause.name, cause.words(on: platform))
    case .due(.phoneOff): return (.due, "phoneOff", "the phone is off")
    case .due(.doze): return (.due, "doze", "held by Doze")
    case .due(.bucket): return (.due, "bucket", "held by its standby bucket's quota")
    case .due(.restricted):
      return (.due, "restricted", "held: the app is restricted in the background")
    case .due(.summary(let until)):
      let time = history.context.zone(atWall: until).wallTime(at: until).timeOfDay.text
      return (.due, "summary", "held for the summary at \(time)")
    case .due(.onItsWay): return (.due, nil, nil)
    case .ahead(isArmed: true): return (.ahead, nil, nil)
    case .ahead(isArmed: false):
      return (.ahead, "notArmed", "no \(platform == .android ? "alarm" : "request") stands for it")
    case .skipped: return (.skipped, nil, nil)
    case .withdrawn: return (.withdrawn, nil, nil)
    }
  }
}

extension OccurrenceResult.Prefetch {
  /// The prefetch for a notification; nil where there was none.
  fileprivate init?(_ history: PhoneHistory, _ notification: PlannedOccurrence) {
    let progress = PrefetchLinks(history, notification.kind, planned: notification.planned)
      .progress
    guard progress.task != nil || progress.fetch != .notBegun else { return nil }
    earliest = progress.task?.begin
    started = progress.task?.started ?? progress.fetchBegan
    outcome =
      switch progress.fetch {
      case .running: .running
      case .stored: .stored
      case .failed: .failed
      case .notBegun:
        started != nil ? .ran : progress.task?.isWithdrawn == true ? .withdrawn : .pending
      }
  }
}

/// The planned notifications of a run, for its result.
public struct OccurrenceList: Hashable, Sendable {
  /// How many are listed, the latest: nearly three years of one a day.
  static let listedMax = 1_000
  /// The same of a run that was cut short: a signal leaves no time for more.
  static let listedOfAbortedMax = 100

  /// The listed ones, in the order of their times.
  public var listed: [OccurrenceResult] = []
  /// How many others are known of; those of earlier days are not looked for.
  public var omittedCount = 0

  /// Nothing was planned.
  public init() {}

  /// The planned notifications of a history.
  public init(_ history: PhoneHistory) { self.init(history, max: OccurrenceList.listedMax) }

  init(_ history: PhoneHistory, max: Int) {
    let (latest, omitted) = history.occurrences(max: max)
    listed = latest.map { OccurrenceResult($0, in: history) }
    omittedCount = omitted
  }

  /// The same with the names of schedules changed, each of which is looked at once.
  func mappingNames(_ change: (String) -> String) -> OccurrenceList {
    var (changed, names) = (self, [String: String]())
    for place in changed.listed.indices {
      let name = changed.listed[place].schedule
      let other = names[name] ?? change(name)
      names[name] = other
      changed.listed[place].schedule = other
    }
    return changed
  }

  /// How many of the listed ones were not shown and can not be any more.
  public var lostCount: Int { listed.count { $0.outcome == .notShown } }

  /// Those that were not shown and can not be any more.
  public var lost: [OccurrenceResult] { listed.filter { $0.outcome == .notShown } }
}
