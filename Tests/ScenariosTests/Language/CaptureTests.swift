import JSONText
import LocatedYAML
import Testing

@testable import Scenarios

@Suite("Captured values")
struct CaptureTests {
  private static let did = "did:ethr:0x0000000000000000000000000000000000000001"

  @Test("a later step uses what a call returned, with its type")
  func used() throws {
    let result = try LanguageRun().result(
      """
      name: a
      steps:
        - device: {setPermission: granted}
        - call: {scheduleDailyNotification: {time: "05:53"}}
        - call: getNotificationStatus
          capture: {next: $.nextNotificationTime, pending: "$['pending']"}
        - expect: {pending: "${pending}"}
        - call: getNotificationStatus
          returns: {nextNotificationTime: "${next}", pending: "${pending}"}
      """)
    #expect(result.failures == [])
    #expect(result.steps[3].text == "expect pending")
  }

  @Test("wrong values are found in steps with captures too")
  func red() throws {
    let result = try LanguageRun().result(
      """
      name: a
      steps:
        - call: getNotificationStatus
          capture: {pending: $.pending}
        - expect: {pending: "${pending}", tasks: 1}
      """)
    #expect(result.failures.count == 1)
    #expect(result.failures[0].contains("expected 1 tasks"))
  }

  @Test("a path that is not in the value fails the call's step")
  func missing() throws {
    let result = try LanguageRun().result(
      """
      name: a
      steps:
        - call: getNotificationStatus
          capture: {x: $.settings.nothing}
        - expect: {pending: "${x}"}
      """)
    #expect(result.failures.first?.contains("expected a value at $.settings.nothing") == true)
  }

  @Test("a capture whose call has no reply yet cannot be used")
  func early() throws {
    let result = try LanguageRun().result(
      """
      name: a
      steps:
        - call: requestNotificationPermissions
          capture: {granted: $.granted}
        - call: {configure: {dbPath: "${granted}"}}
        - answer: allow
      """)
    #expect(
      result.failures.first?.contains(
        "expected a value of '${granted}', found the call that returns it has no reply yet")
        == true, "\(result.failures)")
  }

  @Test("a step that is invalid with the captured value fails, with the place")
  func unreadable() throws {
    let result = try LanguageRun().result(
      """
      name: a
      steps:
        - call: getNotificationStatus
          capture: {x: $.isEnabled}
        - expect: {pending: "${x}"}
      """)
    #expect(result.failures.first?.contains("(line 5, column 23)") == true, "\(result.failures)")
  }

  @Test("a secret is passed on unchanged and shown nowhere")
  func secret() throws {
    let result = try LanguageRun().result(
      """
      name: a
      steps:
        - call: {testJWTGeneration: {activeDid: "\(CaptureTests.did)"}}
          capture: {jwt: $.jwt}
        - call:
            configureNativeFetcher:
              {apiBaseUrl: "https://api.test.example", activeDid: "\(CaptureTests.did)",
               jwtToken: "${jwt}"}
        - expect: {log: "[DNP-PLUGIN] ${jwt}"}
      """)
    #expect(result.outcome == .failed)
    let texts = result.failures + result.lines.map(\.text) + result.steps.map(\.text)
    #expect(!texts.contains { $0.contains("eyJ") && !$0.contains("(redacted") }, "\(texts)")
  }

  @Test(
    "a path selects one place",
    arguments: [
      ("$", [ValueQuery.Segment]()), ("$.a.b_1", [.member("a"), .member("b_1")]),
      ("$['a b'][0][-1]", [.member("a b"), .item(0), .item(-1)]),
      ("$[\"x\"].y", [.member("x"), .member("y")]),
    ])
  func queries(text: String, segments: [ValueQuery.Segment]) {
    #expect(ValueQuery(text)?.segments == segments)
  }

  @Test(
    "a path that does not select a single place is refused",
    arguments: ["", "a", "$.", "$..a", "$.*", "$[*]", "$[0:1]", "$[?@.a]", "$.1a", "$[", "$['a]"])
  func noQueries(text: String) {
    #expect(ValueQuery(text) == nil)
  }

  @Test("an index counts from the end when negative, and nothing is past it")
  func items() throws {
    let value: JSONValue = ["a": [1, 2, 3]]
    #expect(ValueQuery("$.a[-1]")?.value(in: value) == 3)
    #expect(ValueQuery("$.a[2]")?.value(in: value) == 3)
    #expect(ValueQuery("$.a[3]")?.value(in: value) == nil)
    #expect(ValueQuery("$.a[-4]")?.value(in: value) == nil)
    #expect(ValueQuery("$.a.b")?.value(in: value) == nil)
  }

  @Test("a captured name must be new, and used")
  func names() {
    let taken = LanguageRun().errors(
      "name: a\nvars: {x: 1}\nsteps:\n"
        + "  - call: {configure: {ttlSeconds: \"${x}\"}}\n    capture: {x: $.a}\n")
    #expect(taken.count == 1 && taken[0].contains("'x' is a variable already"), "\(taken)")
    let idle = LanguageRun().read(
      "name: a\nsteps:\n  - call: configure\n    capture: {x: $.a}\n  - expect: {pending: 0}\n")
    #expect(idle.warnings.map(\.message) == ["nothing uses the captured 'x'"])
  }
}
