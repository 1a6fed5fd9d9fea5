import DeviceModel
import JSONText
import LocatedYAML

/// Parses the value of `device:`.
enum VerbReader {
  private static let timeVerbs = ["advance", "runToNextEvent", "runUntilIdle"]

  /// `launch`, `{setPermission: denied}` or `{failWrites: {count: 2}}`.
  static func read(_ node: YAMLNode) throws(YAMLProblem) -> Command {
    guard case .mapping(let entries) = node.content else {
      return try command(node.text("'device'"), nil, at: node.place)
    }
    guard entries.count == 1, let entry = entries.first else {
      throw YAMLProblem(
        node.place, "'device' names one verb, not \(entries.count)", "write two steps")
    }
    return try command(entry.key, entry.value, at: entry.place)
  }

  /// Answers of the content API: `500`, `{status: 500, times: 2}`, or a list of such answers.
  static func script(_ node: YAMLNode) throws(YAMLProblem) -> Command {
    let answers: [YAMLNode]
    if case .list(let items) = node.content { answers = items } else { answers = [node] }
    var responses: [JSONValue] = []
    for answer in answers {
      if case .scalar = answer.content {
        let status = try answer.integer("an answer's status", in: 100...599)
        responses.append(["status": .integer(Int64(status))])
      } else {
        responses.append(answer.json)
      }
    }
    do {
      let script = JSONObject([("responses", .array(responses))])
      return try VerbTable.command(verb: "scriptAPI", parameters: script)
    } catch {
      throw YAMLProblem(
        node.place, "\(error)",
        "write a status such as 500, or {status: 500, times: 2}; `dnp schema scenario` has all keys"
      )
    }
  }

  private static func command(
    _ verb: String, _ value: YAMLNode?, at place: SourcePlace
  ) throws(YAMLProblem) -> Command {
    do {
      return try VerbTable.command(verb: verb, parameters: parameters(of: verb, value))
    } catch .unknownVerb {
      if timeVerbs.contains(verb) {
        throw YAMLProblem(place, "'\(verb)' is a step of its own", "write '- \(verb): …'")
      }
      throw .unknown("verb", verb, at: place, known: VerbTable.rows.map(\.name))
    } catch {
      throw YAMLProblem(value?.place ?? place, "\(error)", remedy(for: verb))
    }
  }

  /// How the verb is written, with each of its parameters.
  private static func remedy(for verb: String) -> String {
    let parameters = VerbTable.rows.first { $0.name == verb }?.parameters ?? []
    guard !parameters.isEmpty else { return "write '- device: \(verb)'" }
    let words = parameters.map { parameter in
      let isOptional = parameter.isOptional ? " (optional)" : ""
      return "'\(parameter.key)'\(isOptional): \(parameter.expected.joined(separator: ", "))"
    }
    return
      "its parameters are \(words.joined(separator: "; ")); `dnp schema scenario` has all verbs"
  }

  private static func parameters(of verb: String, _ value: YAMLNode?) -> JSONObject {
    guard let value, !value.isNull else { return [:] }
    if case .object(let parameters) = value.json { return parameters }
    let row = VerbTable.rows.first { $0.name == verb }
    return [row?.parameters.first?.key ?? "value": value.json]
  }
}
