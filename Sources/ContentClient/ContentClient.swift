import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
package import NetProtocol

/// Makes HTTP requests for `dnp`, each hop of a redirection checked like the first.
///
/// Connections are kept open between requests. Bodies are counted while they arrive, and the time
/// of a request ends it to the millisecond, redirections and body included.
package struct ContentClient: Sendable {
  private let client: HTTPClient
  private let policy: HostPolicy

  /// How many redirections are followed.
  private static let redirectsMax = 16

  /// How long a connection that nobody uses is kept; the test API closes one after twice as long.
  private static let idleSeconds: Int64 = 5

  /// A client that asks only the hosts of a policy.
  ///
  /// - Parameter authority: A certificate in PEM that is trusted in place of the system's; nil for
  ///   those. Throws when it cannot be read.
  package init(_ policy: HostPolicy, trusting authority: String? = nil) throws {
    self.policy = policy
    var configuration = HTTPClient.Configuration()
    configuration.redirectConfiguration = .disallow
    configuration.httpVersion = .http1Only
    configuration.dnsOverride = ["localhost": "127.0.0.1"]
    configuration.connectionPool.idleTimeout = .seconds(ContentClient.idleSeconds)
    configuration.connectionPool.retryConnectionEstablishment = false
    if let authority {
      var encryption = TLSConfiguration.makeClientConfiguration()
      encryption.trustRoots = .certificates(
        [try NIOSSLCertificate(bytes: Array(authority.utf8), format: .pem)])
      configuration.tlsConfiguration = encryption
    }
    client = HTTPClient(
      eventLoopGroup: .singletonMultiThreadedEventLoopGroup, configuration: configuration)
  }

  /// Closes all connections; no request may follow.
  ///
  /// A program that ends needs no such call.
  package func shutDown() async throws { try await client.shutdown() }

  /// The answer to a request, or why there is none; nil when the task is cancelled.
  ///
  /// - Parameter testAPI: The port of the embedded test API; nil while it does not listen.
  package func answer(_ fetch: NetFetch, testAPI: Int?) async -> NetAnswer? {
    let began = ContinuousClock.now
    let end = await outcome(fetch, testAPI)
    guard !Task.isCancelled else { return nil }
    let milliseconds = Int64(((ContinuousClock.now - began) / .milliseconds(1)).rounded())
    switch end {
    case .success(let response):
      return .fetched(
        NetResponse(
          number: fetch.number, status: response.status, headers: response.headers,
          body: response.body, milliseconds: milliseconds))
    case .failure(let problem):
      return .failed(
        NetFailure(
          number: fetch.number, reason: problem.reason, status: problem.status,
          detail: problem.detail,
          milliseconds: problem.reason == .timeout ? fetch.timeoutMilliseconds : milliseconds))
    }
  }

  /// Runs a request against its time; whichever ends first ends the other.
  private func outcome(_ fetch: NetFetch, _ testAPI: Int?) async -> Result<Response, Problem> {
    await withTaskGroup(of: Result<Response, Problem>?.self) { group in
      group.addTask {
        do throws(Problem) {
          return .success(try await self.response(fetch, testAPI))
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        await ContentClient.wait(milliseconds: fetch.timeoutMilliseconds)
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
        ?? .failure(
          Problem(reason: .timeout, detail: "no answer in \(fetch.timeoutMilliseconds) ms"))
    }
  }

  /// Waits, or until the task is cancelled.
  ///
  /// A cancelled `Task.sleep` keeps its memory until its time is over; a loop's timer does not.
  private static func wait(milliseconds: Int64) async {
    let timer = MultiThreadedEventLoopGroup.singleton.next()
      .scheduleTask(in: .milliseconds(milliseconds)) {}
    await withTaskCancellationHandler {
      try? await timer.futureResult.get()
    } onCancel: {
      timer.cancel()
    }
  }

  /// A server's answer.
  private struct Response {
    let status: Int
    let headers: [NetHeader]
    let body: [UInt8]
  }

  /// Why there is no answer.
  private struct Problem: Error {
    let reason: NetFailure.Reason
    var status: Int?
    let detail: String
  }

  private func response(_ fetch: NetFetch, _ testAPI: Int?) async throws(Problem) -> Response {
    guard var url = URL(string: fetch.url) else {
      throw Problem(reason: .refusedHost, detail: "this is no address")
    }
    var hop = Hop(method: fetch.method, headers: fetch.headers, body: fetch.body)
    for _ in 0...ContentClient.redirectsMax {
      let request = try request(to: url, hop, testAPI)
      let response: HTTPClientResponse
      do {
        response = try await client.execute(request, deadline: .distantFuture)
      } catch {
        throw ContentClient.problem(error)
      }
      guard let target = ContentClient.redirection(response, from: url) else {
        return try await whole(response, bytesMax: fetch.bytesMax)
      }
      hop.follow(from: url, to: target, status: response.status.code)
      url = target
    }
    throw Problem(
      reason: .network, detail: "more than \(ContentClient.redirectsMax) redirections")
  }

  /// What goes to each address of a chain of redirections.
  private struct Hop {
    var method: String
    var headers: [NetHeader]
    var body: [UInt8]

    /// Goes on to another address; another origin gets no token.
    ///
    /// Source: WHATWG Fetch, HTTP-redirect fetch; RFC 9110 §15.4.
    mutating func follow(from url: URL, to target: URL, status: UInt) {
      if Hop.origin(url) != Hop.origin(target) {
        headers.removeAll { $0.name.lowercased() == "authorization" }
      }
      guard status == 303 || (status == 301 || status == 302) && method == "POST" else { return }
      method = "GET"
      body = []
    }

    private static func origin(_ url: URL) -> String {
      let scheme = url.scheme?.lowercased() ?? ""
      let port = url.port ?? (scheme == "https" ? 443 : 80)
      return "\(scheme)://\(url.host?.lowercased() ?? ""):\(port)"
    }
  }

  private func request(
    to url: URL, _ hop: Hop, _ testAPI: Int?
  ) throws(Problem) -> HTTPClientRequest {
    let route: HostPolicy.Route
    do {
      route = try policy.route(of: url)
    } catch {
      throw Problem(reason: .refusedHost, detail: error.description)
    }
    var address = url.absoluteString
    var headers = HTTPHeaders()
    switch route {
    case .direct: break
    case .testAPI:
      // The name exists nowhere: the embedded API plays every server of it, without encryption.
      guard let testAPI else {
        throw Problem(reason: .network, detail: "\(url.host ?? "") leads nowhere: no test API")
      }
      let path = url.absoluteString.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" && $0 != "?" }
      let separator = path.first == "/" ? "" : "/"
      address = "http://127.0.0.1:\(testAPI)\(separator)\(path)"
      headers.add(
        name: "Host", value: (url.host ?? "") + (url.port.map { ":\($0)" } ?? ""))
      headers.add(name: "X-Forwarded-Proto", value: url.scheme?.lowercased() ?? "http")
    }
    for header in hop.headers {
      guard header.isWellFormed else {
        throw Problem(reason: .network, detail: "the header '\(header.name)' cannot be sent")
      }
      headers.replaceOrAdd(name: header.name, value: header.value)
    }
    var request = HTTPClientRequest(url: address)
    request.method = HTTPMethod(rawValue: hop.method)
    request.headers = headers
    if !hop.body.isEmpty { request.body = .bytes(hop.body) }
    return request
  }

  /// Where an answer leads; nil for one that is no redirection or names no target.
  private static func redirection(_ response: HTTPClientResponse, from url: URL) -> URL? {
    guard [301, 302, 303, 307, 308].contains(response.status.code),
      let target = response.headers.first(name: "Location")
    else { return nil }
    return URL(string: target, relativeTo: url)?.absoluteURL
  }

  private func whole(
    _ response: HTTPClientResponse, bytesMax: Int
  ) async throws(Problem) -> Response {
    let status = Int(response.status.code)
    var body: [UInt8] = []
    do {
      for try await chunk in response.body {
        guard body.count + chunk.readableBytes <= bytesMax else {
          throw Problem(
            reason: .tooLarge, status: status, detail: "more than \(bytesMax) bytes")
        }
        body.append(contentsOf: chunk.readableBytesView)
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw ContentClient.problem(error)
    }
    return Response(status: status, headers: ContentClient.headers(response.headers), body: body)
  }

  /// The fields of an answer, one for each name.
  private static func headers(_ fields: HTTPHeaders) -> [NetHeader] {
    var headers: [NetHeader] = []
    for (name, value) in fields {
      let place = headers.firstIndex { $0.name.lowercased() == name.lowercased() }
      if let place {
        headers[place].value += ", " + value
      } else {
        headers.append(NetHeader(name, value))
      }
    }
    return headers
  }

  /// What is wrong with a server's encryption, without the library's own words: those name places
  /// in its sources.
  private static func words(ofEncryption error: String) -> String {
    if error.contains("CERTIFICATE_VERIFY_FAILED") {
      return
        "the server's certificate is not accepted: its issuer is not known, or its time is over"
    }
    if error.contains("failedToValidateHostname") {
      return "the server's certificate is not accepted: it names another host"
    }
    return "no encryption could be agreed on with the server"
  }

  private static func problem(_ error: any Error) -> Problem {
    if error is NIOSSLError || error is NIOSSLExtraError {
      return Problem(reason: .tls, detail: ContentClient.words(ofEncryption: "\(error)"))
    }
    if let known = error as? HTTPClientError {
      switch known {
      case .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded:
        return Problem(reason: .timeout, detail: known.shortDescription)
      case .tlsHandshakeTimeout: return Problem(reason: .tls, detail: known.shortDescription)
      default: return Problem(reason: .network, detail: known.shortDescription)
      }
    }
    return Problem(reason: .network, detail: "\(error)")
  }
}

extension NetHeader {
  /// Whether a request may carry it: nothing that would begin another field.
  fileprivate var isWellFormed: Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
      && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}
