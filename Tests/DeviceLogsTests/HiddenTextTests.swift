import DailyNotification
import DeviceLogs
import Testing

@Suite("Text hidden by the system")
struct HiddenTextTests {
  private func answer(_ changes: [Int: String]) throws -> LogAnswer {
    var lines = PluginLog.whole
    for (index, line) in changes.sorted(by: { $0.key < $1.key }) { lines[index] = line }
    return try Validating.answer(lines: lines)
  }

  @Test(
    "counts as a match, with a warning",
    arguments: [
      (3, "[DNP-SCHEDULER] scheduleDailyNotification() → notificationTime=<private>"),
      (3, "[DNP-SCHEDULER] <private>"), (5, "[DNP-FETCH] BGAppRefreshTask <private>"),
      (5, "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=<private>)"),
      (0, "[DNP-PLUGIN] <private>() called"), (1, "[DNP-PLUGIN] <private> = <private>"),
    ])
  func wildcard(index: Int, line: String) throws {
    let answer = try answer([index: line])
    #expect(answer.verdict == .passed)
    let profile = try #require(answer.profiles.first)
    #expect([.ok, .hidden].contains(profile.steps[index].verdict))
    #expect(answer.tally.hidden == 1)
    #expect(answer.warnings.count == 1 && answer.warnings[0].contains("<private>"))
  }

  @Test("leaves a timing unchecked, and says so")
  func unchecked() throws {
    let line = "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=<private>)"
    let profile = try #require(try answer([5: line]).profiles.first)
    #expect(profile.timings[0].checked == 0)
    #expect(profile.timings[0].unchecked == "a time is hidden behind <private>")
    #expect(profile.timings[1].checked == 1 && profile.timings[1].unchecked == nil)
  }

  @Test("does not match what it cannot be")
  func limits() throws {
    for line in [
      "[DNP-STORAGE] <private>", "[DNP-FETCH] Prefetch <private>", "[DNP-FETCH] x <private>",
    ] {
      #expect(try answer([5: line]).verdict == .broken, "\(line)")
    }
    // It matches only in its own place.
    for (place, isRight) in [(1, false), (2, false), (3, true), (4, false), (12, false)] {
      var lines = PluginLog.whole
      lines.remove(at: 3)
      lines.insert("[DNP-SCHEDULER] <private>", at: place)
      let verdict = try Validating.answer(lines: lines).verdict
      #expect(verdict == (isRight ? .passed : .broken), "\(place)")
    }
  }
}
