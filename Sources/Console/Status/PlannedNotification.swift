import DailyNotification
import DeviceModel

/// A pending request as the screen counts it: which kind, and when it is to come.
struct PlannedNotification: Hashable {
  let kind: ScheduleKind
  /// When it is to come, in milliseconds since the Unix epoch.
  let time: Int64
  /// Whether its time has come and it has not been shown yet.
  let isDue: Bool

  /// Reads the request at a place of the pending list.
  init(at index: Int, _ os: OperatingSystem) {
    kind = os.pendingRequests[index].content.info.kind
    time = os.center.trigger(at: index)
    isDue = os.center.isOnItsWay(at: index) || time <= os.wallMilliseconds
  }
}

extension ScheduleKind {
  /// The kind in a word: daily, reminder, dual.
  var word: String { rawValue.lowercased() }
}
