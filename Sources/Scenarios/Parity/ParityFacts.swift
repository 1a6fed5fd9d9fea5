/// What was observed in a scenario's run on one system.
public struct ParityFacts: Hashable, Sendable {
  /// The run's outcome.
  public var outcome: RunOutcome
  /// Why it was skipped, or the first failure; nil for neither.
  public var reason: String?
  /// How many notifications were shown.
  public var shown = 0
  /// How many of them had fetched content.
  public var fetched = 0
  /// The latest of them after its time, in milliseconds; nil when none was shown.
  public var driftMilliseconds: Int64?
  /// At how many showings the plugin's code ran.
  public var codeRuns = 0
  /// How many times the system ran the prefetch.
  public var prefetches = 0
  /// How long after its begin date the latest of them began, in milliseconds; nil without any.
  public var latenessMilliseconds: Int64?
  /// How many requests were sent with a token.
  public var tokens = 0
  /// How many answers were 304.
  public var notModified = 0
  /// How many notifications the plugin reported as missed.
  public var missed = 0
  /// How many notifications the system held for later at the end.
  public var pending = 0
  /// How far ahead the last of those is, in milliseconds; nil without any.
  public var reachMilliseconds: Int64?
  /// The recoveries that the plugin logged, in order, each with its counts.
  public var recoveries: [String] = []
  /// The rejections of calls, in order.
  public var rejections: [String] = []
  /// What the system did to alarms, requests and work, such as `alarmLost.phoneOff`; sorted.
  public var causes: [String] = []
  /// How often something was scheduled.
  var scheduleCalls = 0
  /// How often notifications were denied.
  var denials = 0
  /// How often the clock or the zone was changed.
  var clockChanges = 0
  /// How often notifications were dismissed without being opened.
  var dismissals = 0
  /// How many notifications were on their way at the end: due, and not shown yet.
  var onItsWay = 0
}
