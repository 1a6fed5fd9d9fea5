import DeviceModel
import JSONText
import LocatedYAML
import Session
import SimulationCore
import Testing

@testable import Scenarios

@Suite("Secret texts")
struct SecretTextsTests {
  private static let secret = "hunter2"

  private func told(_ result: ScenarioResult) -> String {
    var texts = [result.name, result.path, result.summary, result.skipReason ?? ""]
    texts += result.tags + result.failures + result.lines.map(\.text)
    for step in result.steps {
      texts += [step.title, step.text, step.skipReason ?? "", step.judgement?.note ?? ""]
      texts += step.failure?.lastRecords ?? []
    }
    return (texts + [result.snapshot.canonicalText]).joined(separator: "\n")
  }

  @Test("a longer one is replaced before a shorter one that is part of it")
  func order() {
    #expect(SecretTexts(["ab", "abc", ""]).cleaned("xabcx ab") == "x(redacted)x (redacted)")
    #expect(SecretTexts([""]).isEmpty)
  }

  @Test("they are also found where JSON has escaped them")
  func escaped() throws {
    let result = try LanguageRun().result(
      """
      name: a
      vars: {PW: 'pa"ss\\word'}
      redact: [PW]
      steps:
        - {call: {scheduleDailyReminder: {id: r, title: "${PW}", body: b, time: "25:00"}}}
      """)
    #expect(result.outcome == .failed)
    #expect(!told(result).contains("word"), "\(told(result))")
  }

  @Test("the reason for skipping a scenario or a step shows none")
  func skipped() throws {
    for (header, step) in [
      ("when: {equal: [\"${T}\", x]}", ""), ("", ", when: {equal: [\"${T}\", x]}"),
    ] {
      let result = try LanguageRun().result(
        "name: a\nvars: {T: hunter2}\nredact: [T]\n\(header)\nsteps: [{call: configure\(step)}]")
      #expect(!told(result).contains(SecretTextsTests.secret))
      #expect(told(result).contains("(redacted)"))
    }
  }

  @Test("both values of a name that is captured twice are secret")
  func twice() throws {
    let result = try LanguageRun().result(
      """
      name: a
      redact: [T]
      steps:
        - device: {setPermission: granted}
        - {call: {scheduleDailyReminder: {id: r, title: secretone, body: b, time: "09:00"}}}
        - {call: getScheduledReminders, capture: {T: "$.reminders[0].title"}}
        - {call: {updateDailyReminder: {id: r, title: secrettwo, body: b, time: "09:00"}}}
        - {call: getScheduledReminders, capture: {T: "$.reminders[0].title"}}
        - {expect: {pending: [{title: secretone}]}, label: "of ${T}"}
      """)
    #expect(result.outcome == .failed)
    #expect(!told(result).contains("secret"), "\(told(result))")
    #expect(told(result).contains("(redacted)"))
  }

  @Test("a row's name shows none")
  func row() {
    let long = String(repeating: "s", count: 200)
    let contents = LanguageRun().read(
      "name: a\nredact: [T]\ndata: [{T: \(long)}, {T: b}]\n"
        + "steps: [{call: configure, label: \"${T}\"}]"
    )
    let labelled = contents.scenarios.map(\.name) + contents.errors.map(\.description)
    #expect(!labelled.joined().contains("sss"), "\(labelled)")
  }

  @Test("notes, a phone that was taken over, and a scenario saved from it show none")
  func handedOver() throws {
    let yaml =
      "name: a\nvars: {WHO: hunter2}\nredact: [WHO]\n"
      + "steps:\n  - {call: {setActiveDidFromHost: {activeDid: \"did:x:${WHO}\"}}}\n"
      + "  - checkpoint: Is it ${WHO}?\n"
    var run = GuidedRun(try ScenarioFile.parse(yaml, path: "a.yaml"))
    run.doNext()
    #expect(run.nextTitle == "checkpoint: Is it (redacted)?")
    run.judge(.pass, note: "saw hunter2")
    #expect(!told(run.result).contains(SecretTextsTests.secret))
    #expect(run.steps[1].judgement?.note == "saw (redacted)")
    let free = run.handOver(name: "free")
    #expect(!told(free.result).contains(SecretTextsTests.secret))
    let saved = ScenarioRecorder.yaml(free.journal, name: "b", description: "c")
    #expect(!saved.contains(SecretTextsTests.secret))
    #expect(saved.contains("${DNP_SECRET_1}"))
  }

  @Test("after a redacted step no records are shown")
  func hiddenRecords() throws {
    let result = try LanguageRun().result(
      "name: a\nsteps: [{call: {setActiveDidFromHost: {activeDid: hunter2}}, redact: true}, "
        + "{expect: {pending: 3}}]")
    #expect(result.outcome == .failed)
    #expect(!told(result).contains(SecretTextsTests.secret))
  }

  @Test("have the same numbers in a run that is kept as a session, where they are sealed")
  func sealed() throws {
    let contents = LanguageRun().read(
      """
      name: a
      vars: {WHO: "did:ethr:0x0000000000000000000000000000000000000001", MAIL: ann@mail.example}
      steps:
        - device: {setPermission: granted}
        - call: {configure: {note: "write to ${MAIL}", z: "https://u:pw@host.example"}}
        - call: {scheduleDailyReminder: {id: r, title: "${MAIL}", body: "pw", time: "09:00"}}
        - call: {testJWTGeneration: {activeDid: "${WHO}"}}
          capture: {T: $.jwt}
        - call:
            configureNativeFetcher:
              {apiBaseUrl: "https://u:pw@host.example", jwtToken: "${T}", apiKey: "${MAIL}",
               activeDid: "${WHO}"}
        - expect: {pending: 99}
      """)
    let scenario = try #require(contents.scenarios.first, "\(contents.errors)")
    let runs = [false, true].map { sealsSecrets in
      FailedRun(scenario, seed: 1, name: "a", sealsSecrets: sealsSecrets).run
    }
    #expect(runs[0].presses.map(\.commands) != runs[1].presses.map(\.commands))
    #expect(runs[0].device.os.trace.hash == runs[1].device.os.trace.hash)
    #expect(runs[0].device.os.trace.nextSequence > 10)
  }
}
