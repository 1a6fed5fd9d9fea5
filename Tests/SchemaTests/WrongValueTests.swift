import JSONText
import LocatedYAML
import SchemaSupport
import Testing

@testable import Scenarios

/// A value that is none of those that are allowed: the schema and the parser both say which are.
@Suite("A wrong value in a scenario")
struct WrongValueTests {
  /// A step with a wrong value, all that the schema says about it, and what the parser says.
  static let rows: [(step: String, findings: [String], message: String)] = [
    (
      "device: {setPermission: maybe}",
      ["/steps/0/device/setPermission: 'maybe' is not one of ['granted', 'denied', 'provisional']"],
      "takes granted or denied or provisional (iOS only), not 'maybe'"
    ),
    (
      "device: {setBattery: 150}",
      ["/steps/0/device/setBattery: 150 is greater than the maximum of 100"],
      "takes a number from 0 to 100 as 'level', not 150"
    ),
    (
      "answer: maybe", ["/steps/0/answer: 'maybe' is not one of ['allow', 'deny']"],
      "'maybe' is not a value of 'answer'; use one of: allow, deny"
    ),
    (
      "runUntilIdle: {limit: 0}", ["/steps/0/runUntilIdle/limit: 0 is less than the minimum of 1"],
      "must be a whole number from 1 to 1000000, not '0'"
    ),
    (
      "expect: {pending: many}", ["/steps/0/expect/pending: 'many' is not of type 'integer'"],
      "must be a whole number from 0 to 1000000, not 'many'"
    ),
    (
      "expect: {status: {phone: open}}",
      [
        "/steps/0/expect/status/phone: "
          + "'open' is not one of ['unlocked', 'locked', 'beforeFirstUnlock', 'off']"
      ],
      "'open' is not a value of 'phone'"
    ),
    (
      "{press: List, waits: maybe}", ["/steps/0/waits: True was expected"],
      "must be true or false, not 'maybe'"
    ),
    (
      "advance: 6x",
      [
        "/steps/0/advance: '6x' does not match "
          + "'^([0-9]+|([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?)$'"
      ],
      "not '6x'; write milliseconds, or units from large to small such as 2d, 1h30m, 90s, 250ms"
    ),
  ]

  @Test("is named by the schema with what is allowed", arguments: rows.indices)
  func schema(index: Int) throws {
    let row = WrongValueTests.rows[index]
    let schema = JSONSchema(ScenarioSchemaTests.path)
    let json = try ScenarioSchemaTests.json("name: a\nsteps:\n  - \(row.step)\n")
    #expect(schema.findings(in: json) == row.findings)
  }

  @Test("is named by the parser with what is allowed and what is there", arguments: rows.indices)
  func parser(index: Int) throws {
    let row = WrongValueTests.rows[index]
    let error = #expect(throws: LocatedError.self) {
      try ScenarioFile.parse("name: a\nsteps:\n  - \(row.step)\n", path: "a.yaml")
    }
    #expect(error?.description.contains(row.message) == true, "\(error?.description ?? "")")
  }

  @Test("of a word that has an explanation costs one finding, which lists all words")
  func explained() throws {
    let schema = JSONSchema(ScenarioSchemaTests.path)
    for step in ["press: Chek Plugin Status", "device: lunch", "call: configur"] {
      let json = try ScenarioSchemaTests.json("name: a\nsteps:\n  - \(step)\n")
      let findings = schema.findings(in: json)
      #expect(findings.count == 1, "\(findings)")
      #expect(findings.first?.contains(" is not one of ['") == true, "\(findings)")
    }
  }
}
