import Scenarios
import Testing

@Suite("Includes and repetitions")
struct IncludeTests {
  private static let allow = """
    vars: {ANSWER: allow}
    steps:
      - press: Request Permissions
      - answer: ${ANSWER}
    """

  @Test("an include is replaced by the file's steps, with their own variables")
  func included() throws {
    let run = LanguageRun(files: ["parts/_allow.yaml": IncludeTests.allow])
    for (with, word) in [("", "granted"), (", with: {ANSWER: deny}", "denied")] {
      let result = try run.result(
        """
        name: a
        steps:
          - include: {file: ./parts/_allow.yaml\(with)}
          - expect: {status: {permission: \(word)}}
        """)
      #expect(result.failures == [])
      #expect(result.steps.map(\.includedFrom) == ["parts/_allow.yaml", "parts/_allow.yaml", nil])
      #expect(result.steps.map(\.line) == [3, 4, 4])
    }
  }

  @Test("a path is relative to the folder of the including file")
  func paths() throws {
    let run = LanguageRun(files: [
      "x/parts/_a.yaml": "steps: [{include: ../_b.yaml}]", "x/_b.yaml": "steps: [runUntilIdle]",
    ])
    let contents = run.read("name: a\nsteps: [{include: parts/_a.yaml}]", path: "x/a.yaml")
    #expect(contents.errors.isEmpty)
    #expect(contents.scenarios.first?.steps.map(\.file) == ["x/_b.yaml"])
  }

  @Test("a condition beside an include applies to all its steps")
  func conditional() throws {
    let run = LanguageRun(files: ["_allow.yaml": IncludeTests.allow])
    let result = try run.result(
      """
      name: a
      steps:
        - include: _allow.yaml
          when: {variant: simulator}
        - expect: {status: {permission: prompt}}
      """)
    #expect(result.outcome == .passed)
    #expect(result.steps.map(\.outcome) == [.skipped, .skipped, .passed])
  }

  @Test("a circle of includes is an error that shows the circle")
  func circle() {
    let run = LanguageRun(files: [
      "_b.yaml": "steps: [{include: _c.yaml}]", "_c.yaml": "steps: [{include: _b.yaml}]",
    ])
    #expect(
      run.errors("name: a\nsteps: [{include: _b.yaml}]") == [
        "_c.yaml:1:19: a file includes itself: _b.yaml → _c.yaml → _b.yaml "
          + "(included by _b.yaml); break the circle"
      ])
    let own = LanguageRun(files: ["a.yaml": "x"])
    #expect(own.errors("name: a\nsteps: [{include: a.yaml}]")[0].contains("a.yaml → a.yaml"))
  }

  @Test("errors in an included file are reported with their place in it")
  func wrong() {
    let run = LanguageRun(files: [
      "_step.yaml": "steps:\n  - pres: x\n", "_seed.yaml": "seed: 1\nsteps: [runUntilIdle]",
      "_yaml.yaml": "steps: [", "_empty.yaml": "steps: []", "_vars.yaml": IncludeTests.allow,
    ])
    let cases = [
      ("_none.yaml", "a.yaml:3:14: '_none.yaml' cannot be included: there is no such file"),
      ("_step.yaml", "_step.yaml:2:5: there is no step 'pres'"),
      ("_seed.yaml", "_seed.yaml:1:1: an included file has no 'seed' of its own"),
      ("_yaml.yaml", "_yaml.yaml:"), ("_empty.yaml", "_empty.yaml:1:8: 'steps' is empty"),
      (
        "{file: _vars.yaml, with: {ANSWR: deny}}",
        "a.yaml:3:14: there is no variable of the included file 'ANSWR'; did you mean 'ANSWER'?"
      ),
      ("{with: {A: 1}}", "a.yaml:3:14: 'include' names no file"),
    ]
    for (include, message) in cases {
      let errors = run.errors("name: a\nsteps:\n  - include: \(include)\n")
      #expect(errors.count == 1 && errors[0].hasPrefix(message), "\(errors)")
    }
  }

  @Test("too many levels of includes are an error")
  func depth() {
    var files: [String: String] = [:]
    for index in 0..<40 { files["_\(index).yaml"] = "steps: [{include: _\(index + 1).yaml}]" }
    let errors = LanguageRun(files: files).errors("name: a\nsteps: [{include: _0.yaml}]")
    #expect(errors.count == 1 && errors[0].contains("more than 16 files"), "\(errors)")
  }

  @Test("a repetition counts its rounds")
  func repeated() throws {
    let result = try LanguageRun().result(
      """
      name: a
      vars: {N: 3}
      steps:
        - device: {setPermission: granted}
        - repeat:
            times: ${N}
            steps:
              - call: {scheduleDailyNotification: {id: "s${INDEX}", time: "0${INDEX}:00"}}
                label: schedule ${INDEX}
        - expect: {store: {schedules: [s1, s2, s3]}}
      """)
    #expect(result.failures == [])
    #expect(
      result.steps.dropFirst().prefix(3).map(\.title) == [
        "schedule 1", "schedule 2", "schedule 3",
      ])
  }

  @Test("nested repetitions stop at the limit, with one error")
  func bound() {
    let inner = "{repeat: {times: 1000, steps: [runUntilIdle]}}"
    let errors = LanguageRun().errors(
      "name: a\nsteps: [{repeat: {times: 1000, steps: [\(inner)]}}]")
    #expect(errors.count == 1 && errors[0].contains("more than 10000 steps"), "\(errors)")
    for times in ["0", "10001", "x"] {
      let wrong = LanguageRun().errors(
        "name: a\nsteps: [{repeat: {times: \(times), steps: [runUntilIdle]}}]")
      #expect(wrong.count == 1 && wrong[0].contains("'times' must be a whole number"))
    }
  }
}
