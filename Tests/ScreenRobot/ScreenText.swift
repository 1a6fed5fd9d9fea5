/// What a screen of the console says about keys, read from its text alone.
public struct ScreenText {
  /// Keys that the screen names, and what they are said to do.
  public struct Offer: Hashable, Sendable {
    /// Pressed one after the other.
    public var keys: [NamedKey]
    public var words: String
  }

  public let lines: [String]

  public init(_ lines: [String]) {
    self.lines = lines
  }

  /// Whether a row has a string.
  public func shows(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  public var text: String { lines.joined(separator: "\n") }

  /// Every key that the screen names, with what it is said to do.
  public var offers: [Offer] { footer + dialog + step }

  /// The keys of the bottom line: a name and its words, two blanks between them.
  public var footer: [Offer] {
    (lines.last ?? "").replacing("  ", with: "\n").split(separator: "\n").compactMap { part in
      let words = part.trimmed
      guard let blank = words.firstIndex(of: " "), let key = NamedKey(words[..<blank]) else {
        return nil
      }
      return Offer(keys: [key], words: String(words[words.index(after: blank)...]))
    }
  }

  /// The buttons of the permission dialog, unless it is said to wait.
  public var dialog: [Offer] {
    guard shows("─ iOS ─") || shows("─ Android ─") else { return [] }
    return [("[y] Allow", "y"), ("[n] Don", "n")].filter { shows($0.0) }
      .map { Offer(keys: NamedKey.keys($0.1), words: "answer") }
  }

  /// The keys that a walkthrough names for its next step or question.
  public var step: [Offer] {
    // What is seen beside a window is no offer: the window has the keys.
    guard !isPageShown else { return [] }
    var offers: [Offer] = []
    for line in lines {
      let words = line.afterSeparator.trimmed
      if words.hasPrefix("press ") {
        offers += words.dropFirst(6).replacing(" or ", with: "\n").split(separator: "\n")
          .map { Offer(keys: NamedKey.keys($0), words: "step") }
      }
      if words.hasPrefix("P pass, X fail") {
        offers += ["P", "X", "K"].map { Offer(keys: NamedKey.keys($0), words: "verdict") }
      }
    }
    return offers.filter { !$0.keys.isEmpty }
  }

  /// Whether a window of text is in front of everything.
  public var isPageShown: Bool { shows("Esc closes") }

  /// Whether a walkthrough has come to its end.
  public var isOver: Bool { shows("✓ passed") || shows("✗ failed") || shows("walkthrough is over") }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    String(drop { $0 == " " || $0 == "│" }.reversed().drop { $0 == " " || $0 == "│" }.reversed())
  }

  /// What stands to the right of the line between the buttons and the walkthrough.
  fileprivate var afterSeparator: String {
    firstIndex(where: { $0 == "│" || $0 == "↑" || $0 == "↓" })
      .map { String(self[index(after: $0)...]) } ?? String(self)
  }
}
