import DailyNotification
import JSONText
import PlainText

/// A call's options as a person types them: a JSON object, or `key=value` words.
///
/// A value is JSON where it parses as JSON (`true`, `3`, `"a b"`), a string otherwise.
enum OptionText {
  /// Parses options; an empty text has none.
  static func options(
    _ text: String, method: String
  ) throws(TypedCommand.Failure) -> JSONObject {
    guard !text.isEmpty else { return [:] }
    if text.hasPrefix("{") { return try object(text) }
    var options = JSONObject()
    for word in try words(text) {
      guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
        throw TypedCommand.Failure(
          "'\(word.shortened())' is no option; write \(example(method))")
      }
      let key = String(word[..<equals])
      try check(key, method)
      options[key] = value(String(word[word.index(after: equals)...]))
    }
    return options
  }

  /// Throws for a key that is probably a known one, misspelt; the plugin would ignore it.
  private static func check(_ key: String, _ method: String) throws(TypedCommand.Failure) {
    guard let known = PluginMethod(rawValue: method)?.optionKeys, !known.contains(key),
      let near = Suggestion.nearest(to: key, in: known)
    else { return }
    throw TypedCommand.Failure(
      "'\(key.shortened())' is no option of \(method); did you mean '\(near)'? "
        + "{\"\(key.shortened())\": …} sends it all the same")
  }

  private static func object(_ text: String) throws(TypedCommand.Failure) -> JSONObject {
    let value = try json(text)
    guard case .object(let object) = value else {
      throw TypedCommand.Failure("options are a JSON object, not \(value.kindName)")
    }
    return object
  }

  /// Parses a text that has to be JSON.
  static func json(_ text: String) throws(TypedCommand.Failure) -> JSONValue {
    do {
      return try JSONParser.parse(text)
    } catch {
      throw TypedCommand.Failure("the options are no JSON: \(error)")
    }
  }

  private static func value(_ text: String) -> JSONValue {
    (try? JSONParser.parse(text)) ?? .string(text)
  }

  /// Splits at blanks outside quotation marks.
  static func words(_ text: String) throws(TypedCommand.Failure) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && !isEscaped
      if character == " ", !isQuoted {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    if isQuoted { throw TypedCommand.Failure("a quotation mark is not closed") }
    return word.isEmpty ? words : words + [word]
  }

  private static func example(_ method: String) -> String {
    let key = PluginMethod(rawValue: method)?.optionKeys.first ?? "key"
    return "\(key)=VALUE or {\"\(key)\": VALUE}"
  }
}
