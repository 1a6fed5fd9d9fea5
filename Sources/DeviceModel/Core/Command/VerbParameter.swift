import CivilTime
import JSONText
import PlainText

extension VerbTable {
  /// A parameter of a verb.
  public struct Parameter: Hashable, Sendable {
    /// The key of its value; `value` for the only choice of a verb.
    public let key: String
    /// The kind of its value.
    public let kind: Kind
    /// Whether the verb works without it.
    public let isOptional: Bool
    /// The words of a choice that only an iPhone has.
    public let iosWords: [String]

    init(_ key: String, _ kind: Kind, isOptional: Bool = false, iosWords: [String] = []) {
      self.key = key
      self.kind = kind
      self.isOptional = isOptional
      self.iosWords = iosWords
    }

    /// The words of a choice that phones of a platform have; empty for any other kind.
    public func words(on platform: DevicePlatform) -> [String] {
      guard case .choice(let words) = kind else { return [] }
      switch platform {
      case .ios: return words
      case .android: return words.filter { !iosWords.contains($0) }
      }
    }

    /// The expected values, as words; those of one system say which.
    public var expected: [String] {
      kind.expected.map { iosWords.contains($0) ? "\($0) (iOS only)" : $0 }
    }

    /// One of some words under the key `value`.
    static func choice(_ words: [String]) -> Parameter { Parameter("value", .choice(words)) }
  }

  /// The kind of a parameter's value.
  public indirect enum Kind: Hashable, Sendable {
    /// One of these words.
    case choice([String])
    /// A string of 1 to 256 bytes.
    case text
    /// What a notification says: a string of at most 256 bytes.
    case caption
    /// An integer in a range.
    case number(ClosedRange<Int64>)
    /// A duration, which may be negative: milliseconds, or a string such as `-1h30m`.
    case duration
    /// A zone of the time zone database.
    case zone
    /// A Boolean.
    case flag
    /// Answers of the content API, in order.
    case responses
    /// How a request ended that was answered from outside.
    case answer
    /// A list of 1 to 100 strings, or one string.
    case texts
    /// An object with these parameters; any other value is the first one's.
    case fields([Parameter])

    /// The expected values, as words.
    var expected: [String] {
      switch self {
      case .choice(let words): words
      case .text: ["a text of 1 to 256 bytes"]
      case .caption: ["a text of at most 256 bytes"]
      case .number(let range): ["a number from \(range.lowerBound) to \(range.upperBound)"]
      case .duration: ["a duration of at most ten years such as 1h30m or -2h"]
      case .flag: ["true", "false"]
      case .responses: ["a list of at most \(ScriptedResponse.countMax) responses"]
      case .answer:
        ["an object with 'status', 'headers' and 'body', or with 'failed' and 'detail'"]
      case .zone: ["a time zone such as Europe/London"]
      case .texts: ["a list of at most \(Kind.textsMax) texts of 1 to 256 bytes"]
      case .fields(let fields):
        fields.isEmpty
          ? ["true"] : ["an object with " + fields.map { "'\($0.key)'" }.joined(separator: ", ")]
      }
    }
  }

  /// A parameter's value after it was checked.
  indirect enum Value {
    case word(String)
    case number(Int64)
    case zone(Zone)
    case flag(Bool)
    case responses([ScriptedResponse])
    case answer(FetchAnswer.End)
    case texts([String])
    case fields(Arguments)
  }

  /// The checked values of a verb's parameters; one that was left out has none.
  struct Arguments {
    private var values: [(key: String, value: Value)] = []

    mutating func add(_ value: Value, for key: String) { values.append((key, value)) }

    private func value(_ key: String) -> Value? { values.first { $0.key == key }?.value }

    func word(_ key: String = "value") -> String? {
      if case .word(let word)? = value(key) { word } else { nil }
    }

    func number(_ key: String) -> Int64? {
      if case .number(let number)? = value(key) { number } else { nil }
    }

    func flag(_ key: String) -> Bool? {
      if case .flag(let flag)? = value(key) { flag } else { nil }
    }

    func responses(_ key: String) -> [ScriptedResponse]? {
      if case .responses(let responses)? = value(key) { responses } else { nil }
    }

    func answer(_ key: String) -> FetchAnswer.End? {
      if case .answer(let end)? = value(key) { end } else { nil }
    }

    func texts(_ key: String) -> [String]? {
      if case .texts(let texts)? = value(key) { texts } else { nil }
    }

    func fields(_ key: String) -> Arguments? {
      if case .fields(let fields)? = value(key) { fields } else { nil }
    }

    /// The keys of the parameters that were given, in the order of the table.
    var keys: [String] { values.map(\.key) }

    func zone(_ key: String) -> Zone? {
      if case .zone(let zone)? = value(key) { zone } else { nil }
    }
  }
}

extension VerbTable.Kind {
  /// The checked value of JSON other than null; nil when it is of another kind.
  func value(_ json: JSONValue) -> VerbTable.Value? {
    switch (self, json) {
    case (.choice(let words), .string(let word)) where words.contains(word): .word(word)
    // YAML parses on and off as Booleans.
    case (.choice(let words), .bool(let flag)) where words.contains("on"):
      .word(flag ? "on" : "off")
    case (.text, .string(let text)) where (1...256).contains(text.utf8.count): .word(text)
    case (.caption, .string(let text)) where text.utf8.count <= 256: .word(text)
    case (.number(let range), .integer(let number)) where range.contains(number): .number(number)
    case (.flag, .bool(let flag)): .flag(flag)
    case (.duration, .string(let text)):
      DurationText.signedMilliseconds(text).map(VerbTable.Value.number)
    case (.duration, .integer(let number))
    where number.magnitude <= DurationText.millisecondsMax.magnitude:
      .number(number)
    case (.zone, .string(let text)) where text.utf8.count <= 64:
      (try? Zone(identifier: text)).map(VerbTable.Value.zone)
    case (.answer, .object):
      FetchAnswer(number: 0, json: json).map { .answer($0.end) }
    case (.texts, .array(let items)) where (1...VerbTable.Kind.textsMax).contains(items.count):
      VerbTable.Kind.texts(items)
    case (.texts, .string): VerbTable.Kind.texts([json])
    case (.choice, _), (.text, _), (.caption, _), (.number, _), (.flag, _), (.duration, _),
      (.zone, _), (.responses, _), (.answer, _), (.texts, _), (.fields, _):
      nil
    }
  }

  fileprivate static let textsMax = 100

  private static func texts(_ items: [JSONValue]) -> VerbTable.Value? {
    let texts = items.compactMap(\.stringValue).filter { (1...256).contains($0.utf8.count) }
    return texts.count == items.count ? .texts(texts) : nil
  }

  /// The members of an object of parameters: those of JSON's object, or its value as the first's.
  ///
  /// An object without parameters can be written as `true`. Nil where the value fits neither.
  static func members(_ json: JSONValue, of fields: [VerbTable.Parameter]) -> JSONObject? {
    if case .object(let members) = json { return members }
    guard let first = fields.first else { return json == true ? [:] : nil }
    return json.isNull ? nil : [first.key: json]
  }

  /// The description of a wrong value, for an error.
  func description(ofWrong json: JSONValue) -> String {
    switch (self, json) {
    case (_, .null): "nothing"
    case (.text, .string(let text)), (.caption, .string(let text)): "\(text.utf8.count) bytes"
    case (.choice, .string(let text)), (.duration, .string(let text)), (.zone, .string(let text)):
      "'\(text.shortened())'"
    case (.number, .integer(let number)), (.duration, .integer(let number)): String(number)
    case (.choice, _), (.text, _), (.caption, _), (.number, _), (.flag, _), (.duration, _),
      (.zone, _), (.responses, _), (.answer, _), (.texts, _), (.fields, _):
      json.kindName
    }
  }
}
