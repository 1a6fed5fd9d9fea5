import CivilTime
import JSONText

/// Reads the declared options of a call; throws a rejection that names key, expected and got.
struct OptionReader {
  private let options: JSONObject
  private let declared: [CallOption]

  /// Reads the options of a method.
  init(_ options: JSONObject, of method: PluginMethod) {
    self.init(options, method.options)
  }

  /// Reads an object with these options and no others.
  init(_ options: JSONObject, _ declared: [CallOption]) {
    self.options = options
    self.declared = declared
  }

  /// The value of an option that must be given or has a value of its own.
  ///
  /// - Parameter read: One of the functions below.
  func required<Value>(
    _ key: String, _ read: (String) throws(Rejection) -> Value?
  ) throws(Rejection) -> Value {
    guard let value = try read(key) else {
      throw .missing(key, expected: option(key).expected)
    }
    return value
  }

  /// Whether a call gives an option.
  func has(_ key: String) -> Bool { options[key].map { !$0.isNull } ?? false }

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

  func integer(_ key: String) throws(Rejection) -> Int64? {
    guard case .integer(let range) = option(key).kind else {
      preconditionFailure("'\(key)' is not declared as a whole number")
    }
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

  /// One of the declared words, without those of `others`.
  func choice<Choice: RawRepresentable<String>>(
    _ key: String, of type: Choice.Type, without others: [Choice] = []
  ) throws(Rejection) -> Choice? {
    guard let word = try text(key) else { return nil }
    let words = option(key).words.filter { word in !others.contains { $0.rawValue == word } }
    guard words.contains(word), let choice = Choice(rawValue: word) else {
      throw .invalid(key, expected: "one of \(words.joined(separator: ", "))", text: word)
    }
    return choice
  }

  func requiredChoice<Choice: RawRepresentable<String>>(
    _ key: String, of type: Choice.Type, without others: [Choice] = []
  ) throws(Rejection) -> Choice {
    try required(key) { key throws(Rejection) in
      try choice(key, of: type, without: others)
    }
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

  func time(_ key: String = "time") throws(Rejection) -> TimeOfDay? {
    guard let text = try text(key) else { return nil }
    guard let time = TimeOfDay(text) else { throw .invalidTime(text) }
    return time
  }

  func date(_ key: String) throws(Rejection) -> CivilDate? {
    guard let text = try text(key) else { return nil }
    guard let date = CivilDate(text: text) else {
      throw .invalid(key, expected: "a date, YYYY-MM-DD", text: text)
    }
    return date
  }

  func timezone(_ platform: inout some ClockAccess) throws(Rejection) -> String? {
    guard let text = try text("timezone") else { return nil }
    guard platform.zone(named: text) != nil else { throw .invalidTimezone(text) }
    return text
  }

  /// A cron expression of five fields.
  func cron(_ key: String) throws(Rejection) -> CronExpression? {
    guard let text = try text(key) else { return nil }
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
    return OptionReader(object, option(key).parts)
  }

  /// An array of strings, within its declared limits; nil when the key is missing or null.
  func texts(_ key: String) throws(Rejection) -> [String]? {
    guard case .texts(let countMax, let bytesMax) = option(key).kind else {
      preconditionFailure("'\(key)' is not declared as a list of strings")
    }
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
  func did(_ key: String = "activeDid") throws(Rejection) -> String? {
    guard let text = try text(key) else { return nil }
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    guard parts.count == 3, parts[0] == "did", parts.allSatisfy({ !$0.isEmpty }), isPlain,
      text.utf8.count <= 256
    else {
      throw .invalid(
        key, expected: "did:<method>:<id> of at most 256 characters",
        text: text)
    }
    return text
  }

  /// A schedule's id: 1 to 64 characters that can be part of an `OccurrenceIdentifier`.
  func identifier(_ key: String) throws(Rejection) -> String? {
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

  private func option(_ key: String) -> CallOption {
    guard let option = declared.first(where: { $0.name == key }) else {
      preconditionFailure("no option '\(key)' is declared")
    }
    return option
  }

  private func present(_ key: String) -> JSONValue? {
    let option = option(key)
    if let value = options[key], !value.isNull { return value }
    guard case .value(let value)? = option.fallback else { return nil }
    return value
  }
}
