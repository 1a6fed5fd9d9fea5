import ES256K
import Foundation
import JSONText
import PlainText
import ProgramSupport
import Testing
import Tokens

@Suite("The program's jwt")
struct JWTCommandTests {
  private static let issuer = TestKeys.standard.identities[0]

  /// A token of the first identity, valid for a minute from the start of simulated runs.
  private static func token() throws -> String {
    let signed = JSONWebToken.signed(
      issuer: issuer, issuedAtSeconds: 1_763_185_350, expiresAtSeconds: 1_763_185_410)
    let signature = try #require(
      TestKeys.standard.signature(of: Array(signed.utf8), by: issuer))
    return "\(signed).\(Base64.url.text(signature))"
  }

  @Test("shows header and claims as they were written, and says that nothing is verified")
  func decodes() throws {
    let run = try ProgramRun(["jwt", "decode"], input: "Bearer \(Self.token())\n")
    #expect(run.code == 0)
    #expect(
      run.output == """
        header     {"typ":"JWT","alg":"ES256K"}
        claims     {"exp":1763185410,"iat":1763185350,"iss":"\(Self.issuer)"}
        issuer     \(Self.issuer)
        issued     2025-11-15T05:42:30Z
        expires    2025-11-15T05:43:30Z
        signature  64 bytes, s in the lower half, not verified

        """)
    let json = try ProgramRun(["jwt", "decode", "--format", "json"], input: Self.token())
    #expect(try JSONParser.parse(json.output)["claims"]?["iss"] == .string(Self.issuer))
  }

  @Test(
    "verifies as a server does, 0 for valid and 1 for not",
    arguments: [
      ([], "2025-11-15T05:43:00Z", 0, "valid: signed by its issuer"),
      (["--strict-low-s"], "2025-11-15T05:48:29Z", 0, "valid"),
      ([], "2025-11-15T05:48:30Z", 1, "not valid: the token has expired"),
      (["--issuer", "did:ethr:0xa"], "2025-11-15T05:43:00Z", 1, "the token's issuer is"),
    ] as [([String], String, Int32, String)])
  func verifies(options: [String], time: String, code: Int32, text: String) throws {
    let run = try ProgramRun(["jwt", "verify", "--at", time] + options, input: Self.token())
    #expect(run.code == code)
    #expect(run.output.contains(text), "\(run.output)")
  }

  @Test("takes no token as an argument, and repeats none that it cannot read")
  func refuses() throws {
    let token = try Self.token()
    let argument = try ProgramRun(["jwt", "verify", token])
    #expect(argument.code == 64 && argument.error.contains("visible to every user"))
    let broken = try ProgramRun(["jwt", "decode"], input: token.replacing(".", with: "!"))
    #expect(broken.code == 65 && broken.error.contains("three parts"))
    #expect(!broken.error.contains("eyJ"))
    #expect(try ProgramRun(["jwt", "decode"], input: " \n").code == 65)
    let folder = try TemporaryFolder()
    let long = try folder.write("long", String(repeating: "a.", count: 2_500_000))
    #expect(
      try ProgramRun(["jwt", "verify", long]).output.contains("the token is longer than 16384"))
  }

  @Test("lets a tester's own key sign, and shows it nowhere")
  func keyFile() throws {
    let folder = try TemporaryFolder()
    let digits = String(repeating: "c3", count: 32)
    let path = folder.url.appending(path: "key").path
    try Data("0x\(digits)\n".utf8).write(to: URL(filePath: path))
    let scenario = """
      name: own
      steps:
        - call: {setActiveDidFromHost: {activeDid: "${DID_4}"}}
        - call: testJWTGeneration
          returns: {issuer: "${DID_4}", signer: keychain}
      """
    let report = folder.url.appending(path: "report.json").path
    let run = try ProgramRun(
      ["run", "-", "--key-file", path, "--log", "--report", "json=\(report)"], input: scenario)
    #expect(run.code == 0, "\(run.error)")
    let written = try String(contentsOfFile: report, encoding: .utf8)
    for text in [run.output, run.error, written] { #expect(!text.contains("c3c3c3")) }
    let without = try ProgramRun(["run", "-"], input: scenario)
    #expect(
      without.code == 65
        && without.error.contains("'DID_4' is not set; give a key of your own with --key-file"))
    try Data("no key".utf8).write(to: URL(filePath: path))
    let bad = try ProgramRun(["run", "-", "--key-file", path], input: scenario)
    #expect(bad.code == 65 && bad.error.contains("64 hexadecimal digits"))
    #expect(!bad.error.contains("no key\n"))
  }
}
