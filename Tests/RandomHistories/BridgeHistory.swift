import DeviceModel
import JSONText
import SimulationCore

/// A random history as a program sends it over the bridge: valid and invalid requests, then a quiet
/// phase in which the phone is allowed everything and time passes.
public struct BridgeHistory {
  private var random: SeededGenerator
  private var tester: RandomTester
  private var nextID: Int64 = 1

  /// Makes the history of a seed.
  public init(seed: UInt64) {
    random = SeededGenerator(seed: seed, stream: "bridgeHistory")
    tester = RandomTester(seed: seed)
  }

  /// The lines of so many steps; each has an id, from 1 in their order.
  public mutating func lines(_ count: Int) -> [[UInt8]] {
    var lines = [configure()]
    for step in tester.steps(count) {
      lines.append(line(step))
      if random.below(4) == 0 { lines.append(invalid()) }
    }
    return lines + quietPhase()
  }

  private mutating func configure() -> [UInt8] {
    let configuration = tester.configuration
    return request(
      "session.configure",
      [
        "seed": .string(String(configuration.seed)),
        "variant": .string(configuration.variant.rawValue),
        "launch": .bool(configuration.isLaunchedAtStart),
        "knobs": .object(
          JSONObject(configuration.knobs.settings(on: .ios).map { ($0.name, .string($0.value)) })),
      ])
  }

  private mutating func line(_ step: TesterStep) -> [UInt8] {
    switch step {
    case .wait(let milliseconds): return request("time.advance", ["by": .integer(milliseconds)])
    case .perform(.call(let method, let options)):
      return request("plugin.call", ["method": .string(method), "options": .object(options)])
    case .perform(let command):
      var parameters = command.parameters
      parameters["verb"] = .string(command.verb)
      return request("device.perform", parameters)
    }
  }

  /// A request that is understood and wrong.
  private mutating func invalid() -> [UInt8] {
    switch random.below(6) {
    case 0: request("time.advance", ["by": -1])
    case 1: request("device.perform", ["verb": "jump"])
    case 2: request("state.get", ["path": "/no/such"])
    case 3: request("no.such", [:])
    case 4: request("plugin.call", ["method": "configure", "options": 7])
    default: request("trace.get", ["limit": 0])
    }
  }

  /// Permission, unlocked, network, the app opened, everybody answered, and two days.
  private mutating func quietPhase() -> [[UInt8]] {
    let verbs: [JSONObject] = [
      ["verb": "powerOn", "locked": false], ["verb": "unlock"],
      ["verb": "answerDialog", "value": "allow"],
      ["verb": "setPermission", "value": "granted"], ["verb": "setNetwork", "value": "online"],
      ["verb": "fillDisk", "value": "off"], ["verb": "failWrites", "count": 0],
      ["verb": "launch"], ["verb": "foreground"],
    ]
    var lines: [[UInt8]] = []
    for verb in verbs { lines.append(request("device.perform", verb)) }
    lines.append(request("time.runUntilIdle", [:]))
    lines.append(request("time.advance", ["by": 172_800_000]))
    // What still waits is lost with its phone.
    lines.append(request("state.get", ["path": "/invariants"]))
    lines.append(request("session.configure", [:]))
    return lines
  }

  private mutating func request(_ method: String, _ parameters: JSONObject) -> [UInt8] {
    defer { nextID += 1 }
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": .integer(nextID), "method": .string(method),
      "params": .object(parameters),
    ]
    return request.canonicalBytes
  }
}
