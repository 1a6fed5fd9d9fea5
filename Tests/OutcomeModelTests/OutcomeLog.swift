import CivilTime

@testable import OutcomeModel

let minute: Int64 = 60_000
let hour = 60 * minute
let day = 24 * hour

/// A log of observations as a correct phone would give it; tests plant a fault in it.
///
/// The run begins on 2025-11-15 at 00:00 UTC, with one daily notification at 08:00.
struct OutcomeLog {
  static let start: Int64 = 1_763_164_800_000
  var history = History(startMilliseconds: start)
  var observations: [Observation] = []

  /// A phone on which notifications are allowed and `d` has been scheduled for 08:00.
  ///
  /// It is an Android phone with the given traits, or an iPhone.
  init(android traits: AndroidTraits? = nil) {
    history.android = traits
    at(0, .did(.setPermission(isGranted: true)))
    if traits != nil { at(0, .did(.setExactAlarms(isGranted: true))) }
    at(1_000, .entry(isTimeChange: false))
    at(1_000, .accepted(.scheduleDaily(id: "d", minuteOfDay: 480, zone: nil)))
  }

  mutating func at(_ instant: Int64, _ events: Observation.Event...) {
    for event in events { observations.append(Observation(instant, event)) }
  }

  /// 08:00 on a date, counted in days from the first, in milliseconds since the run began.
  static func eight(_ date: Int64) -> Int64 { date * day + 8 * hour }

  /// The same, in milliseconds since the Unix epoch.
  static func planned(_ date: Int64) -> Int64 { start + eight(date) }

  /// The notification of a date is shown.
  mutating func show(_ date: Int64, after delay: Int64 = 0) {
    at(
      OutcomeLog.eight(date) + delay,
      .shown(
        schedule: "d", planned: OutcomeLog.planned(date), identifier: "daily_d_\(date)"))
  }

  /// The person puts off the notification of a date.
  mutating func putOff(_ date: Int64, at instant: Int64) {
    at(
      instant, .did(.postponeLatest), .putOff(schedule: "d", identifier: "daily_d_\(date)"),
      .entry(isTimeChange: false))
  }

  mutating func showAgain(_ date: Int64, at instant: Int64) {
    at(instant, .shownAgain(schedule: "d", identifier: "later_daily_d_\(date)"))
  }

  mutating func reportDelivered(_ date: Int64, at instant: Int64) {
    at(instant, .reportedDelivered(schedule: "d", planned: OutcomeLog.planned(date)))
  }

  mutating func reportMissed(_ date: Int64, at instant: Int64, isCertain: Bool = false) {
    at(
      instant,
      .reportedMissed(schedule: "d", planned: OutcomeLog.planned(date), isCertain: isCertain))
  }

  /// The requests for some dates.
  static func requests(_ dates: ClosedRange<Int64>) -> [PendingRequest] {
    dates.map { PendingRequest(schedule: "d", trigger: planned($0)) }
  }

  /// The classes of disagreement that the model finds in it.
  var classes: [String] {
    var model = OutcomeModel(history)
    for observation in observations { model.observe(observation) }
    return model.finish().map(\.className)
  }
}
