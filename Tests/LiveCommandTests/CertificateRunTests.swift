import EncryptedServer
import Foundation
import ProgramSupport
import Testing

@Suite("A live run with a server whose certificate is not accepted")
struct CertificateRunTests {
  @Test(
    "says so in words, and the token was not sent",
    arguments: [TestCertificate.good, .wrongName, .expired, .selfSigned])
  func run(_ certificate: TestCertificate) async throws {
    // The system knows the issuer of none of them.
    let server = try await EncryptedServer(certificate)
    let folder = try TemporaryFolder()
    let scenario = try folder.write(
      "live.yaml", LiveRun.prefetching("{metric: {dnp_prefetch_success_total: 1}}"))
    let run = try LiveRun.run([
      "--live", "--api", "https://127.0.0.1:\(server.port)", "--record", folder.path("runs"),
      scenario,
    ])
    #expect(run.code == 1)
    #expect(
      (run.output + run.error).contains("the server's certificate is not accepted"),
      "\(run.output)\(run.error)")
    let recorded = try String(contentsOfFile: folder.path("runs/live.yaml"), encoding: .utf8)
    #expect(recorded.contains("\"failed\":\"tls\""), "\(recorded)")
    #expect(recorded.contains("the server's certificate is not accepted"), "\(recorded)")
    #expect(server.requests.isEmpty)
  }
}
