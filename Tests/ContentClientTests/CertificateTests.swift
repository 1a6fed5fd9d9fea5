import ContentClient
import EncryptedServer
import NetProtocol
import Testing

@Suite("A server's certificate")
struct CertificateTests {
  private func ask(
    _ certificate: TestCertificate, trusting authority: String?, host: String
  ) async throws -> (answer: NetAnswer?, requests: [String]) {
    let server = try await EncryptedServer(certificate)
    let client = try ContentClient(try HostPolicy(), trusting: authority)
    let answer = await client.answer(
      NetFetch(
        number: 1, url: "https://\(host):\(server.port)/content",
        headers: [NetHeader("Authorization", "Bearer the-token")], timeoutMilliseconds: 20_000,
        bytesMax: 65_536), testAPI: nil)
    try await client.shutDown()
    return (answer, server.requests)
  }

  @Test("of the host, by a trusted authority, is accepted", arguments: ["localhost", "127.0.0.1"])
  func accepted(host: String) async throws {
    let (answer, requests) = try await ask(
      .good, trusting: TestCertificate.authority, host: host)
    guard case .fetched(let response)? = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    #expect(response.status == 200)
    #expect(requests.count == 1 && requests[0].contains("the-token"))
  }

  @Test(
    "that is of another name, too old or its own issuer ends the fetch before the token is sent",
    arguments: [TestCertificate.wrongName, .expired, .selfSigned], ["localhost", "127.0.0.1"])
  func refused(_ certificate: TestCertificate, host: String) async throws {
    let (answer, requests) = try await ask(
      certificate, trusting: TestCertificate.authority, host: host)
    guard case .failed(let failure)? = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    #expect(failure.reason == .tls, "\(failure)")
    #expect(
      failure.detail.hasSuffix(
        certificate == .wrongName ? "it names another host" : "or its time is over"))
    #expect(requests.isEmpty)
  }

  @Test("by an authority that the system does not know ends it, too")
  func unknownAuthority() async throws {
    let (answer, requests) = try await ask(.good, trusting: nil, host: "localhost")
    guard case .failed(let failure)? = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    #expect(failure.reason == .tls && requests.isEmpty, "\(failure)")
  }

  @Test("is not asked for without TLS, and a server that speaks TLS only then answers nothing")
  func plain() async throws {
    let server = try await EncryptedServer(.good)
    let client = try ContentClient(try HostPolicy())
    let answer = await client.answer(
      NetFetch(
        number: 1, url: "http://localhost:\(server.port)/", headers: [],
        timeoutMilliseconds: 20_000, bytesMax: 65_536), testAPI: nil)
    try await client.shutDown()
    guard case .failed(let failure)? = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    #expect(failure.reason == .network, "\(failure)")
  }
}
