import DailyNotification
import DeviceModel
import History
import JSONText
import Session
import SimulationCore
import Testing

@testable import Scenarios

/// Two other tellers of the same runs: what the system recorded as shown, and the plugin's reports.
@Suite("Lost notifications of random weeks")
struct LossHistoriesTests {
  private static let acts: [(verb: String, parameters: JSONObject)] = [
    ("launch", [:]), ("foreground", [:]), ("background", [:]), ("swipeAway", [:]),
    ("forceStop", [:]), ("systemTerminate", [:]), ("clearPending", [:]), ("powerOff", [:]),
    ("powerOn", [:]), ("unlock", [:]), ("reboot", [:]), ("setPermission", ["value": "denied"]),
    ("setPermission", ["value": "granted"]), ("setExactAlarm", ["value": "denied"]),
    ("setExactAlarm", ["value": "granted"]),
  ]

  @Test(
    "were not shown, and are all that the plugin is certain to have missed",
    arguments: DevicePlatform.allCases)
  func weeks(platform: DevicePlatform) throws {
    var (lostCount, shownCount, missedCount) = (0, 0, 0)
    for seed in 1...25 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed, stream: "weeks")
      var configuration = DeviceConfiguration(platform: platform)
      configuration.seed = seed
      var run = InteractiveRun(name: "a", configuration: configuration)
      for verb in ["setPermission", "setExactAlarm"] {
        _ = run.press(
          try VerbTable.command(verb: verb, parameters: ["value": "granted"]), title: verb)
      }
      _ = run.press(
        .call(method: "scheduleDailyNotification", options: ["time": "05:53"]), title: "daily")
      for _ in 0..<10 {
        let act = Self.acts[Int(random.below(UInt64(Self.acts.count)))]
        _ = run.press(
          try VerbTable.command(verb: act.verb, parameters: act.parameters), title: act.verb)
        let hours = 1 + Int64(random.below(36))
        try run.advance(to: run.device.os.now.advanced(byMilliseconds: hours * 3_600_000))
      }
      var shown: Set<Int64> = []
      var missed: Set<Int64> = []
      run.device.os.trace.forEach(from: 0) { record in
        if case .notification(.delivered(let item)) = record.payload {
          shown.insert(item.content.info.plannedTime)
        } else if case .plugin(.hostEvent(.notificationMissed(let miss))) = record.payload,
          miss.certainty == .certain
        {
          missed.insert(miss.plannedTime)
        }
      }
      let lost = Set(run.losses(in: 0..<run.device.os.wallMilliseconds + 1).map(\.planned))
      #expect(lost.isDisjoint(with: shown), "seed \(seed)")
      #expect(missed.isSubset(of: lost), "seed \(seed): \(missed.subtracting(lost).sorted())")
      lostCount += lost.count
      shownCount += shown.count
      missedCount += missed.count
    }
    #expect(lostCount > 20 && shownCount > 20)
    // The iPhone says of few that it is certain.
    #expect(platform == .ios || missedCount > 5)
  }
}
