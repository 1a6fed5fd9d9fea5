public import JSONText

/// An option of a call: its name, what its value may be, and what holds without it.
///
/// `OptionReader`, the lint of scenarios, completions, schemas and documents derive from it.
public struct CallOption: Hashable, Sendable {
  /// What an option's value may be.
  public indirect enum Kind: Hashable, Sendable {
    /// A string of at most 4,096 bytes.
    case text
    case flag
    case integer(ClosedRange<Int64>)
    /// One of some words; `normal` of a priority needs a knob (see `PluginChoices`).
    case choice([String])
    /// The address of a server: http or https and something after it.
    case server
    /// A wall time, `HH:mm`.
    case wallTime
    /// A date, `YYYY-MM-DD`.
    case date
    /// An IANA identifier.
    case zone
    /// A cron expression of five fields.
    case cron
    /// A decentralized identifier, `did:<method>:<id>`.
    case did
    /// 1 to 64 characters that can be part of an identifier.
    case identifier
    /// An array of strings.
    case texts(countMax: Int, bytesMax: Int)
    /// An object with these options.
    case object([CallOption])
  }

  /// What holds without an option.
  public enum Fallback: Hashable, Sendable {
    /// The call is answered as with this value.
    case value(JSONValue)
    /// What the plugin knows already, in words.
    case known(String)
  }

  /// Its key.
  public let name: String
  /// What its value may be.
  public let kind: Kind
  /// Whether a call without it is rejected.
  public let isRequired: Bool
  /// What holds without it; nil where that goes without saying.
  public let fallback: Fallback?
  /// What it means, in a sentence.
  public let summary: String
  /// What the rejection of a call without it says; nil for what its kind says.
  private let wanted: String?

  init(
    _ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = false,
    fallback: Fallback? = nil, wanted: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.fallback = fallback
    self.summary = summary
    self.wanted = wanted
  }

  /// The same option of a call that is rejected without it.
  var required: CallOption {
    CallOption(name, kind, summary, isRequired: true, wanted: wanted)
  }

  /// The same option of a call that reads this value where it is not given.
  func or(_ value: JSONValue) -> CallOption {
    CallOption(name, kind, summary, fallback: .value(value))
  }

  /// The same option of a call that takes what it knows where it is not given.
  func or(known words: String) -> CallOption {
    CallOption(name, kind, summary, fallback: .known(words))
  }

  /// The same option of a call that is accepted without it.
  var optional: CallOption { CallOption(name, kind, summary, fallback: fallback, wanted: wanted) }

  /// The words of which its value must be one; empty where other values are accepted.
  public var words: [String] {
    switch kind {
    case .flag: ["true", "false"]
    case .choice(let words): words
    case .text, .integer, .server, .wallTime, .date, .zone, .cron, .did, .identifier, .texts,
      .object:
      []
    }
  }

  /// The options that its value has.
  public var parts: [CallOption] {
    if case .object(let parts) = kind { parts } else { [] }
  }

  /// What is expected of a value, for the rejection of a call without one.
  var expected: String {
    if let wanted { return wanted }
    return switch kind {
    case .text: "a text"
    case .flag: "true or false"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let words):
      (words.count < 3 ? [] : [words.dropLast(2).joined(separator: ", ") + ", "]).joined()
        + words.suffix(2).joined(separator: " or ")
    case .server: "the address of a server"
    case .wallTime: "HH:mm"
    case .date: "YYYY-MM-DD"
    case .zone: "an IANA zone"
    case .cron: "five fields of cron"
    case .did: "did:<method>:<id>"
    case .identifier: "1 to 64 letters, digits, '-', '_' or '.'"
    case .texts: "an array of strings"
    case .object: "an object"
    }
  }
}
