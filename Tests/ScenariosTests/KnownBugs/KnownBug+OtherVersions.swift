import DailyNotification
import SimulationCore

@testable import DeviceModel

extension KnownBug {
  private static let day: Int64 = 24 * 60 * 60_000

  /// The bugs of tokens, empty answers, chained notifications and intervals.
  static let ofOtherVersions: [KnownBug] = DevicePlatform.allCases.flatMap(onBoth) + [chained]

  private static func onBoth(_ platform: DevicePlatform) -> [KnownBug] {
    [
      KnownBug(
        number: 21, name: "upstream-21-token-refused-next-day", platform: platform,
        failure: "another token",
        // The host's token is the only one: the plugin can make none.
        configure: { $0.keychain.erase() }),
      KnownBug(
        number: 22, name: "upstream-22-empty-answer", platform: platform,
        failure: "no rows, nothing armed",
        configure: { $0.knobs.plugin.emptyResult = .synthetic }),
      KnownBug(
        number: 24, name: "upstream-24-ten-minutes-over-a-reboot", platform: platform,
        failure: "the interval was kept",
        // It has forgotten the interval, so that what is armed is a day later.
        misbehave: { device, record in
          guard record.isCommand(.reboot(isLocked: false)) || record.isBootCompleted else { return }
          for var row in device.os.storage.schedules {
            row.rollover = nil
            device.os.storage.write(row)
          }
          switch platform {
          case .ios:
            for request in device.os.pendingRequests { device.loseRequest(request.identifier) }
          case .android: device.putOffAlarms(by: day)
          }
        }),
      KnownBug(
        number: 27, name: "upstream-27-day-of-24-hours-at-dst", platform: platform,
        failure: "25 hours apart",
        configure: { $0.knobs.plugin.dailyRollover = .elapsed }),
    ]
  }

  private static let chained = KnownBug(
    number: 23, name: "upstream-23-chained-without-a-run", platform: .ios,
    failure: "said afterwards", invariants: [9],
    // It goes on to the next day without a word.
    misbehave: { device, record in
      guard record.isCommand(.background) else { return }
      for var row in device.os.storage.schedules {
        for var ledger in device.os.storage.ledger {
          ledger.settledThrough = row.wallMinute
          ledger.settledTime = row.triggerTime
          ledger.isUntouched = false
          device.os.storage.write(ledger)
        }
        row.triggerTime += day
        row.wallMinute += day / 60_000
        device.os.storage.write(row)
      }
    })
}

extension Device {
  /// Each alarm of an Android phone is set for later, in ms.
  fileprivate mutating func putOffAlarms(by milliseconds: Int64) {
    for entry in os.android.alarms.entries {
      try? os.setAlarm(
        Alarm(
          identifier: entry.alarm.identifier, time: entry.alarm.time + milliseconds,
          call: entry.alarm.call, payload: entry.alarm.payload))
    }
  }
}
