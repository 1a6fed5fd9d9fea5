import CivilTime
import JSONText
import OutcomeModel
import PlainText

/// A history as the steps of a scenario and as lines for the bridge.
enum HistoryText {
  /// The steps in the scenario language.
  static func scenario(_ history: History, _ result: OutcomeRun.Result) -> String {
    var lines = [
      "name: history \(history.seed)", "start: \(ISO8601.text(history.startMilliseconds))",
      "zone: \(history.zone)", "seed: \(history.seed)",
      "knobs: {"
        + PhoneAdapter.knobs(history).map { "\($0.0): \"\($0.1)\"" }.joined(separator: ", ") + "}",
    ]
    if let android = history.android {
      lines += ["platform: android", "osVersion: \"\(android.apiLevel)\""]
    }
    lines.append("steps:")
    for (index, step) in result.done.enumerated() {
      if index == result.doneBeforeQuiet { lines.append("  # The quiet phase.") }
      switch step {
      case .passed(let milliseconds):
        lines.append("  - advance: \(DurationText.text(milliseconds))")
      case .verb(let verb, let parameters):
        lines.append("  - device: \(called(verb, parameters))")
      case .call(let method, let options): lines.append("  - call: \(called(method, options))")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func called(_ name: String, _ options: JSONObject) -> String {
    if options.isEmpty { return name }
    if options.count == 1, let value = options["value"] {
      return "{\(name): \(value.canonicalText)}"
    }
    return "{\(name): \(JSONValue.object(options).canonicalText)}"
  }

  /// The requests for `dnp bridge`.
  static func bridge(_ history: History, _ result: OutcomeRun.Result) -> String {
    var lines: [String] = []
    func request(_ method: String, _ parameters: JSONObject) {
      let request: JSONValue = [
        "jsonrpc": "2.0", "id": .integer(Int64(lines.count + 1)), "method": .string(method),
        "params": .object(parameters),
      ]
      lines.append(request.canonicalText)
    }
    var knobs: JSONObject = [:]
    for (name, value) in PhoneAdapter.knobs(history) { knobs[name] = .string(value) }
    var configuration: JSONObject = [
      "seed": .integer(Int64(history.seed)), "zone": .string(history.zone),
      "start": .string(ISO8601.text(history.startMilliseconds)), "knobs": .object(knobs),
    ]
    if let android = history.android {
      configuration["platform"] = "android"
      configuration["osVersion"] = .string("\(android.apiLevel)")
    }
    request("session.configure", configuration)
    request("$/events", ["on": true])
    for step in result.done {
      switch step {
      case .passed(let milliseconds): request("time.advance", ["by": .integer(milliseconds)])
      case .verb(let verb, let parameters):
        var all = parameters
        all["verb"] = .string(verb)
        request("device.perform", all)
      case .call(let method, let options):
        request("plugin.call", ["method": .string(method), "options": .object(options)])
      }
    }
    return lines.joined(separator: "\n")
  }
}
