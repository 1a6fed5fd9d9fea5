import LocatedYAML
import Scenarios
import Testing

@Suite("Strictness")
struct StrictnessTests {
  @Test("a condition without captures is evaluated before captured values are needed")
  func lateCondition() throws {
    let result = try LanguageRun().result(
      """
      name: a
      steps:
        - {call: getNotificationStatus, capture: {N: $.pending}, when: {platform: android}}
        - {expect: {pending: "${N}"}, when: {platform: android}}
        - {expect: {pending: 0}}
      """)
    #expect(result.steps.map(\.outcome) == [.skipped, .skipped, .passed])
  }

  @Test("a captured value cannot be passed to an include, and stdin cannot be included")
  func includes() {
    let run = LanguageRun(files: [
      "_p.yaml": "vars: {ID: x}\nsteps: [{call: configure, label: \"${ID}\"}]"
    ])
    let late = run.errors(
      "name: a\nsteps:\n  - {call: getNotificationStatus, capture: {N: $.pending}}\n"
        + "  - include: {file: _p.yaml, with: {ID: \"${N}\"}}\n")
    #expect(late.count == 1 && late[0].contains("a captured value cannot be given"), "\(late)")
    let input = run.errors("name: a\nsteps: [{include: \"-\"}]")
    #expect(input.count == 1 && input[0].contains("stdin cannot be included"), "\(input)")
  }

  @Test("a dollar before a captured value is refused, since it would escape it")
  func dollar() {
    let errors = LanguageRun().errors(
      """
      name: a
      vars: {PRICE: 5$}
      steps:
        - {call: getNotificationStatus, capture: {N: $.pending}}
        - {call: configure, label: "${PRICE}${N}"}
      """)
    #expect(errors.count == 1 && errors[0].contains("would escape it"), "\(errors)")
  }

  @Test("a soft failure does not hide a call without a reply")
  func openCall() throws {
    let result = try LanguageRun().result(
      "name: a\nsteps: [{expect: {pending: 1}, soft: true}, {call: requestNotificationPermissions}]"
    )
    #expect(result.steps.map(\.outcome) == [.failed, .failed])
  }

  @Test(
    "items of includes may be in any order, and each matches one",
    arguments: [
      ("{count: 56, includes: [daily_daily_2025-11-16, daily_daily]}", true),
      ("{includes: [daily_daily, daily_daily]}", false),
    ])
  func included(list: String, isFine: Bool) throws {
    let result = try LanguageRun().result(
      """
      name: a
      steps:
        - device: {setPermission: granted}
        - call: {scheduleDailyNotification: {time: "05:53"}}
        - expect: {pending: \(list)}
      """)
    #expect((result.outcome == .passed) == isFine, "\(result.failures)")
  }

  @Test(
    "a value of a type that never occurs is an error",
    arguments: [
      "expect: {status: {dialog: yes}}", "expectNever: {status: {pending: \"0\"}}",
      "expect: {store: {isFull: yes}}", "expectNever: {pending: {includes: [{id: [5]}]}}",
    ])
  func types(step: String) {
    #expect(LanguageRun().errors("name: a\nsteps: [{\(step)}]").count == 1)
  }

  @Test(
    "a field that no record has is an error, wherever it would hold",
    arguments: [
      ("expect: {event: {entry: {begin: x}, times: 0}}", "entry"),
      ("expect: {noEvent: {taskSubmitted: {begin: x}}}", "taskSubmitted"),
      ("expectNever: {event: {taskLaunched: {begin: x}}, within: 10m}", "taskLaunched"),
    ])
  func fields(step: String, record: String) {
    let errors = LanguageRun().errors("name: a\nsteps: [{\(step)}]")
    #expect(errors.count == 1, "\(errors)")
    #expect(errors.first?.contains("there is no \(record) field 'begin'") == true, "\(errors)")
  }

  @Test("a verb that makes a call may be rejected, lost or left waiting")
  func callingVerb() throws {
    let result = try LanguageRun().result(
      "name: a\nsteps: [{device: {scheduleInMinutes: 5}, waits: true}]")
    #expect(result.failures == [])
  }

  @Test(
    "files that cannot be read say what they are",
    arguments: [
      ([0xFF, 0xFE, 0x6E, 0x00], "this is UTF-16 text"),
      (Array("name: a\n\tsteps: []\n".utf8), "a tab indents here"),
      (Array("name: \"\"\nsteps: [runUntilIdle]".utf8), "must be a text, not an empty text"),
      (Array("name: a\nosVersion: banana\nsteps: [runUntilIdle]".utf8), "must be a version"),
      (Array("name: a\nallowViolations: [99]\nsteps: [runUntilIdle]".utf8), "from 1 to 17"),
      (Array("name: a\nredact: [X]\nsteps: [runUntilIdle]".utf8), "there is none at all here"),
    ] as [([UInt8], String)])
  func unreadable(bytes: [UInt8], message: String) {
    let errors = ScenarioFile.read(bytes, path: "a.yaml").errors.map(\.description)
    #expect(errors.count == 1 && errors[0].contains(message), "\(errors)")
  }

  @Test("findings, includes and the steps of all rows are limited")
  func bounds() {
    let wrong = String(repeating: "  - pres: x\n", count: 500)
    #expect(LanguageRun().errors("name: a\nsteps:\n" + wrong).count == 100)
    let empty = LanguageRun(files: ["_a.yaml": "steps: [runUntilIdle]"])
    let many = String(repeating: "  - include: _a.yaml\n", count: 1_001)
    let includes = empty.errors("name: a\nsteps:\n" + many)
    #expect(includes.count == 1 && includes[0].contains("more than 1000 includes"), "\(includes)")
    let rows = (1...30).map { "{N: \($0)}" }.joined(separator: ", ")
    let steps = LanguageRun().errors(
      "name: a\ndata: [\(rows)]\nsteps: [{repeat: {times: 10000, steps: [runUntilIdle]}}]")
    #expect(steps.count == 1 && steps[0].contains("more than 200000 steps together"), "\(steps)")
  }
}
