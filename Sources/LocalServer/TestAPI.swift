import CivilTime
import DailyNotification
import DeviceModel
import Digests
import HTTPTypes
import Hummingbird
import JSONText
import Logging
import NIOCore
import NIOPosix
import PlainText
import ServiceLifecycle
import Synchronization
package import Tokens

/// The embedded test API: an HTTP server on a loopback address, with faults on demand.
///
/// - `GET /content`: the content of the day, with a weak ETag over what a person sees of it.
/// - `POST /api/v2/report/plansLastUpdatedBetween`: `{data, hitLimit}`, changed plans.
/// - `POST /control/TOKEN`: from now on the answers of its `responses`, in order, the last one
///   repeated.
///
/// A page of another server, which a browser lets ask this machine, cannot script it: it does not
/// know the token, its host and origin are others, and it may not send JSON.
/// A token is checked wherever one is sent, at the time in `X-DNP-Now`, without that at the host's.
/// What a script answers is what the scripted API of a simulated phone answers; here its faults
/// happen to a connection.
package final class TestAPI: Sendable {
  private let state = Mutex(State())
  private let keys: any IdentityKeys
  private let limits: Limits
  private let wallMilliseconds: @Sendable () -> Int64
  private let policy = LocalPolicy()
  /// Where the script is posted.
  package let controlPath: String

  private struct State {
    /// The script; nil until there is one.
    var script: ScriptedAPI?
    /// How long the bytes of a body take, in milliseconds.
    var dripMilliseconds: Int64 = 0
  }

  /// What one client may cost.
  package struct Limits: Sendable {
    /// How long a connection may do nothing before a request is whole, in milliseconds.
    ///
    /// Clients that keep connections for later requests close them sooner, so that none is asked
    /// at the moment at which it closes: `ContentClient.idleSeconds`.
    package var idleMilliseconds: Int64 = 10_000
    /// How many connections may be open.
    package var connectionsMax = 128

    package init() {}
  }

  /// The path under which a script is posted, with the token behind it.
  private static let control = "/control"

  /// The largest body of a request.
  private static let requestBytesMax = 2 * 1_048_576

  /// An API that checks signatures with the arithmetic of keys, and reads the host's clock, in
  /// milliseconds since the Unix epoch, with a function.
  ///
  /// - Parameter token: What only those know who may script it; letters and digits.
  package init(
    _ keys: any IdentityKeys, token: String, limits: Limits = Limits(),
    wallMilliseconds: @escaping @Sendable () -> Int64
  ) {
    self.keys = keys
    self.limits = limits
    controlPath = "\(TestAPI.control)/\(token)"
    self.wallMilliseconds = wallMilliseconds
  }

  /// Serves until the task is cancelled; throws when it cannot listen on the port.
  ///
  /// - Parameter isListening: Gets the port.
  package func serve(
    port: Int, isListening: @escaping @Sendable (Int) async -> Void
  ) async throws {
    var logger = Logger(label: "dnp-net")
    logger.logLevel = .critical
    let connections = ConnectionLimit(max: limits.connectionsMax)
    let application = Application(
      responder: CallbackResponder { (request: Request, context: Context) in
        await self.answer(request, context)
      },
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [ConnectionLimit.Handler(connections)],
          idleTimeout: .milliseconds(limits.idleMilliseconds))),
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: port), serverName: nil),
      onServerRunning: { channel in
        await isListening(channel.localAddress?.port ?? port)
      }, logger: logger)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(services: [application], logger: logger))
    try await group.run()
  }

  /// A request with its connection.
  struct Context: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
      coreContext = CoreRequestContextStorage(source: source)
      channel = source.channel
    }
  }

  private func answer(_ request: Request, _ context: Context) async -> Response {
    if let refusal = refusal(of: request, context) { return refusal }
    if request.uri.path == controlPath { return await control(request) }
    if let scripted = nextScripted() {
      return await perform(scripted.response, scripted.dripMilliseconds, request, context)
    }
    if state.withLock({ $0.script != nil }) { return await reset(context) }
    return await unscripted(request)
  }

  private struct Scripted {
    let response: ScriptedResponse
    let dripMilliseconds: Int64
  }

  /// The next answer of the script; nil without one, and when the script has no answers.
  private func nextScripted() -> Scripted? {
    state.withLock { state in
      guard let response = state.script?.next() else { return nil }
      return Scripted(response: response, dripMilliseconds: state.dripMilliseconds)
    }
  }

  // MARK: Control

  /// Why a request may not script the API; nil for one that may, and for one that does not want to.
  private func refusal(of request: Request, _ context: Context) -> Response? {
    let path = request.uri.path
    guard path == TestAPI.control || path.hasPrefix(TestAPI.control + "/") else { return nil }
    let hosts = [request.head.authority].compactMap(\.self) + request.headers[values: .otherHost]
    let origins = request.headers[values: .origin]
    let port = context.channel.localAddress?.port ?? -1
    guard policy.isLocal(hosts: hosts, port: port) else {
      return .text(.forbidden, "only this machine's own names lead here, with the port")
    }
    // What is no page has no origin.
    guard origins.isEmpty || policy.allows(origins: origins, hosts: hosts, port: port) else {
      return .text(.forbidden, "no page of another server may script this one")
    }
    guard request.method == .post else { return .text(.methodNotAllowed, "POST a script") }
    guard path == controlPath else {
      return .text(.notFound, "the path of a script has a token: `dnp serve --api` prints it")
    }
    guard request.headers.isJSON else {
      return .text(.unsupportedMediaType, "a script is sent as application/json")
    }
    return nil
  }

  /// Takes a script: `{"responses": […], "dripMs": n}`; `{}` takes the script away.
  private func control(_ request: Request) async -> Response {
    guard let body = await Self.body(of: request),
      case .object(var json)? = try? JSONParser.parse(
        body, limits: JSONLimits(bytesMax: Self.requestBytesMax, depthMax: 128))
    else { return .text(.badRequest, "a script is a JSON object with 'responses'") }
    let drip = json["dripMs"]?.integerValue ?? 0
    json["dripMs"] = nil
    guard (0...3_600_000).contains(drip) else {
      return .text(.badRequest, "'dripMs' takes 0 to 3600000")
    }
    guard !json.isEmpty else {
      state.withLock { state in
        state.script = nil
        state.dripMilliseconds = drip
      }
      return Response(status: .noContent)
    }
    do throws(VerbError) {
      let command = try VerbTable.command(verb: "scriptAPI", parameters: json)
      guard case .scriptAPI(let responses) = command else {
        return .text(.badRequest, "this is no script")
      }
      state.withLock { state in
        state.script = ScriptedAPI(responses)
        state.dripMilliseconds = drip
      }
      return Response(status: .noContent)
    } catch {
      return .text(.badRequest, error.description)
    }
  }

  // MARK: Scripted answers

  private func perform(
    _ scripted: ScriptedResponse, _ dripMilliseconds: Int64, _ request: Request, _ context: Context
  ) async -> Response {
    if scripted.isDropped {
      // Until the client gives up.
      try? await context.channel.closeFuture.get()
      return Response(status: .noContent)
    }
    if scripted.delayMilliseconds > 0 {
      try? await Task.sleep(for: .milliseconds(scripted.delayMilliseconds))
    }
    if scripted.isReset { return await reset(context) }
    let asked = await content(request)
    let raw = scripted.answer(
      asked, trueMilliseconds: now(request), keys, acceptsSeals: false)
    var response = Response(status: .init(code: raw.status))
    for header in raw.headers {
      guard let name = HTTPField.Name(header.name) else { continue }
      response.headers.append(HTTPField(name: name, value: header.value))
    }
    if Self.hasNoBody(raw.status) { return response }
    // The answer of the token check or the ETag is whole, whatever the content would have been.
    let isOwn = raw.status == scripted.status
    response.body =
      ScriptedBody(
        bytes: raw.body, isTruncated: scripted.isTruncated && !raw.body.isEmpty,
        isEndless: scripted.isOversized && isOwn, dripMilliseconds: dripMilliseconds,
        channel: context.channel
      ).body
    return response
  }

  /// Whether an answer has no body by its status.
  ///
  /// Source: RFC 9110 §6.4.1.
  private static func hasNoBody(_ status: Int) -> Bool {
    status < 200 || status == 204 || status == 304
  }

  /// Closes the connection without an answer; what is returned is written to nobody.
  private func reset(_ context: Context) async -> Response {
    await context.channel.reset()
    return Response(status: .noContent)
  }

  // MARK: The proper API

  private func unscripted(_ request: Request) async -> Response {
    let asked = await content(request)
    if asked.token != nil,
      let refusal = TokenRefusal(of: asked, at: now(request), keys, acceptsSeals: false)
    {
      return .json(.init(code: refusal.status), refusal.body)
    }
    switch (request.method, request.uri.path) {
    case (.get, _): return daily(asked, request)
    case (.post, ServerAddress.plansPath): return plans(asked, request)
    default: return .text(.notFound, "there is no \(request.method) \(request.uri.path)")
    }
  }

  /// The content of the day for which it is asked.
  private func daily(_ asked: ContentRequest, _ request: Request) -> Response {
    let time = ISO8601.text(asked.scheduledFor ?? now(request))
    let day = String(time.prefix(10))
    let shown: JSONValue = [
      "id": .string("content-\(day)"), "title": "Daily Update",
      "body": .string("The content of \(day)."),
    ]
    let digest = SHA256.digest(shown.canonicalBytes).prefix(8)
    let tag = "W/\"\(Base64.url.text(Array(digest)))\""
    if let known = asked.etag, EntityTag.isMatch(known, tag) {
      var response = Response(status: .notModified)
      response.headers[.eTag] = tag
      return response
    }
    guard case .object(var json) = shown else { return Response(status: .internalServerError) }
    json["scheduled_for"] = .string(time)
    var response = Response.json(.ok, JSONValue.object(json).canonicalBytes)
    response.headers[.eTag] = tag
    return response
  }

  /// The plans that have changed.
  private func plans(_ asked: ContentRequest, _ request: Request) -> Response {
    guard let plans = asked.plans else {
      return .text(.badRequest, "a JSON object with 'planIds' and 'afterId' is needed")
    }
    return .json(.ok, plans.answer(at: now(request)).canonicalBytes)
  }

  // MARK: Requests

  private static func body(of request: Request) async -> [UInt8]? {
    guard let buffer = try? await request.body.collect(upTo: requestBytesMax) else { return nil }
    return Array(buffer.readableBytesView)
  }

  /// What a request asks for, as the plugin would say it.
  private func content(_ request: Request) async -> ContentRequest {
    var plans: PlansQuery?
    if request.method == .post, request.uri.path == ServerAddress.plansPath,
      let body = await Self.body(of: request)
    {
      plans = (try? JSONParser.parse(body)).flatMap(PlansQuery.init)
    }
    let scheme = request.headers[.forwardedScheme] ?? "http"
    let host = request.head.authority ?? "127.0.0.1"
    let authorization = request.headers[.authorization] ?? ""
    let isBearer = authorization.lowercased().hasPrefix("bearer ")
    return ContentRequest(
      url: "\(scheme)://\(host)\(request.uri.path)",
      token: isBearer ? String(authorization.dropFirst(7)) : nil,
      etag: request.headers[.ifNoneMatch],
      scheduledFor: request.headers[.scheduledFor].flatMap(ISO8601.parse),
      timeoutMilliseconds: 0, plans: plans)
  }

  /// The true time of a request, in milliseconds since the Unix epoch.
  private func now(_ request: Request) -> Int64 {
    request.headers[.simulatedNow].flatMap(ISO8601.parse) ?? wallMilliseconds()
  }
}

extension HTTPFields {
  /// Whether they say that a body is JSON, once.
  fileprivate var isJSON: Bool {
    let types = self[values: .contentType]
    guard types.count == 1 else { return false }
    let type = types[0].prefix { $0 != ";" }.lowercased()
    return type.split(whereSeparator: { $0 == " " || $0 == "\t" }) == ["application/json"]
  }
}

extension HTTPField.Name {
  /// A second header `Host`; the first one is the authority of a request.
  fileprivate static let otherHost = known("Host")
  fileprivate static let scheduledFor = known("DNP-Scheduled-For")
  fileprivate static let simulatedNow = known("X-DNP-Now")
  fileprivate static let forwardedScheme = known("X-Forwarded-Proto")

  private static func known(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else { preconditionFailure("'\(name)' is no field") }
    return name
  }
}

extension Response {
  fileprivate static func text(_ status: HTTPResponse.Status, _ text: String) -> Response {
    var response = Response(
      status: status, body: ResponseBody(byteBuffer: ByteBuffer(string: text + "\n")))
    response.headers[.contentType] = "text/plain; charset=utf-8"
    return response
  }

  fileprivate static func json(_ status: HTTPResponse.Status, _ bytes: [UInt8]) -> Response {
    var response = Response(
      status: status, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    response.headers[.contentType] = "application/json"
    return response
  }
}

extension Channel {
  /// Closes a connection at once, so that its other end sees a reset.
  func reset() async {
    if let provider = self as? any SocketOptionProvider {
      try? await provider.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    }
    try? await close()
  }
}
