import JSONText
import SchemaSupport
import Testing

@testable import Scenarios

@Suite("A wrong key in a scenario")
struct WrongKeyTests {
  private static func stray(_ place: String, _ key: String) -> String {
    "\(place): Additional properties are not allowed ('\(key)' was unexpected)"
  }

  /// A step with a wrong key, and all that the schema says about it.
  static let rows: [(step: String, findings: [String])] = [
    ("{press: List, refusd: phoneOff}", [stray("/steps/0", "refusd")]),
    ("{press: List, returns: 1, lbael: x}", [stray("/steps/0", "lbael")]),
    (
      "{press: List, answer: allow}",
      [
        stray("/steps/0", "answer"),
        stray("/steps/0", "press"),
      ]
    ),
    ("device: {setBatery: 20}", [stray("/steps/0/device", "setBatery")]),
    (
      "device: {setBattery: {levl: 20}}",
      [
        "/steps/0/device/setBattery: 'level' is a required property",
        stray("/steps/0/device/setBattery", "levl"),
      ]
    ),
    ("call: {configur: {}}", [stray("/steps/0/call", "configur")]),
    ("call: {method: configure, optoins: {}}", [stray("/steps/0/call", "optoins")]),
    ("advance: {untl: 5m}", [stray("/steps/0/advance", "untl")]),
    ("expect: {pendin: 1}", [stray("/steps/0/expect", "pendin")]),
    (
      "expect: {pending: {includes: [{name: a}]}}",
      [
        stray("/steps/0/expect/pending/includes/0", "name")
      ]
    ),
    ("expect: {event: {delivred: {}}}", [stray("/steps/0/expect/event", "delivred")]),
    ("api: {stauts: 500}", [stray("/steps/0/api", "stauts")]),
    (
      "repeat: {times: 2, steps: [{expect: {pendin: 1}}]}",
      [
        stray("/steps/0/repeat/steps/0/expect", "pendin")
      ]
    ),
    ("include: {file: _a.yaml, wiht: {}}", [stray("/steps/0/include", "wiht")]),
  ]

  private let schema = JSONSchema(ScenarioSchemaTests.path)

  private func findings(_ step: String) throws -> [String] {
    schema.findings(in: try ScenarioSchemaTests.json("name: a\nsteps:\n  - \(step)\n"))
  }

  @Test("is named by the schema, with its place", arguments: rows.indices)
  func named(index: Int) throws {
    let row = WrongKeyTests.rows[index]
    #expect(try findings(row.step) == row.findings)
  }

  @Test("that should say what a step does is named beside those that can")
  func action() throws {
    let findings = try findings("pres: Check Plugin Status")
    #expect(findings.count == 1)
    #expect(findings.first?.hasPrefix("/steps/0: 'pres' is not one of ['press', 'call'") == true)
    #expect(try self.findings("{}").count == 1)
    #expect(try self.findings("{label: x}").count == 1)
  }
}
