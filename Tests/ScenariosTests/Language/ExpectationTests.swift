import Scenarios
import SimulationCore
import Testing

@Suite("Expectations on time, store, counters and records")
struct ExpectationTests {
  private static let scheduled = """
    name: a
    knobs: {deliveryDrift: none, taskLateness: fixed}
    steps:
      - device: {setPermission: granted}
      - call: {scheduleDailyNotification: {time: "05:53"}}
      - device: background

    """

  private func failure(_ step: String) throws -> String? {
    let result = try LanguageRun().result(ExpectationTests.scheduled + "  - \(step)\n")
    return result.failures.first
  }

  @Test(
    "holds",
    arguments: [
      "expect: {delivered: 1, within: 11m}", "expect: {metric: {dnp_prefetch_scheduled_total: 1}}",
      "expect: {metric: {\"dnp_prefetch_failure_total{reason=AUTH}\": 0}}",
      "expect: {store: {schedules: [daily], contents: 0, isFull: false}}",
      "expect: {store: {schedules: [{alarm_id: daily, trigger_time: \"2025-11-15T05:53:00Z\"}]}}",
      "expect: {store: {values: {earliestBeginDate: \"2025-11-15T05:48:00Z\"}}}",
      "expect: {event: [taskSubmitted, {requestAdded: {identifier: daily_daily_2025-11-16}}]}",
      "expect: {event: {requestAdded: {identifier: daily_daily}, times: 1}}",
      "expect: {event: {taskExpired: {}, times: 0}}",
      "expect: {event: {requestAdded: {trigger: \"2025-11-15T05:53:00Z\"}}}",
      "expect: {noEvent: [delivered, {taskSubmitted: {earliestBeginDate: 2025-11-16T05:48:00Z}}]}",
      "expectNever: {delivered: 1, within: 10m29s}",
      "expectNever: {event: taskExpired, within: 2d}",
      // It was submitted before the step.
      "expectNever: {event: taskSubmitted}",
    ])
  func holds(step: String) throws {
    #expect(try failure(step) == nil)
  }

  @Test(
    "fails with what was expected and found",
    arguments: [
      ("expect: {delivered: 1, within: 10m}", "expected 1 delivered within 10m, found 0: []"),
      (
        "expect: {metric: {dnp_prefetch_scheduled_total: 2}}",
        "expected dnp_prefetch_scheduled_total = 2, found 1"
      ),
      ("expect: {store: {contents: 1}}", "expected 1 contents, found 0"),
      (
        "expect: {store: {values: {earliestBeginDate: \"2025-11-15T05:49:00Z\"}}}",
        "expected store.values.earliestBeginDate = \"2025-11-15T05:49:00Z\""
      ),
      ("expect: {event: delivered}", "expected a record delivered, found no delivered at all"),
      (
        "expect: {event: [{requestAdded: {identifier: daily_daily_2025-11-16}}, taskSubmitted]}",
        "found it was written, but before the one listed above it"
      ),
      ("expect: {event: {requestAdded: {identifier: x}}}", "found the last one {"),
      ("expect: {event: {requestAdded: {identifier: daily_daily}, times: 2}}", "found 1"),
      ("expect: {noEvent: taskSubmitted}", "expected no record taskSubmitted, found taskSubmitted"),
      ("expectNever: {delivered: 1, within: 11m}", "expected never 1 delivered, found it holds"),
      ("expectNever: {pending: 56}", "expected never 56 pending, found it holds"),
    ])
  func fails(step: String, message: String) throws {
    let failure = try failure(step)
    let found = try #require(failure)
    #expect(found.contains(message), "\(found)")
  }

  @Test("a field of a record that was not written is none that is missing in others of its kind")
  func fieldsOfOtherRecords() throws {
    let result = try LanguageRun().result(
      ExpectationTests.scheduled + """
          - expect: {event: {hostEvent: {name: prefetchCompleted}}, within: 2d}
          - expect: {noEvent: {hostEvent: {name: notificationMissed, id: daily}}}

        """)
    #expect(result.outcome == .passed)
  }

  @Test("within ends with the event that makes it hold")
  func moment() throws {
    let result = try LanguageRun().result(
      ExpectationTests.scheduled + "  - expect: {delivered: 1, within: 2d}\n")
    #expect(result.endInstant.milliseconds == 630_000)
    #expect(result.steps.last?.durationMilliseconds == 630_000)
  }

  @Test("within fails at the end of its duration")
  func limit() throws {
    let result = try LanguageRun().result(
      ExpectationTests.scheduled + "  - expect: {delivered: 5, within: 90s}\n")
    #expect(result.endInstant.milliseconds == 90_000)
  }

  @Test(
    "a typing mistake is an error in the file",
    arguments: [
      ("expect: {metric: {dnp_prefetch_sheduled_total: 1}}", "there is no metric"),
      ("expect: {store: {valus: {}}}", "there is no part of the store 'valus'"),
      ("expect: {store: {values: {begin: 1}}}", "there is no stored value 'begin'"),
      ("expect: {store: {}}", "'store' expects nothing"),
      ("expect: {event: deliverd}", "there is no kind of record 'deliverd'; did you mean"),
      ("expect: {event: []}", "'event' names no record"),
      ("expect: {event: {delivered: {}, tapped: {}}}", "names one kind of record, not 2"),
      ("expect: {within: 1m}", "'expect' expects nothing"),
      ("expect: {pending: 1, within: soon}", "'within' must be a duration"),
      ("expectNever: {noLog: \"[DNP-FETCH] BGTask expired\"}", "cannot stand in 'expectNever'"),
      ("api: 99", "an answer's status must be a whole number from 100 to 599"),
      ("api: [{stats: 500}]", "stats"),
    ])
  func mistakes(step: String, message: String) {
    let errors = LanguageRun().errors(ExpectationTests.scheduled + "  - \(step)\n")
    #expect(errors.count == 1 && errors[0].contains(message), "\(errors)")
  }

  @Test("the content API can be scripted in one line")
  func api() throws {
    for script in ["500", "{status: 500}", "[500, {status: 500, times: 9}]"] {
      let result = try LanguageRun().result(
        """
        name: a
        steps:
          - device: {setPermission: granted}
          - call: {configure: {apiServer: "https://api.test.example"}}
          - api: \(script)
          - press: Prefetch Only
          - runUntilIdle
          - expect: {metric: {"dnp_prefetch_failure_total{reason=SERVER}": 1}}
        """)
      #expect(result.failures == [])
    }
  }
}
