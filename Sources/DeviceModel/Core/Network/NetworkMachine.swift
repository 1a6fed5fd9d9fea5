import DailyNotification
import SimulationCore

/// The connection and the content API behind it.
///
/// How long an answer takes and whether it comes is decided when the request is made.
/// Source: the lengths are assumptions; that a server nobody scripted cannot be reached is ours.
/// Not modelled: a connection that changes during a request, connections that are kept open.
public struct NetworkMachine: Sendable {
  /// How good the connection is.
  public internal(set) var condition = NetworkCondition.online
  /// The latest answer that the app got from the content API.
  public internal(set) var lastResponse: RawResponse?
  private(set) var api = ScriptedAPI([])
  private var stream: SeededGenerator

  /// How long it takes to see that there is no connection, and that there is no server.
  private static let offlineMilliseconds: Int64 = 50
  private static let unreachableMilliseconds: Int64 = 300

  /// What becomes of a request, and after how many milliseconds.
  struct Answer {
    let outcome: FetchOutcome
    let milliseconds: Int64
    var raw: RawResponse?
  }

  init(seed: UInt64) {
    stream = SeededGenerator(seed: seed, stream: "network")
  }

  /// Takes over a script; one without responses means that there is no server.
  mutating func script(_ responses: [ScriptedResponse]) { api = ScriptedAPI(responses) }

  mutating func answer(_ request: ContentRequest, wallMilliseconds: Int64) -> Answer {
    let answer = untimedAnswer(request, wallMilliseconds)
    guard answer.milliseconds > request.timeoutMilliseconds else { return answer }
    return Answer(outcome: .timedOut, milliseconds: max(0, request.timeoutMilliseconds))
  }

  private mutating func untimedAnswer(
    _ request: ContentRequest, _ wallMilliseconds: Int64
  ) -> Answer {
    if condition == .offline {
      return Answer(outcome: .unreachable, milliseconds: NetworkMachine.offlineMilliseconds)
    }
    if api.responses.isEmpty {
      return Answer(outcome: .unreachable, milliseconds: NetworkMachine.unreachableMilliseconds)
    }
    let isLost = condition == .flaky && stream.below(3) == 0
    let latency = stream.integer(in: condition == .slow ? 2000...10_000 : 40...250)
    guard !isLost, let response = api.next() else {
      return Answer(outcome: .unreachable, milliseconds: latency)
    }
    guard !response.isDropped else { return Answer(outcome: .timedOut, milliseconds: .max) }
    let raw = response.answer(request, wallMilliseconds: wallMilliseconds)
    // What the token check or the ETag answers is short, whatever the content would have been.
    let isOversized = response.isOversized && raw.status == response.status
    return Answer(
      outcome: isOversized
        ? .oversized(status: raw.status)
        : .response(
          status: raw.status, body: raw.body, etag: raw.value(of: "ETag"),
          retryAfterSeconds: response.retryAfterSeconds),
      milliseconds: latency + response.delayMilliseconds, raw: raw)
  }
}

extension RawResponse {
  /// The value of a header; nil when there is none.
  public func value(of name: String) -> String? { headers.first { $0.name == name }?.value }
}
