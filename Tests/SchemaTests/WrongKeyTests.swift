import JSONText
import SchemaSupport
import Testing

@testable import Scenarios

@Suite("A wrong key in a scenario")
struct WrongKeyTests {
  /// A step with a wrong key, and all that the schema says about it.
  static let rows: [(step: String, findings: [String])] = [
    ("{press: List, refusd: phoneOff}", ["/steps/0: 'refusd' does not belong here"]),
    ("{press: List, returns: 1, lbael: x}", ["/steps/0: 'lbael' does not belong here"]),
    (
      "{press: List, answer: allow}",
      [
        "/steps/0: 'answer' does not belong here", "/steps/0: 'press' does not belong here",
      ]
    ),
    ("device: {setBatery: 20}", ["/steps/0/device: 'setBatery' does not belong here"]),
    (
      "device: {setBattery: {levl: 20}}",
      [
        "/steps/0/device/setBattery: 'level' is missing",
        "/steps/0/device/setBattery: 'levl' does not belong here",
      ]
    ),
    ("call: {configur: {}}", ["/steps/0/call: 'configur' does not belong here"]),
    (
      "call: {method: configure, optoins: {}}",
      ["/steps/0/call: 'optoins' does not belong here"]
    ),
    ("advance: {untl: 5m}", ["/steps/0/advance: 'untl' does not belong here"]),
    ("expect: {pendin: 1}", ["/steps/0/expect: 'pendin' does not belong here"]),
    (
      "expect: {pending: {includes: [{name: a}]}}",
      ["/steps/0/expect/pending/includes/0: 'name' does not belong here"]
    ),
    ("expect: {event: {delivred: {}}}", ["/steps/0/expect/event: 'delivred' does not belong here"]),
    ("api: {stauts: 500}", ["/steps/0/api: 'stauts' does not belong here"]),
    (
      "repeat: {times: 2, steps: [{expect: {pendin: 1}}]}",
      ["/steps/0/repeat/steps/0/expect: 'pendin' does not belong here"]
    ),
    ("include: {file: _a.yaml, wiht: {}}", ["/steps/0/include: 'wiht' does not belong here"]),
  ]

  private let schema: JSONSchema

  init() throws {
    schema = try SchemaDirectory.project.get().schema(ScenarioSchemaTests.path)
  }

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
    #expect(findings.first?.hasPrefix("/steps/0/pres: not one of [\"press\",\"call\"") == true)
    #expect(try self.findings("{}").count == 1)
    #expect(try self.findings("{label: x}").count == 1)
  }
}
