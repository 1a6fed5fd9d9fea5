import LocatedYAML

/// The line of a scenario file on which something is written that did not hold.
public struct SourceExcerpt: Hashable, Sendable {
  /// The line's number in its file, from 1.
  public let line: Int
  /// The line on one row; of a long one the part around the place, with `…` where it is cut.
  public let text: String
  /// The number of Unicode scalars of `text` before the place.
  public let offset: Int

  /// The maximum length of the text, in Unicode scalars, so that a caret below it stays in place.
  static let lengthMax = 68
  /// How much of a long line is shown before the place.
  private static let lengthBefore = 40

  /// Takes a whole line; nil for a place beyond its end.
  init?(_ line: some StringProtocol, at place: SourcePlace) {
    // A tab would move the caret.
    let scalars = line.unicodeScalars.map { $0 == "\t" ? " " : $0 }
    let column = max(0, place.column - 1)
    guard column <= scalars.count else { return nil }
    let isLong = scalars.count > SourceExcerpt.lengthMax
    let start =
      isLong && column > SourceExcerpt.lengthMax - 15 ? column - SourceExcerpt.lengthBefore : 0
    let end = min(scalars.count, start + SourceExcerpt.lengthMax)
    var shown = String.UnicodeScalarView(scalars[start..<end])
    if start > 0 { shown.insert("…", at: shown.startIndex) }
    if end < scalars.count { shown.append("…") }
    self.line = place.line
    text = String(shown)
    offset = column - start + (start > 0 ? 1 : 0)
  }
}

/// The texts of the files that a scenario was read from, by their paths.
struct SourceTexts: Hashable, Sendable {
  /// The bytes of each file, its lines ended by line feeds.
  private(set) var files: [String: [UInt8]] = [:]

  /// Adds a file, without a byte order mark and carriage returns, which mean nothing in it.
  mutating func add(_ bytes: [UInt8], path: String) {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    files[path] =
      text.contains(0x0D)
      ? text.indices.filter { text[$0] != 0x0D || $0 + 1 < text.endIndex && text[$0 + 1] != 0x0A }
        .map { text[$0] }
      : Array(text)
  }

  /// The paths, sorted.
  var paths: [String] { files.keys.sorted() }
}

/// The lines of a scenario's files, each read when the first one of its file is asked for.
struct SourceLines: Sendable {
  private let texts: SourceTexts
  private var lines: [String: [Substring]] = [:]

  init(_ texts: SourceTexts) { self.texts = texts }

  /// The line at a place; nil where the file has none, or where it has something that is secret.
  ///
  /// A line with a secret is not shown at all: its place says enough.
  mutating func excerpt(
    _ path: String, _ place: SourcePlace, hiding secrets: SecretTexts
  ) -> SourceExcerpt? {
    let known = lines[path]
    let lines =
      known
      ?? String(decoding: texts.files[path] ?? [], as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0.isNewline }
    if known == nil { self.lines[path] = lines }
    guard lines.indices.contains(place.line - 1) else { return nil }
    let line = String(lines[place.line - 1])
    return secrets.hides(line: line) ? nil : SourceExcerpt(line, at: place)
  }
}
