import DailyNotification
public import DeviceModel
import Scenarios
import Session

/// Whether the phone's requests leave the simulation.
struct LiveControl: Sendable {
  /// Whether the shell can make requests.
  let hasNetwork: Bool
  /// Whether they are to leave it as soon as something can be done to the phone.
  var isWanted = false
}

/// Requests that the shell makes.
extension Model {
  /// The requests that the shell has to make, oldest first; one that is gone is to be cancelled.
  public var awaitedFetches: [AwaitedFetch] {
    run.isAwaiting ? run.awaitedFetches : []
  }

  /// Takes an answer, and says where a refused token is not the one that was given.
  mutating func take(_ answer: LiveAnswer) -> [Effect] {
    let request = awaitedFetches.first { $0.number == answer.answer.number }?.request
    let effects = fulfil(time.take(answer, &run))
    guard let request, answer.isRefusal else { return effects }
    if let token = request.token, SealedToken.isStandIn(token) {
      notice = .warning(
        "refused: tokens are not kept with a session; give it again with configureNativeFetcher")
    } else if Redaction.hasMark(request.url) {
      notice = .warning(
        "refused: an address is kept without its user and its secrets; configure it again")
    }
    return effects
  }

  /// What a test API is to answer; nil for what it answers by itself.
  public var scriptedResponses: [ScriptedResponse]? { run.device.os.network.scriptedResponses }

  /// Lets requests leave the simulation, at once or when the phone is there.
  public mutating func goLive() {
    live.isWanted = true
    settle()
  }

  /// Lets time stop at requests while the phone can be used, and follows a wish to go live.
  mutating func settleLive() {
    let isUsable = !isReplaying && past == nil && keeping.refusal == nil && guide.run == nil
    run.stopsForFetches = live.hasNetwork && isUsable
    guard live.isWanted, isUsable else { return }
    live.isWanted = false
    guard !run.device.os.network.isLive else { return }
    perform([.setLiveAPI(isOn: true)], title: "setLiveAPI", isButton: false)
  }

  /// `live on`, `live off`.
  mutating func setLive(_ argument: String) throws(TypedCommand.Failure) -> [Effect] {
    guard live.hasNetwork else { throw TypedCommand.Failure("requests cannot be made here") }
    return fulfil([.perform(.setLiveAPI(isOn: argument == "on"), title: "setLiveAPI")])
  }
}

extension LiveAnswer {
  /// Whether a server did not accept who asked.
  fileprivate var isRefusal: Bool {
    if case .response(let response) = answer.end {
      [400, 401, 403].contains(response.status)
    } else {
      false
    }
  }
}
