import CellGrid

/// What stood in a line from its opening to its end, to find out whether that held a secret.
public struct TypedLine: Sendable {
  /// What stood in it last.
  public private(set) var typing: Typing
  /// The texts that stood in it, without those that the next one begins with.
  private var texts: [String] = []
  /// What was typed, whether the line took it or not.
  private var typed = ""
  /// Whether more stood in it than is kept.
  private var isLong = false

  /// How much is kept, in bytes; of a line with more it is not known whether it had a secret.
  private static let bytesMax = 1 << 20
  private var bytes = 0

  /// What is a secret together with the beginning of one: of a number, of what follows `Bearer`.
  private static let further = "00000000"

  /// A line that has been opened.
  public init(_ typing: Typing) {
    self.typing = typing
  }

  /// Keeps what stands in the line now.
  public mutating func add(_ next: Typing) {
    guard next != typing else { return }
    if !next.text.hasPrefix(typing.text) { keep(typing.text) }
    typing = next
  }

  /// Keeps an input that came while the line was open.
  public mutating func add(_ input: KeyInput) {
    switch input {
    case .key(.character(let scalar)):
      typed.unicodeScalars.append(scalar)
      bytes += 1
    case .key(.enter), .key(.tab): typed += " "
    case .key, .resize: break
    }
    if bytes > TypedLine.bytesMax { isLong = true }
  }

  /// Takes the line for one with a secret, since not all of it is known.
  public mutating func giveUp() { isLong = true }

  private mutating func keep(_ text: String) {
    bytes += text.utf8.count
    guard bytes <= TypedLine.bytesMax else {
      isLong = true
      return
    }
    texts.append(text)
  }

  /// Whether a secret stood in the line, or may have, up to its end, which a model knows.
  ///
  /// A text that was given up may have been the beginning of one.
  public func hasSecret(_ model: Model) -> Bool {
    if isLong { return true }
    let isSecret = { (text: String) in model.hasSecret(text, typing.kind) }
    let isAccepted = model.isAccepted(typing)
    if isSecret(typing.text) || isSecret(typed) { return true }
    let givenUp = isAccepted ? texts : texts + [typing.text]
    return givenUp.contains { text in
      isSecret(text) || isSecret(text + TypedLine.further) || TypedLine.hasOpenUser(text)
    }
  }

  /// Whether a URL's user, or its password, may stand at the end of a text.
  private static func hasOpenUser(_ text: String) -> Bool {
    guard let start = text.ranges(of: "://").last?.upperBound else { return false }
    let rest = text[start...]
    guard !rest.contains(where: { "/?#@ \"".contains($0) }) else { return false }
    // What follows the colon of a host is a port.
    return rest.split(separator: ":", maxSplits: 1).dropFirst().contains { part in
      part.contains { !$0.isNumber }
    }
  }
}
