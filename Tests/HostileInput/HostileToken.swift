import ES256K
import JSONText
import PlainText
import SimulationCore
import Tokens

/// Tokens that were damaged after they were signed.
enum HostileToken {
  private struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  private static let keys = TestKeys.standard
  private static let seconds: Int64 = 1_763_185_350

  /// A token for each identity, signed by its key.
  private static let tokens: [String] = keys.identities.compactMap { identity in
    let signed = JSONWebToken.signed(
      issuer: identity, issuedAtSeconds: seconds, expiresAtSeconds: seconds + 3600)
    return keys.signature(of: Array(signed.utf8), by: identity)
      .map { "\(signed).\(Base64.url.text($0))" }
  }

  /// A token that a server accepts says what its issuer has signed.
  static func check(
    _ random: inout SeededGenerator, _ readers: HostileReaders
  ) throws -> HostileInput.Outcome {
    let original = random.one(of: tokens)
    let text = String(decoding: random.damaged(Array(original.utf8)), as: UTF8.self)
    do {
      try readers.verify(text, seconds * 1000, keys)
    } catch {
      // What is wrong has words for every token.
      guard !"\(error)".isEmpty else { throw Broken(description: "no words for \(text)") }
      guard text != original else { throw Broken(description: "\(text) is refused: \(error)") }
      return .refused
    }
    guard let token = try? JSONWebToken(text), let first = try? JSONWebToken(original),
      token.signed == first.signed
    else { throw Broken(description: "\(text) is accepted") }
    return .held
  }
}
