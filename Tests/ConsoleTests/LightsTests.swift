import DailyNotification
import DeviceModel
import History
import Scenarios
import Testing

@testable import Console

@Suite("The lights of the status")
struct LightsTests {
  private static let scheduled = ["c", "r", "allow", "s"]
  private static let served = [
    "configure apiServer=https://api.test.example "
      + "activeDid=did:ethr:0x77D8EA059Ab6eB9a19Ecf520025d40847A2360a0"
  ]

  @Test("what was put off comes next where nothing comes before it")
  func postponed() {
    let phone = CommandedPhone(
      Self.scheduled + [
        "b", "runUntilIdle", "advance 14m", "tapNotification daily_daily later",
      ])
    #expect(phone.row("Scheduled") == "● 06:56:30, in 1h · daily, put off")
    let forecast = Forecast.next(phone.model.facts)
    #expect(forecast?.title == "Daily put off, 06:56:30, in 1h")
    #expect(forecast?.rows.first?.text == "the same again, “Daily Update”")
    #expect(phone.stages == "15 Nov 05:53 daily: ●●●●●●●")
  }

  @Test("a dual notification that is skipped without content waits for it, and nothing is wrong")
  func skipped() {
    let phone = CommandedPhone(
      ["c", "r", "allow"] + DualSample.commands(fallback: "skip") + ["background", "foreground"])
    #expect(
      phone.row("Scheduled") == "▲ dual 05:53:00: only with fresh content, prefetch 05:48:00")
    #expect(phone.stages == "15 Nov 05:53 dual: ●●▲●▲○○")
  }

  @Test("the same on Android, where its alarm is set")
  func skippedOnAndroid() {
    let phone = CommandedPhone(
      ["c", "r", "allow", "setExactAlarm granted"] + DualSample.commands(fallback: "skip"),
      on: DeviceConfiguration(platform: .android))
    #expect(
      phone.row("Scheduled") == "▲ dual 05:53:00: only with fresh content, prefetch 05:48:00")
  }

  @Test("content that is of no use to its notification is no green fetch")
  func useless() {
    let old = CommandedPhone(["configure ttlSeconds=600"] + Self.scheduled + ["b", "runUntilIdle"])
    #expect(old.row("Last fetch") == "▲ 05:42:30 too old for 05:53")
    let other = CommandedPhone(
      Self.served + [
        #"scriptAPI [{"scheduledFor":"2025-11-16T05:53:00Z","times":9}]"#
      ] + Self.scheduled + ["b", "runUntilIdle"])
    #expect(other.row("Last fetch") == "▲ 05:42:30 for another time")
    for act in [["tamperCache removed"], ["reinstall", "launch"]] {
      var gone = CommandedPhone(Self.scheduled + ["b", "runUntilIdle"])
      #expect(gone.row("Last fetch") == "● 05:42:30 ✓ stored")
      gone.take(act)
      #expect(gone.row("Last fetch") == "▲ 05:42:30 stored, and not there any more", "\(act)")
    }
  }

  @Test(
    "a prefetch that is held names what ends that, whether it is due or not",
    arguments: [
      ("setBackgroundRefresh denied", "✗ :setBackgroundRefresh available"),
      ("setLowPowerMode on", "▲ :setLowPowerMode off"),
    ])
  func held(act: String, row: String) {
    var phone = CommandedPhone(Self.scheduled + [act])
    for _ in 1...2 {
      #expect(phone.row("Prefetch")?.hasPrefix("\(row) · held: ") == true)
      phone.take(["advance 6m"])
    }
  }

  @Test("after the clocks were shifted, every place names the same time")
  func shifted() {
    let phone = CommandedPhone(Self.scheduled + ["'dd"])
    #expect(phone.stages.hasPrefix("15 Nov 05:53 daily"))
    #expect(Forecast.next(phone.model.facts)?.shortTitle == "Daily, 05:53:00")
  }

  @Test("a simulator has no tasks, in the row and in the stages, and no error is made of it")
  func simulator() {
    var configuration = DeviceConfiguration()
    configuration.variant = .simulator
    var phone = CommandedPhone(Self.scheduled, on: configuration)
    #expect(phone.row("Prefetch") == "▲ a simulator has no tasks · b runs it")
    #expect(phone.stages == "15 Nov 05:53 daily: ●●●▲▲○○")
    #expect(phone.row("Last error") == "● none")
    phone.take(["b", "runUntilIdle"])
    #expect(phone.row("Prefetch") == "○ a simulator has no tasks")
    #expect(phone.stages == "15 Nov 05:53 daily: ●●●○●●○")
  }

  @Test(
    "a press that fetches has failed when its fetch has",
    arguments: ["setNetwork offline", "scriptAPI [{\"status\":500,\"times\":9}]", "fillDisk on"],
    ["b", "prefetchOnly"])
  func failedFetch(act: String, press: String) {
    var phone = CommandedPhone(Self.served + Self.scheduled + [act, press])
    if press == "b", act != "fillDisk on" {
      #expect(phone.row("Last press")?.hasPrefix("▲ the task is running ← ") == true)
    }
    phone.take(["runUntilIdle"])
    #expect(phone.row("Last press")?.hasPrefix("✗ its fetch failed: ") == true)
    let step = phone.session.model.run.result.steps.last { $0.text.contains("its fetch failed: ") }
    #expect(step?.outcome == .notJudged)
  }

  @Test("a press whose fetch ended with the process is not judged by a later fetch")
  func lostFetch() {
    var phone = CommandedPhone(
      Self.served + Self.scheduled + [
        "scriptAPI [{\"delayMs\":20000},{\"status\":500,\"times\":9}]", "b",
        "systemTerminate", "advance 2d",
      ])
    phone.take(["launch"])
    let steps = phone.session.model.run.result.steps
    #expect(!steps.contains { $0.text.contains("its fetch failed") }, "\(steps.map(\.text))")
    let failed = phone.session.model.run.history.marks.kept.contains {
      if case .prefetchFailed = $0.event { true } else { false }
    }
    #expect(failed, "a later fetch has failed")
  }

  @Test("content that was fetched live has one colour everywhere")
  func live() {
    let phone = CommandedPhone(
      [
        "c", "r", "allow", "setExactAlarm granted", "foreground", "s", "background",
        "setNetwork offline", "advance 10m", "setNetwork online", "setDoze on", "advance 4m",
      ], on: DeviceConfiguration(platform: .android))
    if phone.row("Last shown")?.contains("fetched live") == true {
      #expect(phone.row("Last shown")?.hasPrefix("●") == true)
      #expect(phone.model.stages[.delivered] == .ok)
    }
  }
}
