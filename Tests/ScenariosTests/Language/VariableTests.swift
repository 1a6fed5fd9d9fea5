import LocatedYAML
import Scenarios
import Testing

@Suite("Variables")
struct VariableTests {
  private func scheduled(_ header: String, _ variables: [(name: String, value: String)] = [])
    throws -> String
  {
    let result = try LanguageRun(variables: variables).result(
      """
      name: a
      \(header)
      steps:
        - device: {setPermission: granted}
        - call: {scheduleDailyNotification: {time: "${TIME}"}}
        - expect: {log: "[DNP-PLUGIN] configure() called", within: 1ms}
          soft: true
      """)
    return result.lines.first?.text ?? "\(result.failures)"
  }

  @Test("a variable of the file stands for its value")
  func ofFile() throws {
    #expect(try scheduled("vars: {TIME: \"05:53\"}").contains("05:53:00Z"))
  }

  @Test("the command line wins over the file, and a row of data over both")
  func precedence() throws {
    let given = [(name: "TIME", value: "07:00")]
    #expect(try scheduled("vars: {TIME: \"05:53\"}", given).contains("07:00:00Z"))
    let row = try scheduled("vars: {TIME: \"05:53\"}\ndata: [{TIME: \"08:00\"}]", given)
    #expect(row.contains("08:00:00Z"))
  }

  @Test("a variable may use earlier ones and have a default")
  func composed() throws {
    let header = "vars: {HOUR: \"06\", TIME: \"${HOUR}:${MINUTE:-15}\"}"
    #expect(try scheduled(header).contains("06:15:00Z"))
  }

  @Test("a variable that is the whole value keeps its type; within a string it is text")
  func types() throws {
    let result = try LanguageRun().result(
      """
      name: a
      vars: {N: 700, TEXT: "700"}
      steps:
        - call: {configure: {ttlSeconds: "${N}"}}
        - call: {configure: {ttlSeconds: "${TEXT}"}}
          rejects: invalid_parameter
        - call: {configure: {ttlSeconds: "${N}0"}}
          rejects: invalid_parameter
      """)
    #expect(result.failures == [])
  }

  @Test("two dollars stand for the characters themselves")
  func escaped() throws {
    let result = try LanguageRun().result(
      """
      name: "costs $${PRICE} and $5"
      steps: [runUntilIdle]
      """)
    #expect(result.name == "costs ${PRICE} and $5")
  }

  @Test(
    "an invalid variable is an error with place and remedy",
    arguments: [
      ("${TIEM}", "the variable 'TIEM' is not set; did you mean '${TIME}'?"),
      ("${NOTHING}", "the variable 'NOTHING' is not set; set it in 'vars', with -e NOTHING=…"),
      ("${TIME", "'${' without '}'"),
      ("${9}", "'${9}' names no variable"),
      ("${}", "'${}' names no variable"),
    ])
  func wrong(text: String, message: String) {
    let errors = LanguageRun().errors(
      "name: a\nvars: {TIME: 1}\nsteps:\n  - call: {configure: {dbPath: \"\(text)\"}}\n")
    #expect(errors.count == 1)
    #expect(errors[0].hasPrefix("a.yaml:4:32: \(message)"), "\(errors)")
  }

  @Test("a name must be valid, and a value must be a single value")
  func wrongDeclarations() {
    let cases = [
      ("vars: {9A: 1}", "'9A' cannot be a variable's name"),
      ("vars: {INDEX: 1}", "'INDEX' cannot be a variable's name"),
      ("vars: {A: [1]}", "a variable holds one value, not a list"),
    ]
    for (header, message) in cases {
      let errors = LanguageRun().errors("name: a\n\(header)\nsteps: [runUntilIdle]")
      #expect(errors.count == 1 && errors[0].contains(message), "\(errors)")
    }
  }

  @Test("an unused variable is a warning")
  func unused() {
    let contents = LanguageRun().read(
      "name: a\nvars: {A: 1, B: 2}\nsteps: [{expect: {pending: \"${A}\"}}]")
    #expect(contents.errors.isEmpty)
    #expect(contents.warnings.map(\.message) == ["nothing uses the variable 'B'"])
  }
}
