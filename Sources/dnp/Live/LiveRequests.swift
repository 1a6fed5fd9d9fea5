import CivilTime
import DailyNotification
import DeviceModel
import Foundation
import JSONText
import NetChild
import NetProtocol
import PlainText
import Session
import SimulationCore
import Synchronization

/// Answers the requests of one phone through a `dnp-net` of its own.
///
/// The child is started with the first request. One that is missing, ends, hangs or says nothing is
/// a failed fetch with the reason, and the next request starts another.
final class LiveRequests: LiveNetwork {
  private let program: NetProgram
  private let address: LiveAddress?
  private let state = Mutex(State())

  /// A request that the child is making.
  private struct Request {
    /// Its number in the lines, which is never used again.
    let line: Int
    let fetch: AwaitedFetch
    let began: ContinuousClock.Instant

    /// The answer; the phone gets it without secrets.
    func answer(_ end: FetchAnswer.End, _ milliseconds: Int64) -> LiveAnswer {
      LiveAnswer(
        FetchAnswer(
          number: fetch.number,
          end: end),
        milliseconds: milliseconds)
    }
  }

  private struct State {
    var child: NetChild?
    /// Where its test API listens; nil for none.
    var api: NetAPI?
    /// When it said something last, or was started.
    var heard = ContinuousClock.now
    /// When it was asked whether it reads lines; nil when it is not asked.
    var pinged: ContinuousClock.Instant?
    var requests: [Request] = []
    var lastLine = 0
    /// The script that a test API has to be given, from the response on that comes next; nil for
    /// none.
    var script: ScriptedAPI?
    /// Answers that are known without a request.
    var failures: [LiveAnswer] = []
  }

  /// How long the child may take beyond a request's own time, in milliseconds.
  private static let graceMilliseconds: Int64 = 1000
  /// How long it may say nothing during a request before it is asked whether it reads lines, and
  /// how long it may take to answer that, in milliseconds.
  private static let silenceMilliseconds: Int64 = 3000
  private static let pongMilliseconds: Int64 = 5000
  /// How long it may take to start and to listen, in milliseconds.
  private static let startMilliseconds: Int64 = 5000
  /// How long it may take to hand a script on, in milliseconds.
  private static let scriptMilliseconds: Int64 = 2000

  /// The headers of an answer that decide what becomes of it, as they are written in records.
  private static let headers = [
    "Content-Type", "ETag", "Retry-After", "Vary", "Cache-Control", "Location",
  ]

  init(_ program: NetProgram, address: LiveAddress?) {
    self.program = program
    self.address = address
  }

  /// Whether requests go to the embedded test API, which can be scripted.
  var hasTestAPI: Bool { address == nil }

  func answer(
    to awaited: [AwaitedFetch], withinMilliseconds limit: Int64
  ) -> LiveAnswer? {
    state.withLock { state in
      reconcile(awaited, &state)
      if !state.failures.isEmpty { return state.failures.removeFirst() }
      do throws(NetChildError) {
        return try receive(within: limit, &state)
      } catch {
        give(up: error, &state)
        return state.failures.isEmpty ? nil : state.failures.removeFirst()
      }
    }
  }

  func script(_ responses: [ScriptedResponse]?) -> String? {
    guard hasTestAPI else { return nil }
    return state.withLock { state in
      state.script = responses.map(ScriptedAPI.init)
      // A child that is not running gets the script when it starts.
      guard let child = state.child, let api = state.api else { return nil }
      do throws(NetChildError) {
        return try hand(responses, to: child, api, &state)
      } catch {
        give(up: error, &state)
        return error.description
      }
    }
  }

  // MARK: Requests

  /// Makes the requests that are new, cancels those that nobody waits for.
  private func reconcile(_ awaited: [AwaitedFetch], _ state: inout State) {
    for request in state.requests where !awaited.contains(request.fetch) {
      try? state.child?.send(.cancel(request.line))
    }
    state.requests.removeAll { !awaited.contains($0.fetch) }
    state.failures.removeAll { failure in !awaited.contains { $0.number == failure.answer.number } }
    for fetch in awaited where !state.requests.contains(where: { $0.fetch == fetch }) {
      guard !state.failures.contains(where: { $0.answer.number == fetch.number }) else { continue }
      do throws(NetChildError) {
        let child = try running(&state)
        state.lastLine += 1
        let request = Request(line: state.lastLine, fetch: fetch, began: .now)
        try child.send(.fetch(netFetch(request)))
        state.requests.append(request)
        // Silence counts from the request on.
        state.heard = .now
        // Another child's test API goes on after what this request is answered with.
        _ = state.script?.next()
      } catch {
        give(up: error, &state)
        fail(fetch, error.description, &state)
      }
    }
  }

  private func netFetch(_ request: Request) -> NetFetch {
    let asked = request.fetch.request
    var headers = [NetHeader("Accept", "application/json")]
    if let token = asked.token { headers.append(NetHeader("Authorization", "Bearer \(token)")) }
    if let etag = asked.etag { headers.append(NetHeader("If-None-Match", etag)) }
    if let time = asked.scheduledFor {
      headers.append(NetHeader("DNP-Scheduled-For", ISO8601.text(time)))
    }
    headers.append(NetHeader("X-DNP-Now", ISO8601.text(request.fetch.times.trueMilliseconds)))
    if let plans = asked.plans {
      headers.append(NetHeader("Content-Type", "application/json"))
      headers.append(NetHeader("X-Idempotency-Key", plans.idempotencyKey))
    }
    var fetch = NetFetch(
      number: request.line, url: address?.resolved(asked.url) ?? asked.url, headers: headers,
      timeoutMilliseconds: min(max(0, asked.timeoutMilliseconds), 3_600_000),
      bytesMax: ScriptedResponse.bytesMax)
    if let plans = asked.plans {
      fetch.method = "POST"
      fetch.body = plans.body
    }
    return fetch
  }

  /// Waits for an answer; a request that is overdue means that the child hangs.
  private func receive(
    within limit: Int64, _ state: inout State
  ) throws(NetChildError) -> LiveAnswer? {
    guard let child = state.child else { return nil }
    let began = ContinuousClock.now
    while true {
      let left = limit - Self.milliseconds(since: began)
      if let answer = try child.receive(withinMilliseconds: max(0, left)) {
        state.heard = .now
        if let live = live(answer, &state) { return live }
        continue
      }
      let isOverdue = state.requests.contains { request in
        let most = max(0, request.fetch.request.timeoutMilliseconds) + Self.graceMilliseconds
        return Self.milliseconds(since: request.began) > most
      }
      if isOverdue { throw .silent }
      try ping(child, &state)
      guard left > 0 else { return nil }
    }
  }

  /// Asks a child that is silent during a request whether it reads lines; throws when it does not.
  private func ping(_ child: NetChild, _ state: inout State) throws(NetChildError) {
    guard !state.requests.isEmpty else { return }
    if let pinged = state.pinged {
      if Self.milliseconds(since: pinged) > Self.pongMilliseconds { throw .silent }
    } else if Self.milliseconds(since: state.heard) > Self.silenceMilliseconds {
      state.lastLine += 1
      try child.send(.ping(state.lastLine))
      state.pinged = .now
    }
  }

  /// An answer as the phone gets it; nil for one that nobody waits for.
  private func live(_ answer: NetAnswer, _ state: inout State) -> LiveAnswer? {
    switch answer {
    case .fetched(let response):
      guard let request = take(response.number, &state) else { return nil }
      return request.answer(.response(RawResponse(response)), response.milliseconds)
    case .failed(let failure):
      guard let request = take(failure.number, &state) else { return nil }
      return request.answer(
        .failed(
          .init(failure.reason), status: failure.status,
          detail: failure.detail.shortened(bytesMax: 200)), failure.milliseconds)
    case .pong:
      state.pinged = nil
      return nil
    case .listening, .notListening, .open, .notOpen, .opened, .text, .closed, .error: return nil
    }
  }

  private func take(_ line: Int, _ state: inout State) -> Request? {
    guard let index = state.requests.firstIndex(where: { $0.line == line }) else { return nil }
    return state.requests.remove(at: index)
  }

  // MARK: The child

  /// The child, started where it does not run, with the test API and its script.
  private func running(_ state: inout State) throws(NetChildError) -> NetChild {
    if let child = state.child {
      // An answer may have come since, while nothing was awaited.
      while state.pinged != nil, let answer = try child.receive(withinMilliseconds: 0) {
        if let live = live(answer, &state) { state.failures.append(live) }
      }
      let isSilent = state.pinged.map { Self.milliseconds(since: $0) > Self.pongMilliseconds }
      if isSilent != true { return child }
    }
    (state.child, state.api) = (nil, nil)
    let child = try program.start()
    if hasTestAPI {
      let api = try child.startAPI(withinMilliseconds: Self.startMilliseconds)
      if let script = state.script, let reason = try hand(script.rest, to: child, api, &state) {
        throw .notListening(reason: reason)
      }
      state.api = api
    }
    state.child = child
    state.heard = .now
    state.pinged = nil
    return child
  }

  /// Gives the test API a script; returns why it does not take it.
  private func hand(
    _ script: [ScriptedResponse]?, to child: NetChild, _ api: NetAPI, _ state: inout State
  ) throws(NetChildError) -> String? {
    state.lastLine += 1
    let line = state.lastLine
    var fetch = NetFetch(
      number: line, url: api.controlURL, headers: [NetHeader("Content-Type", "application/json")],
      timeoutMilliseconds: Self.scriptMilliseconds, bytesMax: 65_536)
    fetch.method = "POST"
    fetch.body =
      script.map { Command.scriptAPI($0).parameters }.map { JSONValue.object($0).canonicalBytes }
      ?? Array("{}".utf8)
    try child.send(.fetch(fetch))
    let began = ContinuousClock.now
    while true {
      let left = Self.scriptMilliseconds + Self.graceMilliseconds - Self.milliseconds(since: began)
      guard left > 0, let answer = try child.receive(withinMilliseconds: left) else {
        throw .silent
      }
      switch answer {
      case .fetched(let response) where response.number == line:
        return response.status == 204
          ? nil : String(decoding: response.body, as: UTF8.self).shortened(bytesMax: 200)
      case .failed(let failure) where failure.number == line: return failure.detail
      case .fetched, .failed:
        // The answer to a request comes first; it is kept for the next wait.
        if let live = live(answer, &state) { state.failures.append(live) }
      case .pong: state.pinged = nil
      case .listening, .notListening, .open, .notOpen, .opened, .text, .closed: continue
      case .error(let text): return text
      }
    }
  }

  /// Ends the child; whatever it was doing has failed.
  private func give(up error: NetChildError, _ state: inout State) {
    state.child = nil
    for request in state.requests { fail(request, error.description, &state) }
    state.requests = []
  }

  private func fail(_ request: Request, _ reason: String, _ state: inout State) {
    state.failures.append(
      Self.failure(request.fetch, reason, Self.milliseconds(since: request.began)))
  }

  private func fail(_ fetch: AwaitedFetch, _ reason: String, _ state: inout State) {
    state.failures.append(Self.failure(fetch, reason, 0))
  }

  private static func failure(
    _ fetch: AwaitedFetch, _ reason: String, _ milliseconds: Int64
  ) -> LiveAnswer {
    LiveAnswer(
      FetchAnswer(
        number: fetch.number,
        end: .failed(.unavailable, status: nil, detail: reason.shortened(bytesMax: 200))),
      milliseconds: milliseconds)
  }

  private static func milliseconds(since began: ContinuousClock.Instant) -> Int64 {
    Int64((ContinuousClock.now - began) / .milliseconds(1))
  }

  /// The answer without headers that decide nothing.
  static func shownHeaders(_ response: NetResponse) -> [RawResponse.Header] {
    headers.compactMap { name in
      let found = response.headers.first { $0.name.lowercased() == name.lowercased() }
      return found.map { RawResponse.Header(name: name, value: $0.value) }
    }
  }
}

extension RawResponse {
  fileprivate init(_ response: NetResponse) {
    self.init(
      status: min(response.status, 599), headers: LiveRequests.shownHeaders(response),
      body: response.body)
  }
}

extension FetchAnswer.Failure {
  fileprivate init(_ reason: NetFailure.Reason) {
    switch reason {
    case .network: self = .network
    case .timeout: self = .timeout
    case .tls: self = .tls
    case .tooLarge: self = .tooLarge
    case .refusedHost: self = .refusedHost
    }
  }
}
