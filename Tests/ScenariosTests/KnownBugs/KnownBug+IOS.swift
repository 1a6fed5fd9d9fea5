import CivilTime
import JSONText
import SimulationCore

@testable import DailyNotification
@testable import DeviceModel

extension KnownBug {
  private static let minute: Int64 = 60_000
  private static let day = 24 * 60 * minute

  /// The bugs that are planted on an iPhone.
  static let ios: [KnownBug] = ofTheWindow + ofCalls

  private static let ofTheWindow = [
    KnownBug(
      number: 12, name: "upstream-12-fired-while-closed", platform: .ios,
      failure: "shown, and the morning after is armed",
      // It arms the next one alone: the day after is armed by code, which does not run.
      misbehave: { device, record in
        guard record.answeredMethod == "scheduleDailyNotification" else { return }
        for request in device.os.pendingRequests where request.identifier != "daily_daily" {
          device.loseRequest(request.identifier)
        }
      }),
    KnownBug(
      number: 13, name: "upstream-13-opened-three-days-late", platform: .ios,
      failure: "the coming morning, once",
      // A day after the last one that it knows of lies in the past.
      misbehave: { device, record in
        guard record.isCommand(.launch),
          let next = device.os.pendingRequests.first(where: { $0.identifier == "daily_daily" })
        else { return }
        device.loseRequest(next.identifier)
        device.add("daily_daily", at: device.os.wallMilliseconds - 2 * day, next.content)
      }),
    KnownBug(
      number: 14, name: "upstream-14-rollover-marked-but-lost", platform: .ios,
      failure: "armed again",
      // The mark is believed, and nothing is armed.
      misbehave: { device, record in
        guard case .plugin(.log(.rearmed)) = record else { return }
        for request in device.os.pendingRequests { device.loseRequest(request.identifier) }
      }),
    KnownBug(
      number: 15, name: "upstream-15-lead-subtracted-once", platform: .ios,
      failure: "five minutes before, not ten", invariants: [6],
      misbehave: { device, record in
        guard case .task(.submitted(let name, let begin, _, _)) = record else { return }
        device.os.cancelTask(name)
        try? device.os.submitTask(name, earliestBeginDate: begin - 5 * minute)
      }),
  ]

  private static let ofCalls = [
    KnownBug(
      number: 10, name: "upstream-10-reminder-never-prefetches", platform: .ios,
      failure: "nothing to fetch", invariants: [6],
      misbehave: { device, record in
        guard record.answeredMethod == "scheduleDailyReminder" else { return }
        try? device.os.submitTask(
          TaskIdentifier.fetch, earliestBeginDate: device.os.wallMilliseconds + day)
      }),
    KnownBug(
      number: 11, name: "upstream-11-pending-list-in-any-order", platform: .ios,
      failure: "invariant 16",
      invariants: [16],
      // It answers with the first of the list.
      misbehave: { device, record in
        guard record.answeredMethod == "getNotificationStatus",
          case .plugin(.replied(let call, .value(let answer))) = record,
          var lie = answer.objectValue,
          let first = device.os.pendingRequests.first(where: { $0.identifier != "news" })
        else { return }
        lie["nextNotificationTime"] = .integer(first.content.info.plannedTime)
        device.os.record(.plugin(.replied(call, .value(.object(lie)))))
      }),
    KnownBug(
      number: 17, name: "upstream-17-cancel-takes-its-own", platform: .ios,
      failure: "the others stand",
      misbehave: { device, record in
        guard record.answeredMethod == "cancelDailyReminder" else { return }
        device.loseRequest("news")
      }),
    KnownBug(
      number: 20, name: "upstream-20-dual-edited-five-times", platform: .ios,
      failure: "one a day, at the last time",
      // Each edit arms under a name with the time of the edit.
      misbehave: { device, record in
        guard record.answeredMethod == "updateDualScheduleConfig",
          let next = device.os.pendingRequests.first
        else { return }
        device.add(
          "dual_\(device.os.trace.nextSequence)", at: next.content.info.plannedTime, next.content)
      }),
    KnownBug(
      number: 25, name: "upstream-25-plugin-not-registered", platform: .ios,
      failure: "the plugin is there", configure: { $0.knobs.pluginRegistration = .none }),
    KnownBug(
      number: 25, name: "upstream-25-plugin-not-registered", platform: .ios,
      failure: "both parts of New Activity at once",
      configure: { $0.knobs.pluginRegistration = .noDual }),
    KnownBug(
      number: 26, name: "upstream-26-daily-call-leaves-the-others", platform: .ios,
      failure: "the others stand",
      misbehave: { device, record in
        guard record.answeredMethod == "scheduleDailyNotification" else { return }
        for request in device.os.pendingRequests
        where request.content.info.scheduleID != "daily" {
          device.loseRequest(request.identifier)
        }
      }),
    KnownBug(
      number: 28, name: "upstream-28-two-permission-requests-open", platform: .ios,
      failure: "both are answered",
      // The later request takes the earlier one's place, as both have the same name.
      misbehave: { device, record in
        guard case .command(.called(let call)) = record, call.number == 2 else { return }
        device.withPlugin { plugin, _ in plugin.forgetCall(1) }
      }),
  ]
}

extension Device {
  /// Adds a request with the text of another one.
  fileprivate mutating func add(
    _ identifier: String, at time: Int64, _ content: NotificationContent
  ) {
    os.add(
      NotificationRequest(
        identifier: identifier, trigger: .calendar(os.zone.wallTime(at: time), zone: nil),
        content: content))
  }
}

extension Plugin {
  /// The plugin loses a call that waits.
  mutating func forgetCall(_ number: Int) { _ = calls.take(number) }
}
