import JSONText

/// Texts that nothing may tell, and how they are taken out of what is told.
public struct SecretTexts: Hashable, Sendable {
  /// What stands in their place.
  public static let placeholder = "(redacted)"

  /// The texts, the longest first, so that no part of a longer one is left.
  private let texts: [String]

  /// Takes the texts, each also as it stands inside of JSON.
  public init(_ texts: [String]) {
    var all: [String] = []
    for text in texts where !text.isEmpty {
      let inside = String(JSONValue.string(text).canonicalText.dropFirst().dropLast())
      for form in [text, inside] where !all.contains(form) { all.append(form) }
    }
    self.texts = all.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
  }

  /// Whether there is nothing to hide.
  public var isEmpty: Bool { texts.isEmpty }

  /// A text without them.
  public func cleaned(_ text: String) -> String {
    texts.reduce(text) { $0.replacing($1, with: SecretTexts.placeholder) }
  }

  /// Whether one of them is in a text.
  func isIn(_ text: String) -> Bool { texts.contains { text.contains($0) } }
}
