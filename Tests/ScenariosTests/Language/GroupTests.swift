import LocatedYAML
import Scenarios
import Testing

@Suite("Breaks and groups")
struct GroupTests {
  private func errors(_ breaks: String) -> [String] {
    LanguageRun().errors(
      """
      name: a
      data: [{X: configure}, {X: getPowerState}]
      steps:
        - {call: "${X}", label: twice}
        - {call: "${X}", label: twice}
      breaks: [\(breaks)]
      """)
  }

  @Test(
    "an impossible break is an error",
    arguments: [
      ("{row: 3, remove: 1, fails: x}", "'row' must be a whole number from 1 to 2"),
      ("{remove: 1, with: {pres: 7}, fails: x}", "'with' belongs to 'replace', not to 'remove'"),
      ("{remove: twice, fails: x}", "2 steps are labelled 'twice'"),
      ("{replace: 1, with: {include: a.yaml}, fails: x}", "'include' cannot stand in 'with'"),
    ])
  func breaks(text: String, message: String) {
    let found = errors(text)
    #expect(found.count == 1 && found[0].contains(message), "\(found)")
  }

  @Test("a break applies to its row")
  func rows() {
    let contents = LanguageRun().read(
      "name: a\ndata: [{X: 1}, {X: 2}]\nsteps: [{expect: {pending: \"${X}\"}}]\n"
        + "breaks: [{row: 2, remove: 1, fails: x}]\n")
    #expect(contents.scenarios.map(\.breaks.count) == [0, 1])
  }

  @Test("label, when and soft beside a group apply to all of its steps")
  func groups() throws {
    let result = try LanguageRun().result(
      """
      name: a
      steps:
        - repeat: {times: 2, steps: [{expect: {pending: 9}, label: "look ${INDEX}"}]}
          label: group
          soft: true
        - call: configure
      """)
    #expect(result.steps.map(\.title) == ["group: look 1", "group: look 2", "call configure"])
    #expect(result.steps.map(\.outcome) == [.failed, .failed, .passed])
  }

  @Test("a captured value can be used in a label and in a key")
  func late() throws {
    let result = try LanguageRun().result(
      """
      name: a
      vars: {METRIC: dnp_cache_hits_total}
      steps:
        - call: getNotificationStatus
          capture: {N: $.pending}
        - label: "there are ${N}"
          expect: {pending: "${N}", metric: {"${METRIC}": 0}}
      """)
    #expect(result.failures == [])
    #expect(result.steps[1].title == "there are 0")
  }

  @Test(
    "an expectation that can never match, or is empty, is an error",
    arguments: [
      ("expect: {status: {process: forground}}", "did you mean 'foreground'?"),
      ("expect: {status: {}}", "'status' expects nothing"),
      ("expect: {pending: {}}", "'pending' expects nothing"),
      ("{call: configure, rejects: {error: invalid_paramter}}", "did you mean"),
    ])
  func senseless(step: String, message: String) {
    let found = LanguageRun().errors("name: a\nsteps:\n  - \(step)\n")
    #expect(found.count == 1 && found[0].contains(message), "\(found)")
  }

  @Test("a part is checked on its own, whatever the values of its variables")
  func part() {
    let good = "vars: {A: 1}\nsteps: [{expect: {pending: \"${A}\"}}, {call: \"${B}\"}]"
    #expect(LanguageRun().read(good, path: "x/_a.yaml").errors.isEmpty)
    let bad = LanguageRun().read("steps: [{pres: x}]", path: "x/_a.yaml").errors
    #expect(bad.map(\.description).first?.contains("_a.yaml:1:10: there is no step 'pres'") == true)
  }

  @Test("a refusal can be expected of api, too")
  func refusedScript() {
    #expect(
      LanguageRun().errors("name: a\nsteps: [{api: 500, refused: phoneOff, soft: true}]").isEmpty)
  }
}
