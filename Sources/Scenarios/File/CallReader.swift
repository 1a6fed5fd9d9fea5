import DailyNotification
import JSONText
import LocatedYAML

/// Parses the value of `call:`.
enum CallReader {
  private static let methods = PluginMethod.allCases.map(\.rawValue)

  struct Call {
    let method: String
    let options: JSONObject
    var text: String { "call \(method)" }
  }

  /// `configure`, `{configure: {…}}` or `{method: configure, options: {…}}`.
  static func read(_ node: YAMLNode) throws(YAMLProblem) -> Call {
    guard case .mapping(let entries) = node.content else {
      return Call(method: try method(node.text("'call'"), at: node.place), options: [:])
    }
    if let name = entries.first(where: { $0.key == "method" }) {
      return try longForm(entries, name.value)
    }
    guard entries.count == 1, let entry = entries.first else {
      throw YAMLProblem(
        node.place, "'call' names one method, not \(entries.count)", "write {method: {options}}")
    }
    return Call(method: try method(entry.key, at: entry.place), options: try options(entry.value))
  }

  private static func longForm(
    _ entries: [YAMLNode.Entry], _ name: YAMLNode
  ) throws(YAMLProblem) -> Call {
    let known = ["method", "options"]
    for entry in entries where !known.contains(entry.key) {
      throw .unknownKey(of: "'call'", entry.key, at: entry.place, known: known)
    }
    let given = entries.first { $0.key == "options" }
    return Call(
      method: try method(name.text("'method'"), at: name.place),
      options: try given.map { entry throws(YAMLProblem) in try options(entry.value) } ?? [:])
  }

  private static func method(
    _ name: String, at place: SourcePlace
  ) throws(YAMLProblem) -> String {
    guard methods.contains(name) else {
      throw .unknown("method", name, at: place, known: methods)
    }
    return name
  }

  private static func options(_ node: YAMLNode) throws(YAMLProblem) -> JSONObject {
    if node.isNull { return [:] }
    guard case .object(let options) = node.json else {
      throw YAMLProblem(
        node.place, "a call's options must be a mapping, not \(node.kindName)", "write {key: value}"
      )
    }
    return options
  }
}
