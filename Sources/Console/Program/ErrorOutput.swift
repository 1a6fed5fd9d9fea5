import PlainText

/// What programs and libraries wrote to standard error, a line each.
struct ErrorOutput: Sendable {
  /// The lines that are complete, the latest `linesMax` of them.
  private(set) var lines: [String] = []
  /// What was written after the last end of line.
  private var unfinished = ""

  /// Begins with what is wrong with the person's own settings.
  init(problems: [String] = []) {
    lines = problems
  }

  /// How many lines are kept.
  static let linesMax = 1_000

  /// How many bytes of a line are kept.
  private static let lineBytesMax = 500

  /// Adds what was written; the last line becomes a notice.
  mutating func append(_ text: String) -> [PaneEffect] {
    var added = (unfinished + text).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).map(String.init)
    unfinished = added.removeLast().shortened(bytesMax: ErrorOutput.lineBytesMax)
    added = added.filter { !$0.isEmpty }.map { $0.shortened(bytesMax: ErrorOutput.lineBytesMax) }
    guard let last = unfinished.isEmpty ? added.last : unfinished else { return [] }
    lines = Array((lines + added).suffix(ErrorOutput.linesMax))
    return [.notify(.warning("standard error: \(last) (:messages)"))]
  }

  /// All of it as a page.
  var page: Page {
    let written = lines + (unfinished.isEmpty ? [] : [unfinished])
    return Page(
      title: "Standard error and settings",
      lines: written.isEmpty ? ["Nothing was written to standard error."] : written)
  }
}
