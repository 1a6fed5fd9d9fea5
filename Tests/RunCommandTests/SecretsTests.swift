import Foundation
import ProgramSupport
import ProjectFiles
import Testing

/// Runs the identity scenarios with every report, and searches all output for secrets.
@Suite("Secrets in reports")
struct SecretsTests {
  private static let formats = [
    "json", "ctrf", "junit", "junit-extended", "markdown", "html", "prom", "openmetrics",
    "tap",
  ]
  private static let identity = "assets/scenarios/identity"

  /// The beginnings of tokens and of their parts.
  private static func secrets(in text: String) throws -> [String] {
    let token = try Regex("eyJ[A-Za-z0-9_-]{20,}")
    return text.matches(of: token).map { String(text[$0.range]) }
  }

  private func artefacts(_ path: String) throws -> [(name: String, text: String)] {
    let folder = try TemporaryFolder()
    let reports = SecretsTests.formats.flatMap {
      ["--report", "\($0)=\(folder.url.path)/\($0)"]
    }
    let summary = folder.url.appending(path: "step-summary").path
    let run = try ProgramRun(
      ["run", "--log", path] + reports, environment: ["GITHUB_STEP_SUMMARY": summary])
    #expect(run.code != 73 && run.code != 70, "\(run.error)")
    let files = try folder.names.map { name in
      let bytes = try Data(contentsOf: folder.url.appending(path: name))
      return (name, String(decoding: bytes, as: UTF8.self))
    }
    #expect(files.count == SecretsTests.formats.count + 1)
    return files + [("stdout", run.output), ("stderr", run.error)]
  }

  @Test("are in no output of the identity scenarios, although they use tokens")
  func none() throws {
    var fed: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(
      atPath: ProjectFile.url(SecretsTests.identity).path)
    {
      let file = ProjectFile.url("\(SecretsTests.identity)/\(name)")
      fed.formUnion(try SecretsTests.secrets(in: String(contentsOf: file, encoding: .utf8)))
    }
    #expect(!fed.isEmpty, "without a token in them the scenarios would show nothing")
    for (name, text) in try artefacts(SecretsTests.identity) {
      #expect(try SecretsTests.secrets(in: text) == [], "\(name)")
      for secret in fed.sorted() { #expect(!text.contains(secret), "\(name)") }
    }
  }

  @Test("do not appear when captured, even where a captured token makes a step fail")
  func captured() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.yaml",
      """
      name: leak
      vars: {WHO: "did:ethr:0x0000000000000000000000000000000000000001", HUSH: correct horse}
      redact: [HUSH]
      steps:
        - call: {testJWTGeneration: {activeDid: "${WHO}"}}
          capture: {TOKEN: $.jwt}
        - label: with ${TOKEN} and ${HUSH}
          soft: true
          call:
            configureNativeFetcher:
              {apiBaseUrl: "https://api.test.example", activeDid: "${WHO}", jwtToken: "${TOKEN}"}
        - {label: wrong, soft: true, expect: {pending: ["${TOKEN}"]}}
        - {label: unreadable, soft: true, expect: {log: "${TOKEN}"}}
        - {expect: {pending: ["${HUSH}"]}, soft: true}
      """)
    for (name, text) in try artefacts(path) {
      #expect(try SecretsTests.secrets(in: text) == [], "\(name)")
      #expect(!text.contains("correct horse"), "\(name)")
    }
  }

  @Test("are found by the search where there is one")
  func planted() throws {
    let token = "eyJhbGciOiJFUzI1NksifQxx"
    #expect(try SecretsTests.secrets(in: "a \(token) b").count == 1)
    #expect(try SecretsTests.secrets(in: "eyJ…(redacted 12)").isEmpty)
  }
}
