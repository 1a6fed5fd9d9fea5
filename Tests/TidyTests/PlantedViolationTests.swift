import Testing

@Suite("Planted violations")
struct PlantedViolationTests {
  @Test("are found by their rule", arguments: HouseRules.all)
  func violation(rule: Rule) {
    #expect(!rule.findings(in: file(rule.violation, rule)).isEmpty)
  }

  @Test("have a lookalike that the rule lets pass", arguments: HouseRules.all)
  func lookalike(rule: Rule) {
    #expect(rule.findings(in: file(rule.lookalike, rule)) == [])
  }

  @Test("have a rule with a name of its own")
  func names() {
    #expect(Set(HouseRules.all.map(\.name)).count == HouseRules.all.count)
  }

  @Test("of the pure ring are let pass in the shell")
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
    "of the order are found in loops and chains",
    arguments: [
      ("for id in alarms.keys { fire(id) }", 1),
      ("for (id, _) in self.alarms where id > 1 { fire(id) }", 1),
      ("let ids = alarms.keys.map { $0 + 1 }", 1),
      ("let ids = alarms.keys\n  .map { $0 + 1 }\n  .sorted()", 0),
      ("for id in alarms.keys.sorted() { fire(id) }", 0),
      ("for alarm in list { fire(alarm) }", 0),
      ("func next(for alarms: Alarms) { alarms.fire() }", 0),
    ])
  func order(code: String, count: Int) {
    let text = "struct Alarms { var alarms: [Int: Alarm]; var list: [Alarm] }\n" + code
    let file = SourceFile("Sources/DeviceModel/Alarms.swift", text)
    #expect(Rule.unorderedIteration.findings(in: file).count == count)
  }

  private func file(_ sample: Rule.Sample, _ rule: Rule) -> SourceFile {
    SourceFile(sample.path ?? rule.scope.samplePath, sample.text)
  }
}

extension Rule: CustomTestStringConvertible {
  var testDescription: String { name }
}
