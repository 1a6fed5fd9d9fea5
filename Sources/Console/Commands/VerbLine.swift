import DeviceModel
import JSONText
import PlainText

/// What a person types after a verb: values in the order of its parameters, or `key=value`.
///
/// A JSON object holds all parameters, a JSON list is the first one's value. What follows a verb
/// with one parameter is its value as it is, blanks included. Of a verb that takes exactly one of
/// its parameters the name comes first: `otherCode cancelTask=com.example.refresh`.
enum VerbLine {
  /// Parses the parameters of a verb.
  static func parameters(
    _ text: String, of row: VerbTable.Row
  ) throws(TypedCommand.Failure) -> JSONObject {
    if text.isEmpty { return [:] }
    guard let first = row.parameters.first else {
      throw TypedCommand.Failure("'\(row.name)' takes nothing")
    }
    if text.hasPrefix("{") { return try OptionText.options(text, method: row.name) }
    if text.hasPrefix("[") { return [first.key: try OptionText.json(text)] }
    if row.takesOne { return try one(text, of: row) }
    if row.parameters.count == 1, named(text, row) == nil {
      return [first.key: value(text, first)]
    }
    return try words(text, of: row)
  }

  /// `name=value`, or a name alone; a value that begins as JSON does is JSON, blanks included.
  private static func one(
    _ text: String, of row: VerbTable.Row
  ) throws(TypedCommand.Failure) -> JSONObject {
    if let (parameter, rest) = named(text, row) {
      let isJSON = rest.hasPrefix("{") || rest.hasPrefix("[")
      return [parameter.key: isJSON ? try OptionText.json(rest) : value(rest, parameter)]
    }
    guard let parameter = row.parameters.first(where: { $0.key == text }) else {
      let names = row.parameters.map(\.key).joined(separator: ", ")
      throw TypedCommand.Failure("'\(row.name)' takes one of: \(names)")
    }
    return [parameter.key: .object([:])]
  }

  private static func words(
    _ text: String, of row: VerbTable.Row
  ) throws(TypedCommand.Failure) -> JSONObject {
    var parameters = JSONObject()
    for word in try OptionText.words(text) {
      if let (parameter, rest) = named(word, row) {
        parameters[parameter.key] = value(rest, parameter)
        continue
      }
      guard let next = row.parameters.first(where: { parameters[$0.key] == nil }) else {
        throw TypedCommand.Failure("'\(row.name)' has no place for '\(word.shortened())'")
      }
      parameters[next.key] = value(word, next)
    }
    return parameters
  }

  /// The parameter that a word names before `=`, and what follows it.
  private static func named(
    _ word: String, _ row: VerbTable.Row
  ) -> (parameter: VerbTable.Parameter, rest: String)? {
    guard let equals = word.firstIndex(of: "=") else { return nil }
    return row.parameters.first { $0.key == word[..<equals] }.map {
      ($0, String(word[word.index(after: equals)...]))
    }
  }

  /// JSON where the parameter is not a string, or is in quotes, and the text parses as JSON; a
  /// string otherwise.
  private static func value(_ text: String, _ parameter: VerbTable.Parameter) -> JSONValue {
    // What the log shows of a verb can be typed: `reboot locked`.
    if parameter.kind == .flag, text == parameter.key { return .bool(true) }
    return parameter.kind.isText && !text.hasPrefix("\"")
      ? .string(text) : (try? JSONParser.parse(text)) ?? .string(text)
  }
}

extension VerbTable.Kind {
  /// Whether what is typed is taken as it is.
  fileprivate var isText: Bool {
    switch self {
    case .choice, .text, .caption, .duration, .zone: true
    case .number, .flag, .responses, .answer, .texts, .fields: false
    }
  }
}
