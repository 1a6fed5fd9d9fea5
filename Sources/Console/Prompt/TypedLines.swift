/// The lines that were typed, the oldest first, for each kind of prompt.
struct TypedLines: Hashable, Sendable {
  /// How many lines of a kind are kept.
  static let linesMax = 500

  private var lines: [Prompt.Kind: [String]] = [:]

  /// Keeps a line; an empty one, and one like the line before it, are not kept.
  mutating func keep(_ line: String, _ kind: Prompt.Kind) {
    guard !line.isEmpty, lines[kind]?.last != line else { return }
    lines[kind, default: []].append(line)
    if lines[kind, default: []].count > TypedLines.linesMax { lines[kind]?.removeFirst() }
  }

  /// The lines of a kind.
  func lines(_ kind: Prompt.Kind) -> [String] { lines[kind] ?? [] }
}
