public import DailyNotification
public import SimulationCore

/// A request that the world outside of the simulation is to answer.
public struct AwaitedFetch: Hashable, Sendable {
  /// The fetch's number.
  public let number: Int
  /// What is asked for.
  public let request: ContentRequest
  /// When the request was made.
  public let start: SimulationInstant
  /// What the phone's clock showed then, and the true time.
  public let times: ClockTimes
  /// How long a slow connection delays the answer, in milliseconds.
  let delayMilliseconds: Int64

  /// The fetch with the token that was given in place of its stand-in.
  public func revealed(_ secrets: SecretNumbers) -> AwaitedFetch {
    AwaitedFetch(
      number: number, request: request.revealed(secrets), start: start, times: times,
      delayMilliseconds: delayMilliseconds)
  }
}

/// How a request ended that was answered outside of the simulation.
public struct FetchAnswer: Hashable, Sendable {
  /// Why there is no answer of a server, or none that could be read.
  public enum Failure: String, Hashable, Sendable, CaseIterable {
    /// No connection, or one that broke before the last byte.
    case network
    case timeout
    /// The server's certificate was not accepted.
    case tls
    /// The body was longer than the limit of 1 MiB.
    case tooLarge
    /// The host may not be asked by a test.
    case refusedHost
    /// What makes the requests is missing, has ended or says nothing.
    case unavailable
  }

  /// The two ways in which it ended.
  public enum End: Hashable, Sendable {
    /// A server answered.
    case response(RawResponse)
    /// No answer; the status is that of a body that was too large.
    case failed(Failure, status: Int?, detail: String)
  }

  /// The fetch's number.
  public let number: Int
  /// How it ended.
  public let end: End

  /// An answer.
  public init(number: Int, end: End) {
    self.number = number
    self.end = end
  }

  /// The answer in a few words, without what the server said.
  var words: String {
    switch end {
    case .response(let response): "\(number): \(response.status)"
    case .failed(let failure, _, let detail):
      "\(number): \(failure.rawValue)" + (detail.isEmpty ? "" : " (\(detail))")
    }
  }

  /// How the app sees it.
  var outcome: FetchOutcome {
    switch end {
    case .response(let response): .response(response.received)
    case .failed(.timeout, _, _): .timedOut
    case .failed(.tooLarge, let status, _): .oversized(status: status ?? 200)
    case .failed(.network, _, _), .failed(.tls, _, _), .failed(.refusedHost, _, _),
      .failed(.unavailable, _, _):
      .unreachable
    }
  }

  /// The response; nil when there was none.
  var raw: RawResponse? {
    if case .response(let response) = end { response } else { nil }
  }
}
