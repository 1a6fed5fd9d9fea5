public import CivilTime
public import DeviceModel
public import SimulationCore

/// What became of a planned notification.
public enum StoryVerdict: String, Hashable, Sendable, CaseIterable {
  /// Shown with fetched content.
  case shown
  /// Shown, but with the schedule's own text.
  case defaultText
  /// Not shown.
  case missing
  /// The run ended before it was due, or while it was on its way.
  case ahead
  /// Cancelled or moved before its time.
  case withdrawn

  /// Whether nothing is wrong.
  public var isFine: Bool { self != .defaultText && self != .missing }
}

/// One planned notification of a day: what became of it, why, and the records that say so.
public struct NotificationStory: Sendable {
  /// How it was shown.
  public struct Showing: Hashable, Sendable {
    /// When, in milliseconds since the Unix epoch.
    public let wallMilliseconds: Int64
    /// How long after its planned time.
    public let driftMilliseconds: Int64
    /// Where its text came from: cache, default or live.
    public let source: String
    /// The request's identifier.
    public let identifier: String
    /// The number of the record.
    public let sequence: UInt64
  }

  /// The schedule's name.
  public let id: String
  /// The planned time, in milliseconds since the Unix epoch.
  public let plannedMilliseconds: Int64
  /// The phone's zone then.
  public let zone: Zone
  /// What became of it.
  public let verdict: StoryVerdict
  /// How it was shown; more than one when it came twice.
  public let showings: [Showing]
  /// Why, a sentence each; none when there is nothing to explain.
  public let reasons: [String]
  /// The records behind it, oldest first.
  public let chain: [ChainLink]
  /// How many records of the chain are left out, after its first ones.
  public let omittedCount: Int
}

/// A record of a chain.
public struct ChainLink: Sendable {
  /// The record.
  public let record: Record<DeviceRecord>
  /// The phone's zone.
  public let zone: Zone
  /// The record in words.
  public let text: String

  /// What the phone's clock showed: `2025-11-15 05:42:30.000`.
  public var localText: String {
    let wallTime = zone.wallTime(at: record.wallMilliseconds)
    return wallTime.date.text + " " + RecordText.timeOfDay(record.wallMilliseconds, zone)
  }
}

/// What a finding rests on.
struct Finding {
  var reasons: [String] = []
  var evidence: [UInt64] = []

  init(_ reasons: [String] = [], _ evidence: [UInt64] = []) {
    self.reasons = reasons
    self.evidence = evidence
  }
}
