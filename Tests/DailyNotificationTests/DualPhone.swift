import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

/// Dual schedules of the tests: fetch at 17:40, notification at 18:00.
enum DualOptions {
  static let identifier = "dual_daily_notification"

  static func config(
    fetch: JSONObject = [:], notification: JSONObject = [:], relationship: JSONObject = [:]
  ) -> JSONObject {
    func merged(_ value: JSONValue, _ changes: JSONObject) -> JSONValue {
      var object = value.objectValue ?? [:]
      for (key, value) in changes.members { object[key] = value }
      return .object(object)
    }
    return [
      "config": [
        "contentFetch": merged(GoodOptions.contentFetch, fetch),
        "userNotification": merged(GoodOptions.userNotification, notification),
        "relationship": merged(GoodOptions.relationship, relationship),
      ]
    ]
  }
}

extension Phone {
  /// A phone with a native fetcher and a dual schedule.
  static func dual(
    _ options: JSONObject = GoodOptions.dual, start: String = "2025-11-15T05:42:30Z",
    zone: String = "UTC", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Phone {
    let phone = try Phone(start: start, zone: zone, sourceLocation: sourceLocation)
    try phone.value("configureNativeFetcher", GoodOptions.options(.configureNativeFetcher))
    #expect(
      try phone.value("scheduleDualNotification", options) == ["warning": nil],
      sourceLocation: sourceLocation)
    return phone
  }

  /// Advances to a task's time in the background, and until its fetch is answered.
  func runTask(at time: String, _ outcome: FetchOutcome) throws {
    if device.os.process.state.isOnScreen { try perform(.background) }
    try advance(to: time)
    try answerFetch(outcome)
  }

  /// Advances until the fetch under way has ended, and no further.
  func answerOpenFetch(_ outcome: FetchOutcome) throws {
    let number = try #require(device.app?.plugin.prefetch.running).number
    device.withPlugin { plugin, os in plugin.fetchEnded(number, outcome, on: &os) }
    check()
  }

  static func content(_ title: String, for time: String) -> FetchOutcome {
    .response(
      status: 200, body: Array(payload(title, for: time).utf8), etag: nil, retryAfterSeconds: nil)
  }

  static func failure(_ status: Int, retryAfterSeconds: Int64? = nil) -> FetchOutcome {
    .response(status: status, body: [], etag: nil, retryAfterSeconds: retryAfterSeconds)
  }

  /// The text of a request, and its source.
  func pendingTitle(_ identifier: String = DualOptions.identifier) throws -> String {
    try pending(identifier).content.title
  }

  /// The begin dates of the tasks that were launched, in milliseconds since the Unix epoch.
  var taskStarts: [String] {
    payloads.compactMap {
      if case .task(.launched(let task)) = $0 {
        task.beginDate.map(ISO8601.text)
      } else {
        nil
      }
    }
  }

  var dualStatus: JSONValue {
    get throws { try value("getDualScheduleStatus") }
  }
}
