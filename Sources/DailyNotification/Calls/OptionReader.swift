import CivilTime
import JSONText

/// Reads one call's options; throws a rejection that names key, expected and got.
struct OptionReader {
  let options: JSONObject

  init(_ options: JSONObject) {
    self.options = options
  }

  /// A string of at most 4,096 bytes of UTF-8; nil when the key is missing or null.
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

  func requiredFlag(_ key: String) throws(Rejection) -> Bool {
    guard let flag = try flag(key) else { throw .missing(key, expected: "true or false") }
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
    try choice(key, among: Array(Choice.allCases))
  }

  /// One of some of a type's words.
  func choice<Choice: RawRepresentable>(
    _ key: String, among choices: [Choice]
  ) throws(Rejection) -> Choice? where Choice.RawValue == String {
    guard let word = try text(key) else { return nil }
    guard let choice = choices.first(where: { $0.rawValue == word }) else {
      let words = choices.map(\.rawValue).joined(separator: ", ")
      throw .invalid(key, expected: "one of \(words)", text: word)
    }
    return choice
  }

  /// The address of a server: http or https and something after it.
  func server(_ key: String) throws(Rejection) -> String? {
    guard let text = try text(key) else { return nil }
    let isAddress = ["http://", "https://"].contains { text.hasPrefix($0) && text != $0 }
    guard isAddress else {
      throw .invalid(
        key, expected: "an address that begins with http:// or https://",
        text: text)
    }
    return text
  }

  func time() throws(Rejection) -> TimeOfDay? {
    guard let text = try text("time") else { return nil }
    guard let time = TimeOfDay(text) else { throw .invalidTime(text) }
    return time
  }

  func timezone(_ platform: inout some ClockAccess) throws(Rejection) -> String? {
    guard let text = try text("timezone") else { return nil }
    guard platform.zone(named: text) != nil else { throw .invalidTimezone(text) }
    return text
  }

  /// A cron expression of five fields.
  func cron(_ key: String) throws(Rejection) -> CronExpression {
    guard let text = try text(key) else { throw .missing(key, expected: "five fields of cron") }
    do throws(CronError) { return try CronExpression(text) } catch {
      throw .invalidCron(text, key: key, why: error.description)
    }
  }

  /// The reader of an object of its own; nil when the key is missing or null.
  func object(_ key: String) throws(Rejection) -> OptionReader? {
    guard let value = present(key) else { return nil }
    guard case .object(let object) = value else {
      throw .invalid(key, expected: "an object", got: value.kindName)
    }
    return OptionReader(object)
  }

  func requiredObject(_ key: String) throws(Rejection) -> OptionReader {
    guard let object = try object(key) else { throw .missing(key, expected: "an object") }
    return object
  }

  /// An array of at most `countMax` strings of at most `bytesMax` bytes each; nil when the key is
  /// missing or null.
  func texts(
    _ key: String, countMax: Int = 1000, bytesMax: Int = 256
  ) throws(Rejection) -> [String]? {
    guard let value = present(key) else { return nil }
    let expected = "an array of at most \(countMax) strings of at most \(bytesMax) bytes"
    guard case .array(let elements) = value else {
      throw .invalid(key, expected: expected, got: value.kindName)
    }
    guard elements.count <= countMax else {
      throw .invalid(key, expected: expected, got: "\(elements.count) elements")
    }
    var texts: [String] = []
    for element in elements {
      guard case .string(let text) = element else {
        throw .invalid(key, expected: expected, got: "\(element.kindName) in it")
      }
      guard text.utf8.count <= bytesMax else {
        throw .invalid(key, expected: expected, got: "\(text.utf8.count) bytes in it")
      }
      texts.append(text)
    }
    return texts
  }

  /// A decentralized identifier, `did:<method>:<id>`; nil when the key is missing.
  func did() throws(Rejection) -> String? {
    guard let text = try text("activeDid") else { return nil }
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    guard parts.count == 3, parts[0] == "did", parts.allSatisfy({ !$0.isEmpty }), isPlain,
      text.utf8.count <= 256
    else {
      throw .invalid(
        "activeDid", expected: "did:<method>:<id> of at most 256 characters",
        text: text)
    }
    return text
  }

  func requiredDID() throws(Rejection) -> String {
    guard let did = try did() else { throw .missing("activeDid", expected: "did:<method>:<id>") }
    return did
  }

  /// A schedule's id under `id`, or the fallback.
  func identifier(default fallback: String) throws(Rejection) -> String {
    try identifier("id") ?? fallback
  }

  func requiredIdentifier(_ key: String) throws(Rejection) -> String {
    guard let id = try identifier(key) else {
      throw .missing(key, expected: "1 to 64 letters, digits, '-', '_' or '.'")
    }
    return id
  }

  /// A schedule's id: 1 to 64 characters that can be part of an `OccurrenceIdentifier`.
  private func identifier(_ key: String) throws(Rejection) -> String? {
    guard let id = try text(key) else { return nil }
    let isPlain = id.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
    }
    guard !id.isEmpty, id.utf8.count <= 64, isPlain else {
      throw .invalid(
        key, expected: "1 to 64 letters, digits, '-', '_' or '.'", text: id)
    }
    // Reserves are named <id>_<date>; an id like that would take another schedule's place.
    guard !id.hasSuffix("_" + id.suffix(10)) || CivilDate(text: String(id.suffix(10))) == nil
    else {
      throw .invalid(
        key, expected: "a name that does not end in '_' and a date", text: id)
    }
    guard id != OccurrenceIdentifier.dual else {
      throw .invalid(
        key, expected: "another name than the dual schedule's", text: id)
    }
    return id
  }

  private func present(_ key: String) -> JSONValue? {
    guard let value = options[key], !value.isNull else { return nil }
    return value
  }
}
