import Testing

@Suite("Planted violations")
struct PlantedViolationTests {
  @Test("are found by their rule", arguments: HouseRules.all)
  func violation(rule: Rule) {
    #expect(!findings(rule, in: rule.violation).isEmpty)
  }

  @Test("have a lookalike that the rule passes", arguments: HouseRules.all)
  func lookalike(rule: Rule) {
    #expect(findings(rule, in: rule.lookalike) == [])
  }

  @Test("have a rule with a unique name")
  func names() {
    #expect(Set(HouseRules.all.map(\.name)).count == HouseRules.all.count)
  }

  @Test("of the pure ring are none in the shell")
  func shell() {
    let main = SourceFile("Sources/dnp/Main.swift", "let now = Date()\nprint(now)\n")
    #expect(HouseRules.findings(in: [main], allowances: []) == [])
  }

  @Test("are reported with place, rule and remedy")
  func report() {
    let file = SourceFile("Sources/JSONText/Text.swift", "let a = 1\nlet b = try! parse()\n")
    let findings = HouseRules.findings(in: [file], allowances: [])
    #expect(
      findings.map(\.description)
        == ["Sources/JSONText/Text.swift:2: `try!` is banned — throw a typed error"])
  }

  @Test("may be allowed, while the allowance is needed")
  func allowance() {
    let path = "Sources/JSONText/Text.swift"
    let allowance = Allowance(
      rule: "`try!` is banned", path: path, text: "parse", reason: "planted")
    let bad = SourceFile(path, "let b = try! parse()")
    let good = SourceFile(path, "let b = try parse()")
    #expect(HouseRules.findings(in: [bad], allowances: [allowance]) == [])
    let unused = HouseRules.findings(in: [good], allowances: [allowance])
    #expect(unused.map(\.rule) == ["an allowance without need: `try!` is banned"])
  }

  @Test(
    "of hash order are found in loops and chains",
    arguments: [
      ("for id in alarms.keys { fire(id) }", 1),
      ("for (id, _) in self.alarms where id > 1 { fire(id) }", 1),
      ("let ids = alarms.keys.map { $0 + 1 }", 1),
      ("let ids = alarms.keys\n  .map { $0 + 1 }\n  .sorted()", 0),
      ("for id in alarms.keys.sorted() { fire(id) }", 0),
      ("for alarm in list { fire(alarm) }", 0),
      ("let id = table.keys.first { $0 > 1 }", 0),
      ("let id = alarms.keys.first { $0 > 1 }", 1),
      ("func next(for alarms: Alarms) { alarms.fire() }", 0),
    ])
  func order(code: String, count: Int) {
    let text =
      "struct Alarms { var alarms: [Int: Alarm]; var list: [Alarm]; var table: Table }\n" + code
    #expect(findings(.unorderedIteration, in: Rule.Sample(text)).count == count)
  }

  @Test(
    "of exhaustive switches are found in tuples",
    arguments: [
      ("switch (light, 1) {\ncase (.red, _): wait()\ncase (.amber(let since), 2): go()", 1),
      ("switch (name, light) {\ncase (\"a\", .red?): wait()\ncase (_, nil): go()", 1),
      ("switch (light, light) {\ncase (.red, .red), (.amber, _): wait()", 1),
      ("switch (result, name) {\ncase (.success, nil): wait()", 0),
      ("switch (name, number) {\ncase (\"a\", 1): wait()\ncase (let name?, nil): go()", 0),
    ])
  func tuples(code: String, count: Int) {
    let lights = ("Sources/DeviceModel/Light.swift", "enum Light { case red, amber(Int), green }")
    for rest in ["default: go()", "case (_, _): go()", "case let (a, b): go()", "case _: go()"] {
      let sample = Rule.Sample("\(code)\n\(rest)\n}", others: [lights])
      #expect(findings(.exhaustiveSwitch, in: sample).count == count, "\(rest)")
    }
  }

  private func findings(_ rule: Rule, in sample: Rule.Sample) -> [Finding] {
    let file = SourceFile(sample.path ?? rule.scope.samplePath, sample.text)
    let others = sample.others.map { SourceFile($0.path, $0.text) }
    return rule.findings(in: file, of: Project([file] + others))
  }
}

extension Rule: CustomTestStringConvertible {
  var testDescription: String { name }
}
