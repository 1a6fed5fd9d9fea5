import Reports
import Scenarios
import Testing

@Suite("JUnit report")
struct JUnitReportTests {
  private func root(
    _ format: ReportFormat, _ results: [ScenarioResult]
  ) throws -> MarkupTree.Element {
    try MarkupTree.parse(format.text(results, context: SampleResults.context))
  }

  @Test("of the strict kind has only elements and attributes that the schema has")
  func strict() throws {
    let results = try SampleResults.all() + [SampleResults.oddOne(), SampleResults.notRun()]
    #expect(JUnitRules.findings(in: try root(.junit, results)) == [])
    #expect(JUnitRules.findings(in: try root(.junit, [])) == [])
  }

  @Test(
    "that breaks a rule is found",
    arguments: [
      ("<testsuite name='a' tests='1' failures='0' errors='0'/>", "the root is testsuite"),
      ("<testsuites skipped='0'/>", "testsuites: skipped does not belong here"),
      ("<testsuites time='1.2345'/>", "testsuites: time 1.2345"),
      ("<testsuites time='1e-3'/>", "testsuites: time 1e-3"),
      ("<testsuites><testcase name='a'/></testsuites>", "testsuites: testcase does not belong"),
      ("<testsuites><testsuite name='a'/></testsuites>", "testsuite: tests is missing"),
      ("<testsuites><flakyFailure/></testsuites>", "flakyFailure: type is missing"),
      ("<testsuites><assertion/></testsuites>", "there is no element assertion"),
    ])
  func broken(text: String, finding: String) throws {
    let findings = JUnitRules.findings(in: try MarkupTree.parse(text))
    #expect(findings.contains { $0.hasPrefix(finding) }, "\(findings)")
  }

  @Test("has a suite for each area, whose counts are those of its cases")
  func suites() throws {
    let root = try root(.junit, SampleResults.all())
    let suites = root.children("testsuite")
    #expect(suites.map { $0.attributes["name"] } == ["first", "scenarios", "other"])
    for element in suites + [root] {
      let cases = element.all.filter { $0.name == "testcase" }
      func count(_ name: String) -> String { String(cases.count { !$0.children(name).isEmpty }) }
      #expect(element.attributes["tests"] == String(cases.count))
      #expect(element.attributes["failures"] == count("failure"))
      #expect(element.attributes["errors"] == count("error"))
      if element !== root { #expect(element.attributes["skipped"] == count("skipped")) }
    }
    #expect(root.attributes["failures"] == "1")
    #expect(root.attributes["errors"] == "1")
    #expect(root.attributes["time"] == "1.226")
    #expect(suites[0].attributes["timestamp"] == "2025-11-15T05:42:30")
  }

  @Test("distinguishes failure, error, skip and earlier attempts")
  func outcomes() throws {
    let cases = try root(.junit, SampleResults.all()).all.filter { $0.name == "testcase" }
    let names = cases.map { $0.children.map(\.name) }
    #expect(
      names == [
        [], ["failure", "rerunFailure", "system-out"], ["error", "system-out"], ["skipped"],
        ["flakyFailure"],
      ])
    let failure = try #require(cases[1].children.first)
    #expect(failure.attributes["type"] == "expectation")
    #expect(
      failure.attributes["message"]?.hasPrefix("step 2 'expect pending': expected 1 pending")
        == true)
    #expect(
      failure.text.hasPrefix(
        "scenarios/first/a.yaml:6:14: step 2 'expect pending'\n  6 |   - expect: {pending: 1}\n"
          + "    |              ^\n  expected"))
    #expect(cases[2].children[0].text.hasPrefix("shared/open.yaml:5:14: step 1"))
    #expect(cases[3].children[0].attributes["message"] == "the platform is not android")
    #expect(cases[1].children[2].text.contains("[DNP-PLUGIN] status = ready"))
    #expect(cases.map { $0.attributes["time"] } == ["0.003", "1.204", "0.000", "0.012", "0.007"])
  }

  @Test("has the type invariant for a broken invariant")
  func invariant() throws {
    var result = try SampleResults.passed()
    result.outcome = .failed
    let odd = try SampleResults.oddOne()
    result.violations = odd.violations
    let failure = try root(.junit, [result]).all.first { $0.name == "failure" }
    #expect(failure?.attributes["type"] == "invariant")
  }

  @Test("has the type judgement for a person's verdict, with the note")
  func judgement() throws {
    let result = try SampleResults.judged()
    let failure = try #require(
      try root(.junit, [result]).all.first { $0.name == "failure" })
    #expect(failure.attributes["type"] == "judgement")
    let line = "step 3 '\(result.steps[2].title)': judged fail: the button is cut off"
    #expect(failure.attributes["message"] == line)
    #expect(failure.text.contains("judged    fail: the button is cut off"))
    // The type is that of the failure in the message.
    var both = result
    both.steps[1].failure = try SampleResults.failed().steps[1].failure
    let mixed = try root(.junit, [both]).all.first { $0.name == "failure" }
    #expect(mixed?.attributes["type"] == "expectation")
  }

  @Test("has unique case names in a class, even if a scenario has a numbered name")
  func unique() throws {
    var results = try (1...4).map { _ in try SampleResults.flaky() }
    results[3].name = "is flaky (2)"
    let cases = try root(.junit, results).all.filter { $0.name == "testcase" }
    let pairs = cases.map { [$0.attributes["classname"], $0.attributes["name"]] }
    #expect(Set(pairs).count == 4)
    #expect(pairs.first == ["dnp.other", "is flaky"])
  }

  @Test("of the extended kind has file, line, properties and skipped counts too")
  func extended() throws {
    let root = try root(.junitExtended, SampleResults.all())
    #expect(root.attributes["skipped"] == "1")
    let cases = root.all.filter { $0.name == "testcase" }
    #expect(cases[1].attributes["file"] == "scenarios/first/a.yaml")
    #expect(cases[1].attributes["line"] == "6")
    #expect(cases[0].attributes["line"] == nil)
    #expect(
      cases.map { $0.attributes["time"] }
        == ["0.003000", "1.204056", "0.000412", "0.012000", "0.007000"])
    // Some readers take all suites for one.
    let suites = root.children("testsuite")
    #expect(
      suites.map { $0.children("properties").count } == suites.indices.map { $0 == 0 ? 1 : 0 })
    #expect(cases[2].attributes["file"] == "shared/open.yaml")
    let properties = cases[1].children("properties").flatMap { $0.children("property") }
    let seed = properties.first { $0.attributes["name"] == "seed" }
    #expect(seed?.attributes["value"] == "1")
    #expect(properties.contains { $0.attributes["name"] == "step[failed]" })
  }

  @Test(
    "derives the area from a path",
    arguments: [
      ("assets/scenarios/first-run/happy.yaml", "first-run"),
      ("scenarios/a/b/c.yaml", "a"), ("x/y/c.yaml", "y"), ("./c.yaml", "scenarios"),
      ("scenarios/c.yaml", "scenarios"), ("<stdin>", "scenarios"), ("../c.yaml", "scenarios"),
    ])
  func area(path: String, area: String) throws {
    var result = try SampleResults.flaky()
    result.path = path
    let cases = try root(.junit, [result]).all.filter { $0.name == "testcase" }
    #expect(cases.first?.attributes["classname"] == "dnp.\(area)")
  }
}
