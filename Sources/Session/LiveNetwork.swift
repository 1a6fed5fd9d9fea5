import DailyNotification
public import DeviceModel
public import SimulationCore

/// The world outside of the simulation, which answers requests in a live run.
///
/// It keeps its own time: an answer says how long it took, and a caller lets the phone's time pass
/// as long as it waits. Nothing it does throws; what goes wrong is a failed fetch with a reason.
public protocol LiveNetwork: AnyObject, Sendable {
  /// Waits for an answer, at most that many milliseconds; nil when none has come.
  ///
  /// A request that is new is made first, and one that is awaited no more is cancelled.
  func answer(
    to awaited: [AwaitedFetch], withinMilliseconds limit: Int64
  ) -> LiveAnswer?
  /// Lets the test API answer as a script says, without one as it does by itself.
  ///
  /// Returns why it does not; nil when it does.
  func script(_ responses: [ScriptedResponse]?) -> String?
}

/// An answer from outside, and how long it took.
public struct LiveAnswer: Hashable, Sendable {
  /// The answer.
  public let answer: FetchAnswer
  /// From the request to its last byte, in milliseconds.
  public let milliseconds: Int64

  /// An answer.
  public init(_ answer: FetchAnswer, milliseconds: Int64) {
    self.answer = answer
    self.milliseconds = milliseconds
  }
}

extension Session {
  /// Whether time stops now until a request is answered.
  public var isAwaiting: Bool { stopsForFetches && !device.os.awaitedFetches.isEmpty }

  /// How long the phone's time may pass until its next event or the target, in milliseconds.
  private mutating func room(before target: SimulationInstant?) -> Int64 {
    let limits = [nextInstant, target].compactMap { $0?.milliseconds }
    guard let limit = limits.min() else { return .max }
    return max(0, limit - device.os.now.milliseconds)
  }

  /// Lets the network answer what is awaited while the phone's time passes as fast as real time.
  ///
  /// Ends with the answer, with the phone's next event, at the target, or after the slice.
  /// An answer enters as a command, at the instant of its request and as long as it took: one that
  /// is there before the phone's time has come that far is kept until then.
  public mutating func waitForAnswer(
    of network: any LiveNetwork, before target: SimulationInstant? = nil,
    sliceMilliseconds: Int64 = 50
  ) throws(AdvanceError) {
    let room = room(before: target)
    if earlyAnswer == nil {
      let wait = min(room, sliceMilliseconds)
      earlyAnswer = network.answer(to: device.os.awaitedFetches, withinMilliseconds: wait)
      if earlyAnswer == nil {
        return try passAwaiting(to: device.os.now.advanced(byMilliseconds: wait))
      }
    }
    guard let live = earlyAnswer, let end = instant(of: live) else {
      earlyAnswer = nil
      return
    }
    // The phone's time may be late: a machine with much to do gives it less than real time.
    let left = end.milliseconds - device.os.now.milliseconds
    try passAwaiting(to: device.os.now.advanced(byMilliseconds: min(left, room)))
    guard left <= room else { return }
    earlyAnswer = nil
    // What happened meanwhile may have cancelled it.
    guard instant(of: live) != nil else { return }
    _ = press([.answerFetch(withoutSecrets(live.answer))], title: "answerFetch")
    if hasRest { settlePresses() }
  }

  /// The answer as the phone gets it, and everything that keeps it.
  public mutating func withoutSecrets(_ answer: FetchAnswer) -> FetchAnswer {
    guard let fetch = device.os.awaitedFetches.first(where: { $0.number == answer.number }) else {
      return answer
    }
    var secrets = device.os.secrets
    let clean = answer.withoutSecrets(of: fetch.request.revealed(secrets), &secrets)
    device.know(secrets)
    return clean
  }

  /// When an answer enters, not before now; nil when nobody waits for it any more.
  public func instant(of live: LiveAnswer) -> SimulationInstant? {
    device.os.awaitedFetches.first { $0.number == live.answer.number }.map { fetch in
      max(device.os.now, fetch.start.advanced(byMilliseconds: live.milliseconds))
    }
  }

  /// Lets time pass although a request is awaited.
  public mutating func passAwaiting(to target: SimulationInstant) throws(AdvanceError) {
    let stops = stopsForFetches
    stopsForFetches = false
    defer { stopsForFetches = stops }
    try advance(to: target)
  }
}
