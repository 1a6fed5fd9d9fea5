import CivilTime
import JSONText

/// Reads one call's options: the right type or a rejection that names key, expected and got.
struct OptionReader {
  let options: JSONObject

  init(_ options: JSONObject) {
    self.options = options
  }

  /// A text of at most 4,096 bytes of UTF-8; nil when the key is missing or null.
  func text(_ key: String) throws(Rejection) -> String? {
    guard let value = present(key) else { return nil }
    guard case .string(let text) = value else {
      throw .invalid(key, expected: "a string", got: value.kindName)
    }
    guard text.utf8.count <= 4096 else {
      throw .invalid(
        key, expected: "at most 4096 bytes of text", got: "\(text.utf8.count) bytes")
    }
    return text
  }

  func flag(_ key: String) throws(Rejection) -> Bool? {
    guard let value = present(key) else { return nil }
    guard case .bool(let flag) = value else {
      throw .invalid(key, expected: "true or false", got: value.kindName)
    }
    return flag
  }

  func integer(_ key: String, in range: ClosedRange<Int64>) throws(Rejection) -> Int64? {
    guard let value = present(key) else { return nil }
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard let number = value.integerValue else {
      throw .invalid(key, expected: expected, got: value.kindName)
    }
    guard range.contains(number) else {
      throw .invalid(key, expected: expected, got: String(number))
    }
    return number
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, of type: Choice.Type
  ) throws(Rejection) -> Choice? where Choice.RawValue == String {
    guard let word = try text(key) else { return nil }
    guard let choice = Choice(rawValue: word) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalid(key, expected: "one of \(words)", got: Rejection.quoted(word))
    }
    return choice
  }

  /// The address of a server: http or https and something behind it.
  func server(_ key: String) throws(Rejection) -> String? {
    guard let text = try text(key) else { return nil }
    let isAddress = ["http://", "https://"].contains { text.hasPrefix($0) && text != $0 }
    guard isAddress else {
      throw .invalid(
        key, expected: "an address that begins with http:// or https://",
        got: Rejection.quoted(text))
    }
    return text
  }

  func time() throws(Rejection) -> TimeOfDay? {
    guard let text = try text("time") else { return nil }
    guard let time = TimeOfDay(text) else { throw .invalidTime(text) }
    return time
  }

  func timezone(_ platform: inout some Platform) throws(Rejection) -> String? {
    guard let text = try text("timezone") else { return nil }
    guard platform.zone(named: text) != nil else { throw .invalidTimezone(text) }
    return text
  }

  /// A schedule's id: 1 to 64 characters that can stand in a request's identifier.
  func identifier(default fallback: String) throws(Rejection) -> String {
    guard let id = try text("id") else { return fallback }
    let isPlain = id.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
    }
    guard !id.isEmpty, id.utf8.count <= 64, isPlain else {
      throw .invalid(
        "id", expected: "1 to 64 letters, digits, '-', '_' or '.'", got: Rejection.quoted(id))
    }
    // Reserves are named <id>_<date>; an id like that would take another schedule's place.
    guard !id.hasSuffix("_" + id.suffix(10)) || CivilDate(text: String(id.suffix(10))) == nil
    else {
      throw .invalid(
        "id", expected: "a name that does not end in '_' and a date", got: Rejection.quoted(id))
    }
    return id
  }

  private func present(_ key: String) -> JSONValue? {
    guard let value = options[key], !value.isNull else { return nil }
    return value
  }
}
