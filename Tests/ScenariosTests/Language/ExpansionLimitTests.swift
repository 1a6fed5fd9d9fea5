import LocatedYAML
import Testing

@testable import Scenarios

@Suite("Limits of what variables fill")
struct ExpansionLimitTests {
  /// Variables of which each holds the one before `times` times, and a step that uses the last.
  private static func chain(_ levels: Int, times: Int, step: String) -> String {
    var lines = ["name: a", "vars:", "  V0: '\(String(repeating: "x", count: 64))'"]
    for level in 1...levels {
      let inner = String(repeating: "${V\(level - 1)}", count: times)
      lines.append("  V\(level): '\(inner)'")
    }
    lines += ["steps:", step.replacing("%", with: "${V\(levels)}")]
    return lines.joined(separator: "\n")
  }

  @Test("variables that hold one another ten times each are an error at the first that is too long")
  func bomb() throws {
    let clock = ContinuousClock()
    let began = clock.now
    let errors = LanguageRun().errors(
      Self.chain(12, times: 10, step: "  - {press: Check Permissions, label: '%'}"))
    #expect(
      errors.first
        == "a.yaml:7:7: with its variables this value has more than 65536 bytes; "
        + "put shorter values in, or fewer of them")
    #expect(clock.now - began < .seconds(5))
  }

  @Test("a value of exactly 64 KiB is taken, one byte more is not")
  func edge() {
    // 64 bytes, 1,024 of them.
    let text = "  - {call: {configure: {storage: '%'}}}"
    #expect(LanguageRun().errors(Self.chain(2, times: 32, step: text)) == [])
    let longer = text.replacing("%", with: "%.")
    #expect(LanguageRun().errors(Self.chain(2, times: 32, step: longer)).count == 1)
  }

  @Test("a variable from outside has the same limit")
  func outside() {
    let long = String(repeating: "x", count: Substitution.valueBytesMax + 1)
    let errors = LanguageRun(variables: [("LONG", long)]).errors(
      "name: a\nsteps: [{call: {configure: {storage: '${LONG}'}}}]")
    #expect(errors.count == 1)
    #expect(errors.first?.contains("the value of 'LONG' has more than 65536 bytes") == true)
  }

  @Test("all filled values of a file have a limit together")
  func together() {
    let value = String(repeating: "x", count: Substitution.valueBytesMax)
    let repeated = """
      name: a
      steps:
        - repeat: {times: 2000, steps: [{call: {configure: {storage: "${LONG}"}}}]}
      """
    let errors = LanguageRun(variables: [("LONG", value)]).errors(repeated)
    #expect(errors.count == 1)
    #expect(errors.first?.contains("have more than 67108864 bytes; repeat less") == true)
  }

  @Test("a captured value that is too long is not filled in")
  func captured() throws {
    var scope = VariableScope()
    scope.set("BODY", Variable(String(repeating: "x", count: Substitution.valueBytesMax + 1)))
    var substitution = Substitution(scope)
    let node = YAMLNode(place: .start, content: .scalar("${BODY}", isPlain: true))
    #expect(throws: YAMLProblem.self) { _ = try substitution.filled(node) }
  }

  @Test("a label has at most 4 KiB, since every step of a group carries it")
  func label() {
    let label = String(repeating: "x", count: Step.textBytesMax + 1)
    for step in [
      "{press: Check Permissions, label: %}",
      "{repeat: {times: 2, steps: [runUntilIdle]}, label: %}",
    ] {
      let errors = LanguageRun().errors("name: a\nsteps: [\(step.replacing("%", with: label))]")
      #expect(errors.count == 1)
      #expect(errors.first?.contains("'label' has more than 4096 bytes") == true)
    }
  }
}
