import CivilTime
import DailyNotification
import DeviceModel

/// A pending request as the screen counts it: which kind, and when it is to come.
struct PlannedNotification: Hashable {
  let kind: ScheduleKind
  /// When it is to come, in milliseconds since the Unix epoch.
  let time: Int64
  /// Whether its time has come and it has not been shown yet.
  let isDue: Bool

  /// How long after its time a notification may still be on its way, in milliseconds.
  private static let lateMilliseconds: Int64 = 900_000

  /// Reads a request; one that the system repeats names its first time only.
  init(_ request: NotificationRequest, _ os: OperatingSystem, _ history: PhoneHistory) {
    let now = os.wallMilliseconds
    let planned = request.content.info.plannedTime
    kind = request.content.info.kind
    guard case .daily(let timeOfDay, let zoneName) = request.trigger else {
      time = planned
      isDue = planned <= now
      return
    }
    let zone = zoneName.flatMap { try? Zone(identifier: $0) } ?? os.zone
    let late = max(now - PlannedNotification.lateMilliseconds, planned - 1)
    let recent = zone.nextOccurrence(of: timeOfDay, after: late)
    let isShown = recent.map { history.hasShown(request.identifier, since: $0) } ?? true
    isDue = recent.map { $0 <= now } == true && !isShown
    time =
      isDue ? recent ?? planned : zone.nextOccurrence(of: timeOfDay, after: now) ?? planned
  }
}

extension ScheduleKind {
  /// The kind in a word: daily, reminder, dual.
  var word: String { rawValue.lowercased() }
}
