import DailyNotification

@testable import DeviceModel

/// Everything that a call can leave on a phone: requests, tasks, stored rows and keys.
struct Footprint: Equatable {
  let requests: [NotificationRequest]
  let taskBegins: Int64?
  let schedules: [ScheduleRow]
  let contents: [ContentRow]
  let history: [HistoryRow]
  let values: [StoredValue?]
  let telemetry: Telemetry

  init(of os: OperatingSystem) {
    requests = os.pendingRequests
    taskBegins = os.pendingTask(TaskIdentifier.fetch)
    schedules = os.storage.schedules
    contents = os.storage.contents
    history = os.storage.history
    values = StorageKey.allCases.map { os.storage.value($0) }
    telemetry = os.telemetry
  }
}
