public import JSONText
import Tokens

/// The secrets that a phone has met, each with the number that stands for it: `(redacted 1)`.
///
/// Equal secrets have equal numbers; a number says nothing else of its secret. A new secret gets
/// the lowest number that nothing in the phone's commands stands for yet, so that the same commands
/// give the same numbers, whether they have the secrets or what stands for them in a journal. One
/// that a journal does not have gets none that stands for another in a second line of its session.
///
/// The secrets are in memory only, for equal ones and for the requests that are made for real: a
/// journal, a record, a report and a crash have the stand-ins.
public struct SecretNumbers: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  private var numbers: [String: Int] = [:]
  private var secrets: [Int: String] = [:]
  /// The numbers of those that a journal does not have, so that no command of the phone has them.
  private var sealed: Set<Int> = []
  /// The numbers that stand for something.
  private var taken: Set<Int> = []
  private var lowest = 1
  /// The secrets of the session's other lines, nil for a number that stands for two.
  private var others: [Int: String?] = [:]
  private var isFrozen = false
  private var isSealing = false

  /// The highest number; any further secret becomes `(redacted)`.
  public static let numberMax = 9_999

  /// No secrets.
  public init() {}

  /// What knows no secret and learns none: each becomes `(redacted)`.
  public static let none = SecretNumbers().frozen

  /// The same secrets, to which none is added.
  private var frozen: SecretNumbers {
    var frozen = self
    frozen.isFrozen = true
    return frozen
  }

  /// The number of a secret, a new one unless it has been met; nil where there is none left.
  mutating func number(of secret: String) -> Int? {
    if let number = numbers[secret] {
      if isSealing { sealed.insert(number) }
      return number
    }
    guard !isFrozen, let number = freeNumber(for: secret) else { return nil }
    learn(secret, as: number)
    if isSealing { sealed.insert(number) }
    return number
  }

  private mutating func freeNumber(for secret: String) -> Int? {
    while taken.contains(lowest) { lowest += 1 }
    var number = lowest
    if isSealing, !others.isEmpty {
      let known = others.filter { $0.value == secret && !taken.contains($0.key) }.keys.min()
      if let known { return known }
      while taken.contains(number) || others.keys.contains(number) { number += 1 }
    }
    return number <= SecretNumbers.numberMax ? number : nil
  }

  /// Redacts something of which a journal has the stand-ins alone.
  mutating func sealing<Value>(_ redact: (inout SecretNumbers) -> Value) -> Value {
    isSealing = true
    defer { isSealing = false }
    return redact(&self)
  }

  private mutating func learn(_ secret: String, as number: Int) {
    taken.insert(number)
    numbers[secret] = number
    secrets[number] = secret
  }

  /// Whether a journal has what stands for a secret wherever that is given.
  func isSealed(_ secret: String) -> Bool { numbers[secret].map(sealed.contains) ?? false }

  /// The same numbers, none of them of a secret that is looked for in free text.
  public var withoutSeals: SecretNumbers {
    var secrets = self
    secrets.sealed = []
    return secrets
  }

  // MARK: Commands

  /// Meets the secrets of what is given in one press: first what stands for some, then those that a
  /// journal does not have, then the others.
  ///
  /// The order is that of canonical JSON, as a journal has it.
  public mutating func meet(_ given: [JSONValue]) {
    let values = given.map { (try? JSONParser.parse($0.canonicalText)) ?? $0 }
    for value in values { take(value) }
    for value in values { _ = SealedToken.sealed(value, NoKeys(), &self) }
    for value in values { _ = Redaction.value(value, &self) }
  }

  /// Takes the numbers of all that stands for a secret in a value.
  private mutating func take(_ value: JSONValue) {
    switch value {
    case .string(let text): take(text)
    case .array(let items): for item in items { take(item) }
    case .object(let object):
      for (key, item) in object.members {
        take(key)
        take(item)
      }
    case .null, .bool, .integer, .number: break
    }
  }

  private mutating func take(_ text: String) {
    for standIn in StandIn.all(in: text) {
      if let number = standIn.number { taken.insert(number) }
    }
  }

  // MARK: Without secrets

  /// A text with stand-ins for its secrets, which are met.
  public mutating func redact(_ text: String) -> String { Redaction.text(text, &self) }

  /// A value with stand-ins for its secrets, which are met.
  public mutating func redact(value: JSONValue) -> JSONValue {
    Redaction.value(value, &self)
  }

  /// A text with stand-ins for its secrets; one that was not met has no number.
  public func redacted(_ text: String) -> String {
    var frozen = frozen
    return Redaction.text(text, &frozen)
  }

  /// A value with stand-ins for its secrets; one that was not met has no number.
  public func redacted(value: JSONValue) -> JSONValue {
    var frozen = frozen
    return Redaction.value(value, &frozen)
  }

  /// An object with stand-ins for its secrets; one that was not met has no number.
  public func redacted(object: JSONObject) -> JSONObject {
    var frozen = frozen
    return Redaction.object(object, &frozen)
  }

  /// A text that may be JSON, with stand-ins for its secrets; one that was not met has no number.
  public func redacted(document text: String) -> String {
    var frozen = frozen
    return Redaction.document(text, &frozen)
  }

  /// A text with stand-ins for its secrets, which a journal does not have.
  public mutating func seal(_ text: String) -> String { sealing { Redaction.text(text, &$0) } }

  /// What stands for a string that is a secret, which a journal does not have.
  public mutating func seal(secret: String) -> String {
    sealing { Redaction.mark(Array(secret.utf8)[...], &$0) }
  }

  // MARK: With secrets

  /// A text with the secrets in place of what stands for them.
  ///
  /// What was given to an earlier run of the program is not known: its stand-ins stay.
  public func revealed(_ text: String) -> String {
    StandIn.replaced(in: text) { $0.number.flatMap { secrets[$0] } }
  }

  /// A text with stand-ins for the secrets that no journal has.
  public func hidden(in text: String) -> String {
    var text = text
    for number in sealed.sorted() {
      if let secret = secrets[number], secret.utf8.count >= SecretNumbers.hiddenBytesMin {
        text = text.replacing(secret, with: Redaction.mark(secret, number))
      }
    }
    return text
  }

  /// How long a secret is at least that is looked for in texts: a short one is part of any.
  private static let hiddenBytesMin = 8

  /// Learns the secrets of another line of the same session: those for which something stands here,
  /// too, may be in requests again.
  public mutating func learn(from other: SecretNumbers) {
    others.merge(other.others) { $0 == $1 ? $0 : nil }
    for number in other.sealed.sorted() {
      guard let secret = other.secrets[number] else { continue }
      others[number] = others[number, default: secret] == secret ? secret : .some(nil)
    }
    for number in taken.sorted() where secrets[number] == nil {
      guard let secret = others[number] ?? nil, numbers[secret] == nil else { continue }
      learn(secret, as: number)
      sealed.insert(number)
    }
  }

  /// Forgets the secrets of other lines.
  public mutating func forgetOthers() { others = [:] }

  /// How many there are; a secret is never shown.
  public var description: String { "\(secrets.count) secrets" }

  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension ContentRequest {
  /// The request with the secrets in place of what stands for them.
  public func revealed(_ secrets: SecretNumbers) -> ContentRequest {
    let given = token.map(secrets.revealed)
    let address = secrets.revealed(url)
    guard given != token || address != url else { return self }
    return ContentRequest(
      url: address, token: given, identity: identity, etag: etag, scheduledFor: scheduledFor,
      timeoutMilliseconds: timeoutMilliseconds, plans: plans)
  }
}
