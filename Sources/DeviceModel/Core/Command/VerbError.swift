import PlainText

/// Why a verb with its parameters is not a command.
public enum VerbError: Error, Hashable, Sendable, CustomStringConvertible {
  case unknownVerb(String)
  case unknownParameter(String, verb: String, known: [String])
  case missingParameter(String, verb: String)
  /// Not exactly one of some parameters was given.
  case nothingToSet(verb: String, known: [String])
  case notOne(verb: String, of: [String])
  case badScript(String)
  case badValue(String, verb: String, [String])

  public var description: String {
    switch self {
    case .unknownVerb(let verb):
      "there is no verb '\(verb.shortened())'; verbs: "
        + VerbTable.rows.map(\.name).joined(separator: ", ")
    case .unknownParameter(let key, let verb, let known):
      "'\(verb)' has no parameter '\(key.shortened())'; it takes "
        + (known.isEmpty ? "none" : known.map { "'\($0)'" }.joined(separator: ", "))
    case .missingParameter(let key, let verb): "'\(verb)' needs '\(key)'"
    case .notOne(let verb, let known):
      "'\(verb)' takes exactly one of " + known.map { "'\($0)'" }.joined(separator: ", ")
    case .nothingToSet(let verb, let known):
      "'\(verb)' needs at least one of " + known.map { "'\($0)'" }.joined(separator: ", ")
    case .badScript(let reason): "'scriptAPI' takes \(reason)"
    case .badValue(let got, let verb, let known):
      "'\(verb)' takes \(known.joined(separator: " or ")), not \(got)"
    }
  }
}
