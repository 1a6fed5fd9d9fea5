import DailyNotification
import SimulationCore
import Tokens

/// The connection and the content API.
///
/// How long an answer takes and whether it comes is decided when the request is made.
/// Source: the lengths are assumptions. The test API's host has content until it is scripted; that
/// any other server which nobody scripted cannot be reached is ours.
/// Not modelled: a connection that changes during a request, connections that are kept open.
public struct NetworkMachine: Sendable {
  /// The quality of the connection.
  public private(set) var condition = NetworkCondition.online
  /// The latest answer that the app got from the content API.
  public private(set) var lastResponse: RawResponse?
  /// The content API's script; nil until there is one.
  private(set) var script: ScriptedAPI?
  /// How many answers the script of the content API has; nil until there is one.
  public var scriptedCount: Int? { script?.responses.count }
  /// The answers of the script, in order; nil until there is one.
  public var scriptedResponses: [ScriptedResponse]? { script?.responses }
  /// Whether the world outside of the simulation answers requests, instead of the script.
  public private(set) var isLive = false
  /// Whether it ever has: answers of servers may be among what the phone knows.
  public private(set) var hasBeenLive = false
  /// The requests that the world outside is to answer, in the order they were made.
  public private(set) var awaited: [AwaitedFetch] = []
  private var stream: SeededGenerator
  /// The tokens that a server accepted which looks for reused ones, and the dates, oldest first.
  private var accepted: [(token: String, day: Int64)] = []
  /// The fetches under way, in the order they were started.
  private(set) var fetches: [Fetch] = []
  private var nextFetch = 1

  /// A fetch under way.
  struct Fetch: Sendable {
    let number: Int
    let answer: Answer
    let token: EventToken
    /// Whether it has ended while the app was suspended.
    var isHeld = false
  }

  /// The time, in ms, after which a request fails without a connection, and without a server.
  private static let offlineMilliseconds: Int64 = 50
  private static let unreachableMilliseconds: Int64 = 300
  /// How long the plugin's own content takes.
  private static let fixedMilliseconds: Int64 = 120
  /// How many redirections are followed.
  ///
  /// Source: an assumption; URLSession follows sixteen and then fails.
  private static let redirectsMax = 16
  /// How many accepted tokens are remembered.
  private static let acceptedMax = 64
  /// The hosts of the test API, which answer with content for each occurrence.
  private static let testHosts = ["api.test.example", "api.test"]

  /// The outcome of a request, and the milliseconds after which it arrives.
  struct Answer {
    let outcome: FetchOutcome
    let milliseconds: Int64
    var raw: RawResponse?
    /// By how much the server's clock was ahead of the phone's, in milliseconds.
    var serverAheadMilliseconds: Int64 = 0
  }

  init(seed: UInt64) {
    stream = SeededGenerator(seed: seed, stream: "network")
  }

  /// Sets a script; an empty one means that there is no server.
  mutating func script(_ responses: [ScriptedResponse]) { script = ScriptedAPI(responses) }

  /// The plugin's own content: it comes from no server, and needs a connection all the same.
  mutating func answer(fixed body: [UInt8], timeoutMilliseconds timeout: Int64) -> Answer {
    if condition == .offline { return NetworkMachine.offline }
    let isLost = condition == .flaky && stream.below(3) == 0
    let milliseconds =
      condition == .slow ? stream.integer(in: 2000...10_000) : NetworkMachine.fixedMilliseconds
    if milliseconds > timeout {
      return Answer(outcome: .timedOut, milliseconds: max(0, timeout))
    }
    return Answer(
      outcome: isLost
        ? .unreachable : .response(status: 200, body: body, etag: nil, retryAfterSeconds: nil),
      milliseconds: milliseconds)
  }

  /// The app may open no connection at all.
  static let barred = Answer(outcome: .unreachable, milliseconds: 0)
  private static let offline = Answer(outcome: .unreachable, milliseconds: offlineMilliseconds)

  /// Sets how good the connection is.
  mutating func set(_ condition: NetworkCondition) { self.condition = condition }

  /// The app got an answer of the content API.
  mutating func received(_ response: RawResponse) { lastResponse = response }

  // MARK: Answers from outside

  /// Sets whether the world outside of the simulation answers requests.
  ///
  /// What is under way ends as it began.
  mutating func setLive(isOn: Bool) {
    isLive = isOn
    hasBeenLive = hasBeenLive || isOn
  }

  /// Leaves a request to the world outside; returns the answer that needs none.
  ///
  /// The connection is the phone's all the same: without one nothing is asked, on a poor one a
  /// request in three is lost, on a slow one the answer arrives later.
  mutating func ask(
    _ number: Int, _ request: ContentRequest, at start: SimulationInstant, _ times: ClockTimes
  ) -> Answer? {
    if condition == .offline { return NetworkMachine.offline }
    let isLost = condition == .flaky && stream.below(3) == 0
    if isLost {
      return Answer(outcome: .unreachable, milliseconds: stream.integer(in: 40...250))
    }
    awaited.append(
      AwaitedFetch(
        number: number, request: request, start: start, times: times,
        delayMilliseconds: condition == .slow ? stream.integer(in: 2000...10_000) : 0))
    return nil
  }

  /// Takes out a request that has been answered or is cancelled; nil when there is none.
  mutating func endAwaited(_ number: Int) -> AwaitedFetch? {
    guard let index = awaited.firstIndex(where: { $0.number == number }) else { return nil }
    return awaited.remove(at: index)
  }

  // MARK: Fetches

  /// The number of the next fetch.
  mutating func nextNumber() -> Int {
    defer { nextFetch += 1 }
    return nextFetch
  }

  /// A fetch was started whose answer comes with an event.
  mutating func startFetch(_ number: Int, _ answer: Answer, _ token: EventToken) {
    fetches.append(Fetch(number: number, answer: answer, token: token))
  }

  /// Takes out a fetch that has ended or is cancelled; nil when there is none of the number.
  mutating func endFetch(_ number: Int) -> Fetch? {
    guard let index = fetches.firstIndex(where: { $0.number == number }) else { return nil }
    return fetches.remove(at: index)
  }

  /// A fetch has ended and the app cannot be told.
  mutating func holdFetch(_ number: Int) {
    guard let index = fetches.firstIndex(where: { $0.number == number }) else { return }
    fetches[index].isHeld = true
  }

  /// The numbers of the fetches that the app can be told of now.
  mutating func releaseFetches() -> [Int] {
    var numbers: [Int] = []
    for index in fetches.indices where fetches[index].isHeld {
      fetches[index].isHeld = false
      numbers.append(fetches[index].number)
    }
    return numbers
  }

  /// Takes out all fetches: the process that waits for them died.
  mutating func dropFetches() -> [Fetch] {
    defer { fetches.removeAll() }
    awaited.removeAll()
    return fetches
  }

  // MARK: Answers

  /// The answer to a request; the keys check its token.
  mutating func answer(
    _ request: ContentRequest, at times: ClockTimes, _ keys: any IdentityKeys
  ) -> Answer {
    let answer = untimedAnswer(request, times, keys)
    guard answer.milliseconds > request.timeoutMilliseconds else { return answer }
    return Answer(outcome: .timedOut, milliseconds: max(0, request.timeoutMilliseconds))
  }

  private mutating func untimedAnswer(
    _ request: ContentRequest, _ times: ClockTimes, _ keys: any IdentityKeys
  ) -> Answer {
    if condition == .offline { return NetworkMachine.offline }
    var request = request
    var milliseconds: Int64 = 0
    for _ in 0...NetworkMachine.redirectsMax {
      guard hasServer(at: request.url) else {
        return Answer(
          outcome: .unreachable,
          milliseconds: milliseconds + NetworkMachine.unreachableMilliseconds)
      }
      let isLost = condition == .flaky && stream.below(3) == 0
      milliseconds += stream.integer(in: condition == .slow ? 2000...10_000 : 40...250)
      guard !isLost, let response = nextResponse() else {
        return Answer(outcome: .unreachable, milliseconds: milliseconds)
      }
      guard !response.isDropped else { return Answer(outcome: .timedOut, milliseconds: .max) }
      milliseconds += response.delayMilliseconds
      if response.isReset { return Answer(outcome: .unreachable, milliseconds: milliseconds) }
      let raw = answer(of: response, request, times.trueMilliseconds, keys)
      if let target = raw.redirection {
        request = request.redirected(to: target)
        continue
      }
      // Half a body is no answer: the connection was lost.
      if response.isTruncated, !raw.body.isEmpty {
        return Answer(outcome: .unreachable, milliseconds: milliseconds)
      }
      // The answer of the token check or the ETag is short, whatever the content would have been.
      let isOversized = response.isOversized && raw.status == response.status
      return Answer(
        outcome: isOversized ? .oversized(status: raw.status) : .response(raw.received),
        milliseconds: milliseconds, raw: raw,
        serverAheadMilliseconds: response.serverMilliseconds(atTrueTime: times.trueMilliseconds)
          - times.wallMilliseconds)
    }
    return Answer(outcome: .unreachable, milliseconds: milliseconds)
  }

  /// What a response answers; it knows the tokens that the server has accepted.
  private mutating func answer(
    of response: ScriptedResponse, _ request: ContentRequest, _ trueMilliseconds: Int64,
    _ keys: any IdentityKeys
  ) -> RawResponse {
    let raw = response.answer(request, trueMilliseconds: trueMilliseconds, keys)
    guard response.refusesReused, let token = request.token, raw.status < 400 else { return raw }
    let day = response.serverMilliseconds(atTrueTime: trueMilliseconds) / 86_400_000
    if let first = accepted.first(where: { $0.token == token }) {
      return first.day == day ? raw : TokenRefusal.reused
    }
    if accepted.count == NetworkMachine.acceptedMax { accepted.removeFirst() }
    accepted.append((token, day))
    return raw
  }

  /// The next answer; until it is scripted, the test API has a proper one to everything.
  private mutating func nextResponse() -> ScriptedResponse? {
    script == nil ? ScriptedResponse() : script?.next()
  }

  /// Whether somebody answers at an address: the script everywhere, without one the test API.
  private func hasServer(at url: String) -> Bool {
    if let script { return !script.responses.isEmpty }
    return NetworkMachine.testHosts.contains(RequestAddress.host(of: url))
  }
}

extension RawResponse {
  /// The value of a header, whose name's case says nothing; nil when there is none.
  public func value(of name: String) -> String? {
    let folded = name.lowercased()
    return headers.first { $0.name.lowercased() == folded }?.value
  }

  /// Where a redirection leads; nil for any other answer.
  ///
  /// Source: RFC 9110 §15.4.
  fileprivate var redirection: String? {
    [301, 302, 303, 307, 308].contains(status) ? value(of: "Location") : nil
  }

  /// The answer as the app gets it.
  var received: FetchResponse {
    var response = FetchResponse(status: status, body: body)
    response.etag = value(of: "ETag")
    response.retryAfter = value(of: "Retry-After")
    response.contentType = value(of: "Content-Type")
    response.vary = value(of: "Vary")
    response.cacheControl = value(of: "Cache-Control")
    return response
  }
}
