import CivilTime
import DailyNotification
import DeviceLogs
import DeviceModel
import JSONText
import Scenarios

/// What the host has called.
extension ObservationReader {
  mutating func takeCall(_ name: String?, _ index: Int, _ number: Int, _ now: Int64) {
    guard let name else { return }
    let known: Set<String> = ["scheduleDailyNotification", "requestNotificationPermissions"]
    guard !known.contains(name), let method = PluginMethod(rawValue: name) else { return }
    guard PlanCall(method: name) != nil || name == "configure" else { return }
    var options: JSONObject = [:]
    if method == .cancelDailyReminder {
      guard let id = cancelledReminder(index) else {
        run.remarks.append("line \(number): which reminder was cancelled, no line says")
        return
      }
      options["reminderId"] = .string(id)
      rows[id] = nil
    }
    if method == .cancelAllNotifications { rows = [:] }
    let remark = method == .configure ? "with which options, no line says" : nil
    add(.call(name, options), at: now, .act, number, remark)
  }

  /// The only reminder, or the only one of which no later line tells.
  func cancelledReminder(_ index: Int) -> String? {
    let reminders = rows.filter { $0.value.kind == .reminder }.keys.sorted()
    guard reminders.count > 1 else { return reminders.first }
    let later = Set(entries[(index + 1)...].compactMap { $0.field("id") })
    let silent = reminders.filter { !later.contains($0) }
    return silent.count == 1 ? silent.first : nil
  }

  mutating func takeRow(_ entry: LogEntry, _ index: Int, _ now: Int64) {
    guard let id = entry.field("id"), let time = entry.field("time"),
      let kind = entry.field("type").flatMap(ScheduleKind.init(rawValue:))
    else { return }
    setAllowed(true, at: burst, entry.number)
    if kind == .dual { configureFetcher(entry.number) }
    let isKnown = rows[id]?.kind == kind
    rows[id] = Row(kind: kind, time: time)
    var options = zoneOption(time, entry)
    let at = openCall.daily ?? burst
    let name: PluginMethod
    switch kind {
    case .daily:
      options["id"] = .string(id)
      if time.contains(" ") {
        options["cron"] = .string(time)
        options["kind"] = "notify"
        name = .createSchedule
      } else {
        options["time"] = .string(time)
        name = openCall.daily == nil && isKnown ? .updateSettings : .scheduleDailyNotification
      }
    case .reminder:
      options["id"] = .string(id)
      options["time"] = .string(time)
      options["title"] = "Reminder"
      options["body"] = "Text that the log does not have."
      if !isRepeated(id, index, entry) { options["repeatDaily"] = false }
      name = isKnown ? .updateDailyReminder : .scheduleDailyReminder
    case .dual:
      (name, options) = dualCall(time, id, index)
    }
    openCall = OpenCall()
    add(.call(name.rawValue, options), at: at, .act, entry.number)
  }

  /// A dual schedule needs somebody to fetch from.
  mutating func configureFetcher(_ number: Int) {
    guard !isFetcherConfigured else { return }
    isFetcherConfigured = true
    add(
      .call(PluginMethod.configureNativeFetcher.rawValue, TestData.fetcher), at: burst, .condition,
      number,
      "with which server and identity, no line says")
  }

  func dualCall(_ time: String, _ id: String, _ index: Int) -> (PluginMethod, JSONObject) {
    let notification: JSONObject = [
      "enabled": true, "schedule": .string(time), "title": "News",
      "body": "Text that the log does not have.",
    ]
    guard let fetch = openCall.fetch else {
      return (.scheduleUserNotification, ["config": .object(notification)])
    }
    let skips = entries[index...].contains { entry in
      entry.event == .line(.notificationSkipped) && entry.field("id") == id
    }
    let config: JSONObject = [
      "contentFetch": ["enabled": true, "schedule": .string(fetch)],
      "userNotification": .object(notification),
      "relationship": [
        "contentTimeout": 3_600_000, "fallbackBehavior": skips ? "skip" : "show_default",
      ],
    ]
    return (.scheduleDualNotification, ["config": .object(config)])
  }

  /// Whether lines show that a reminder fires on more than one day, or leave it open.
  func isRepeated(_ id: String, _ index: Int, _ row: LogEntry) -> Bool {
    guard let next = row.field("next").flatMap(ISO8601.parse) else { return true }
    let later = entries[index...].filter { ($0.time?.milliseconds ?? 0) > next }
    let isNamed = later.contains { entry in
      guard entry.field("id") == id, let planned = entry.field("time").flatMap(ISO8601.parse)
      else { return false }
      return planned > next + 12 * 3_600_000
    }
    let end = later.last?.time?.milliseconds ?? 0
    return isNamed || end < next + 86_400_000 + 5 * ObservationReader.lateMilliseconds
  }

  /// The zone of a schedule, where its time of day is not that of the phone's zone.
  mutating func zoneOption(_ time: String, _ entry: LogEntry) -> JSONObject {
    guard let minute = TimeOfDay(time)?.minuteOfDay,
      let next = entry.field("next").flatMap(ISO8601.parse)
    else { return [:] }
    let offset = ZoneEvidence.offset(minuteOfDay: minute, at: next)
    guard zone.offsetSeconds(at: next) != offset.minutes * 60,
      !isGap(next)
    else { return [:] }
    return ["timezone": .string(ZoneEvidence(offset).zone.identifier)]
  }

  /// Whether the clocks are moved around a time, so that it may be of an hour that they leave out.
  func isGap(_ time: Int64) -> Bool {
    zone.offsetSeconds(at: time - 86_400_000) != zone.offsetSeconds(at: time + 86_400_000)
  }

  mutating func takeSkip(_ method: String, _ entry: LogEntry, _ now: Int64) {
    var options: JSONObject = [:]
    if let id = entry.field("id") { options["id"] = .string(id) }
    if let date = entry.field("date") { options["date"] = .string(date) }
    add(.call(method, options), at: now, .act, entry.number)
  }

  mutating func takePostponement(_ entry: LogEntry, _ now: Int64) {
    guard let id = entry.field("id"), let row = rows[id] else { return }
    let identifier = OccurrenceIdentifier(row.kind, id).text
    add(
      .command(.tapNotification(identifier: identifier, action: .later)), at: now, .act,
      entry.number)
  }
}
