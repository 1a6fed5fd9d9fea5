public import CivilTime
import DailyNotification
public import DeviceModel
import History
public import SimulationCore

/// What happened to a planned notification.
public enum StoryVerdict: String, Hashable, Sendable, CaseIterable {
  /// Shown with fetched content, or, a reminder, with its own text.
  case shown
  /// Shown, but with the schedule's own text.
  case defaultText
  /// Not shown.
  case missing
  /// The run ended before it was due, or while it was overdue.
  case ahead
  /// Skipped, as the host asked.
  case skipped
  /// Cancelled or moved before its time.
  case withdrawn

  /// Whether nothing is wrong.
  public var isFine: Bool { self != .defaultText && self != .missing }
}

extension OccurrenceHistory {
  /// What happened to it, in the words of `dnp why`.
  var verdict: StoryVerdict {
    switch outcome {
    case .shown, .twice:
      notification.isStatic || showings.contains { $0.source != .default } ? .shown : .defaultText
    case .notShown: .missing
    case .due, .ahead: .ahead
    case .skipped: .skipped
    case .withdrawn: .withdrawn
    }
  }
}

/// A planned notification of a day: what happened to it, why, and the records that show it.
public struct NotificationStory: Sendable {
  /// A delivery that was shown.
  public struct Showing: Hashable, Sendable {
    /// When, in milliseconds since the Unix epoch.
    public let wallMilliseconds: Int64
    /// How long after its planned time, in milliseconds.
    public let driftMilliseconds: Int64
    /// The source of its text: cache, default or live.
    public let source: String
    /// The request's identifier.
    public let identifier: String
    /// The number of the `delivered` record.
    public let sequence: UInt64
  }

  /// The schedule's name.
  public let id: String
  /// The planned time, in milliseconds since the Unix epoch.
  public let plannedMilliseconds: Int64
  /// The phone's zone then.
  public let zone: Zone
  /// What happened to it.
  public let verdict: StoryVerdict
  /// Whether it is a reminder, which shows its own text and for which nothing is fetched.
  public let isOfOwnText: Bool
  /// Its deliveries; more than one when it was shown twice.
  public let showings: [Showing]
  /// What is remarkable about how it was shown, one sentence each.
  public let remarks: [String]
  /// Why it was not shown, or with default text, in the words of all readers.
  ///
  /// The first reason says it at length; nil where there is nothing to explain.
  public let cause: String?
  /// The reasons, one sentence each; empty when there is nothing to explain.
  public let reasons: [String]
  /// The records that show it, oldest first.
  public let chain: [ChainLink]
  /// The number of records left out of the chain, after its first ones.
  public let omittedCount: Int
}

/// A notification of other code in the app that was shown on the day.
public struct ForeignStory: Hashable, Sendable {
  /// Its name.
  public let identifier: String
  /// When it was shown, in milliseconds since the Unix epoch.
  public let wallMilliseconds: Int64
  /// The number of the `delivered` record.
  public let sequence: UInt64
}

/// A record of a chain.
public struct ChainLink: Sendable {
  /// The record.
  public let record: Record<DeviceRecord>
  /// The phone's zone at the record.
  public let zone: Zone
  /// The record in words.
  public let text: String

  /// The phone's wall time at the record: `2025-11-15 05:42:30.000`.
  public var localText: String {
    let wallTime = zone.wallTime(at: record.wallMilliseconds)
    return wallTime.date.text + " " + RecordText.timeOfDay(record.wallMilliseconds, zone)
  }
}

/// A reason and the records that it is based on.
struct Finding {
  var reasons: [String] = []
  var evidence: [UInt64] = []
  /// The history's cause in its own words, where the first reason is made of one.
  var cause: String?

  init(_ reasons: [String] = [], _ evidence: [UInt64] = []) {
    self.reasons = reasons
    self.evidence = evidence
  }

  /// Adds what another one found.
  mutating func add(_ other: Finding) {
    reasons += other.reasons
    evidence += other.evidence
  }
}
