/// The bridge's methods; the documentation is checked against this table.
public enum BridgeMethod: String, Hashable, Sendable, CaseIterable {
  case configure = "session.configure"
  case quiesce = "session.quiesce"
  case call = "plugin.call"
  case advance = "time.advance"
  case runToNextEvent = "time.runToNextEvent"
  case runUntilIdle = "time.runUntilIdle"
  case perform = "device.perform"
  case state = "state.get"
  case trace = "trace.get"
  case runScenario = "scenario.run"
  case events = "$/events"
  case cancel = "$/cancelRequest"

  /// The parameters of the method; nil when they depend on the verb.
  public var parameterKeys: [String]? {
    switch self {
    case .configure:
      [
        "seed", "platform", "profile", "variant", "osVersion", "targetSdk", "start", "zone",
        "knobs", "launch",
      ]
    case .quiesce: []
    case .call: ["method", "options"]
    case .advance: ["by", "to"]
    case .runToNextEvent, .runUntilIdle: ["limit"]
    case .perform: nil
    case .state: ["path"]
    case .trace: ["from", "limit", "level"]
    case .runScenario: ["yaml", "path", "platform"]
    case .events: ["on"]
    case .cancel: ["id"]
    }
  }
}
