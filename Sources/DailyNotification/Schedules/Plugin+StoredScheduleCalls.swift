import CivilTime
import JSONText

/// What a stored schedule does at its time.
package enum ScheduledTask: String, Hashable, Sendable, CaseIterable {
  /// It shows a notification.
  case notify
  /// It fetches content.
  case fetch
}

extension Plugin {
  /// Call 52: what is stored as scheduled, notifications and fetches.
  mutating func storedSchedules(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> JSONValue {
    let reader = OptionReader(options, of: .getSchedules)
    let task = try reader.choice("kind", of: ScheduledTask.self)
    let isEnabled = try reader.flag("enabled")
    let all = notifySchedules(on: platform) + fetchSchedules(on: platform)
    return [
      "schedules": .array(
        all.filter { schedule in
          (task == nil || schedule["kind"]?.stringValue == task?.rawValue)
            && (isEnabled == nil || schedule["enabled"]?.boolValue == isEnabled)
        })
    ]
  }

  /// Call 53: schedules a notification or a fetch, by a time of day or a cron expression.
  ///
  /// It does what calls 2, 34 and 35 do, and is answered with what is stored.
  mutating func createSchedule(
    _ call: PluginCall, on platform: inout Family.System
  ) throws(Rejection) -> CallOutcome {
    let reader = OptionReader(call.options, of: .createSchedule)
    let task = try reader.requiredChoice("kind", of: ScheduledTask.self)
    var options = call.options
    let cron = try reader.text("cron")
    let clock = try reader.text("clockTime")
    let isEnabled = try reader.required("enabled", reader.flag)
    guard cron != nil || clock != nil else {
      throw .missing("clockTime", expected: "HH:mm, or 'cron' with five fields")
    }
    options["enabled"] = .bool(isEnabled)
    if task == .notify, cron == nil, let clock {
      guard isEnabled else {
        throw .invalid("enabled", expected: "true for a time of day", got: "false")
      }
      options["time"] = .string(clock)
      let id = try reader.required("id", reader.identifier)
      let daily = PluginCall(number: call.number, method: call.method, options: options)
      // Not in one expression: the plugin as it was before would be asked for the answer.
      let outcome = try scheduleDaily(daily, on: &platform)
      return answered(outcome, id, .notify, on: platform)
    }
    if let minutes = try reader.rolloverMinutes() {
      throw .invalid(
        "rolloverIntervalMinutes", expected: "a notification with 'clockTime' and without 'cron'",
        got: String(minutes))
    }
    let expression: String
    if let cron { expression = cron } else { expression = try Plugin.cron(daily: clock ?? "") }
    options["schedule"] = .string(expression)
    options["title"] = .string(try reader.text("title") ?? Schedule.defaultTitle)
    options["body"] = .string(try reader.text("body") ?? Schedule.defaultBody)
    let outcome =
      switch task {
      case .notify: try scheduleUserNotification(options, on: &platform)
      case .fetch: try scheduleContentFetch(options, on: &platform)
      }
    return answered(outcome, DualConfiguration.scheduleID, task, on: platform)
  }

  /// The expression of a time of day.
  private static func cron(daily text: String) throws(Rejection) -> String {
    guard let time = TimeOfDay(text) else { throw .invalidTime(text) }
    return "\(time.minute) \(time.hour) * * *"
  }

  /// Replaces a reply with the schedule that is stored now.
  private func answered(
    _ outcome: CallOutcome, _ id: String, _ task: ScheduledTask, on platform: Family.System
  ) -> CallOutcome {
    guard case .reply = outcome else { return outcome }
    let stored =
      switch task {
      case .notify: notifySchedules(on: platform)
      case .fetch: fetchSchedules(on: platform)
      }
    return .reply(stored.last { task == .fetch || $0["id"]?.stringValue == id } ?? .null)
  }

  private func notifySchedules(on platform: Family.System) -> [JSONValue] {
    platform.scheduleRows.map { row in
      let isCron = row.decodedKind == .dual
      let last = platform.historyRows.last {
        $0.scheduleID == row.id && $0.kind == row.decodedKind
      }
      let next = delivery.nextTime(of: row.decodedKind, row.id, ledger, on: platform)
      return Plugin.value(
        row.id, .notify, cron: isCron ? row.time : nil, clockTime: isCron ? nil : row.time,
        isEnabled: row.isEnabled, last: last?.deliveredAt, next: row.isEnabled ? next : nil)
    }
  }

  /// The one prefetch of the daily schedules, and the dual schedule's.
  private func fetchSchedules(on platform: Family.System) -> [JSONValue] {
    func begin(_ kind: ScheduleKind) -> Int64? {
      let scope = Family.Work.division.scope(of: kind)
      guard PrefetchState.owner(scope, on: platform)?.kind == kind else { return nil }
      return prefetch.work.pendingBeginDate(scope, on: platform)
    }
    var values: [JSONValue] = []
    let daily = platform.scheduleRows.filter { $0.decodedKind == .daily }
    if let first = daily.min(by: { ($0.triggerTime, $0.id) < ($1.triggerTime, $1.id) }) {
      values.append(
        Plugin.value(
          "fetch_daily", .fetch, cron: nil, clockTime: first.time,
          isEnabled: daily.contains(where: \.isEnabled), last: platform.integer(.lastPrefetch),
          next: begin(.daily)))
    }
    if let fetch = dual.configuration?.contentFetch {
      values.append(
        Plugin.value(
          "fetch_dual", .fetch, cron: fetch.schedule.text, clockTime: nil,
          isEnabled: dual.configuration?.activeFetch != nil,
          last: DualStatistics(on: platform).lastFetchTime, next: begin(.dual)))
    }
    return values
  }

  private static func value(
    _ id: String, _ task: ScheduledTask, cron: String?, clockTime: String?, isEnabled: Bool,
    last: Int64?, next: Int64?
  ) -> JSONValue {
    [
      "id": .string(id),
      "kind": .string(task.rawValue),
      "cron": cron.map(JSONValue.string) ?? .null,
      "clockTime": clockTime.map(JSONValue.string) ?? .null,
      "enabled": .bool(isEnabled),
      "lastRunAt": JSONValue(integerOrNull: last),
      "nextRunAt": JSONValue(integerOrNull: next),
    ]
  }
}
