public import DailyNotification
import JSONText

/// Strings that must not be shown, and how they are replaced.
public struct SecretTexts: Hashable, Sendable {
  /// The placeholder that replaces them.
  public static let placeholder = "(redacted)"

  /// The strings, the longest first, so that no part of a longer one remains.
  private let texts: [String]
  /// The lines of those that have several.
  private let pieces: [String]
  /// The secrets that the phone has met, whose numbers are shown.
  private var met: SecretNumbers

  /// Takes the strings, each also in its form inside JSON.
  public init(_ texts: [String], met: SecretNumbers = .none) {
    self.met = met
    var all: [String] = []
    for text in texts where !text.isEmpty {
      let inside = String(JSONValue.string(text).canonicalText.dropFirst().dropLast())
      for form in [text, inside] where !all.contains(form) { all.append(form) }
    }
    pieces = texts.filter { $0.contains(where: \.isNewline) }.flatMap { text in
      text.split(whereSeparator: \.isNewline).map(String.init)
    }
    self.texts = all.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
  }

  /// The same strings, and the secrets that a phone has met by now.
  func knowing(_ met: SecretNumbers) -> SecretTexts {
    var texts = self
    texts.met = met
    return texts
  }

  /// Whether a line of a file has a secret, or a line of one.
  func hides(line: String) -> Bool {
    cleaned(line) != line || pieces.contains { line.contains($0) }
  }

  /// Whether there is nothing to hide.
  public var isEmpty: Bool { texts.isEmpty }

  /// A text without them, and without what is a secret by its shape.
  public func cleaned(_ text: String) -> String { met.redacted(withoutTexts(text)) }

  /// A text without them.
  func withoutTexts(_ text: String) -> String {
    texts.reduce(text) { $0.replacing($1, with: SecretTexts.placeholder) }
  }

  /// Whether a string contains one of them.
  func isIn(_ text: String) -> Bool { texts.contains { text.contains($0) } }
}
