public import JSONText

/// The secrets of a session as they were given, by what stands for each of them in its journal.
///
/// They are in memory only, for the requests that are made for real: a journal, a record, a report
/// and a crash have the stand-ins. At most `countMax` are kept; the oldest is forgotten first.
public struct GivenSecrets: Sendable, CustomStringConvertible, CustomReflectable {
  private var secrets: [String: String] = [:]
  /// The stand-ins in the order in which they were first seen.
  private var order: [String] = []

  /// How many secrets are kept.
  public static let countMax = 1_000

  /// No secrets.
  public init() {}

  /// What was given where a stand-in is; any other string is returned as it is.
  public func given(for text: String) -> String { secrets[text] ?? text }

  /// A text with stand-ins for the secrets that were given.
  public func hidden(in text: String) -> String {
    var text = text
    for standIn in order {
      if let secret = secrets[standIn], secret.utf8.count >= GivenSecrets.hiddenBytesMin {
        text = text.replacing(secret, with: standIn)
      }
    }
    return text
  }

  /// How long a secret is at least that is looked for in texts: a short one is part of any.
  private static let hiddenBytesMin = 8

  /// The address that was given, for one that was made of its stand-in.
  func given(forAddress url: String) -> String {
    guard Redaction.hasMark(url) else { return url }
    for standIn in order.reversed() where standIn.contains("://") {
      let (base, rest) = ServerAddress.parts(of: standIn)
      guard let secret = secrets[standIn], url.utf8.count >= standIn.utf8.count,
        url.hasPrefix(base), url.hasSuffix(rest)
      else { continue }
      let (givenBase, givenRest) = ServerAddress.parts(of: secret)
      return "\(givenBase)\(url.dropFirst(base.count).dropLast(rest.count))\(givenRest)"
    }
    return url
  }

  /// Takes the strings of a value that differ in its sealed form.
  public mutating func take(from given: JSONValue, sealed: JSONValue) {
    if case .string(let secret) = given, case .string(let standIn) = sealed {
      keep(secret, as: standIn)
    } else if case .array(let items) = given, case .array(let others) = sealed {
      for (item, other) in zip(items, others) { take(from: item, sealed: other) }
    } else if case .object(let object) = given, case .object(let others) = sealed {
      for (key, value) in object.members {
        if let other = others[key] { take(from: value, sealed: other) }
      }
    }
  }

  /// Takes the secrets of another session of this program.
  public mutating func take(_ others: GivenSecrets) {
    for standIn in others.order {
      if let secret = others.secrets[standIn] { keep(secret, as: standIn) }
    }
  }

  private mutating func keep(_ secret: String, as standIn: String) {
    guard secret != standIn else { return }
    if secrets.updateValue(secret, forKey: standIn) == nil { order.append(standIn) }
    if order.count > GivenSecrets.countMax { secrets[order.removeFirst()] = nil }
  }

  /// How many there are; a secret is never shown.
  public var description: String { "\(order.count) secrets" }

  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension ContentRequest {
  /// The request with the token and the address that were given in place of their stand-ins.
  public func revealed(_ secrets: GivenSecrets) -> ContentRequest {
    let given = token.map { secrets.given(for: $0) }
    let address = secrets.given(forAddress: url)
    guard given != token || address != url else { return self }
    return ContentRequest(
      url: address, token: given, identity: identity, etag: etag, scheduledFor: scheduledFor,
      timeoutMilliseconds: timeoutMilliseconds, plans: plans)
  }
}
