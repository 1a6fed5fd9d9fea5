import PlainText

/// The answer for people: a table for each sequence that was observed.
public struct LogAnswerText {
  private let answer: LogAnswer
  private let path: String
  private let isUTF8: Bool

  /// Creates the table of an answer about a file, for a terminal with UTF-8 or only ASCII.
  public init(_ answer: LogAnswer, path: String, isUTF8: Bool) {
    (self.answer, self.path, self.isUTF8) = (answer, path, isUTF8)
  }

  /// Every line ends in a line feed.
  public var text: String {
    var lines = [heading] + notes
    for profile in answer.profiles where profile.passes > 0 && profile.verdict != .notObserved {
      lines += [""] + table(profile)
    }
    for profile in answer.profiles
    where profile.passes == 0 && (!profile.findings.isEmpty || profile.verdict == .notJudged) {
      lines += ["", summary(profile)] + findings(profile)
    }
    if answer.verdict == .notJudged {
      let isAnyJudged = answer.profiles.contains { $0.verdict == .passed }
      lines += [
        "",
        isAnyJudged
          ? "\(doubt) not everything that was due could be judged in this log"
          : "\(doubt) nothing that a profile claims could be judged in this log",
      ]
    }
    lines += evidence
    if !unseen.isEmpty { lines += ["", "not observed: " + unseen.joined(separator: ", ")] }
    return lines.map { SafeText.terminalLine(plain($0)) + "\n" }.joined()
  }

  /// The profiles of which nothing was seen, of whatever app.
  private var unseen: [String] {
    var names: [String] = []
    for profile in answer.profiles where profile.verdict == .notObserved {
      let isSeen = answer.profiles.contains { other in
        other.name == profile.name && (other.verdict != .notObserved || !other.findings.isEmpty)
      }
      let name = profile.reason.map { "\(profile.name) (\($0))" } ?? profile.name
      if !isSeen, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The system's lines that may be about the app, the last of them.
  private var evidence: [String] {
    let shown = answer.evidence.suffix(LogAnswerText.evidenceMax)
    guard !shown.isEmpty else { return [] }
    let more = answer.evidence.count - shown.count
    return ["", "lines of the system that may be about the app:"]
      + shown.map { "  \($0.words): \($0.text)" } + (more > 0 ? ["  and \(more) before"] : [])
  }

  private static let evidenceMax = 20

  private var heading: String {
    let tally = answer.tally
    return "\(path): \(answer.format.title), \(tally.lines.counted("line")), "
      + "\(tally.plugin) of the plugin, \(tally.unknown) unknown"
  }

  private var notes: [String] {
    let peeled =
      answer.peeled.isEmpty
      ? [] : ["note: taken off around the lines: " + answer.peeled.joined(separator: ", ")]
    let timeless =
      answer.format.code == .plainLines && answer.tally.plugin > 0
      ? [
        answer.tally.unknown == 0
          ? "note: the lines have no times, so nothing in them is due"
          : "note: times are not understood; name the format with --log-format, or describe it"
      ] : []
    return peeled + timeless
      + answer.inferences.map { inference in
        guard let value = inference.value else {
          return "note: the \(inference.kind.rawValue) is unknown, \(inference.reason)"
        }
        return "note: the \(inference.kind.rawValue) is taken as \(value), \(inference.reason)"
      } + repeats + dialects + answer.warnings.map { "warning: \($0)" }
  }

  /// The records that are there twice.
  private var repeats: [String] {
    let tally = answer.tally
    guard tally.repeated > 0 else { return [] }
    let numbers = tally.repeatedNumbers.map(String.init).joined(separator: ", ")
    let rest = tally.repeated > tally.repeatedNumbers.count ? ", …" : ""
    return [
      "note: lines of the plugin that are there twice, with the same time, process and text, and "
        + "count once: \(tally.repeated), in line \(numbers)\(rest)"
    ]
  }

  /// Which other dialects the log has lines of.
  private var dialects: [String] {
    answer.tally.dialectCounts.map { dialect, count in
      let numbers = count.unnamedNumbers.map(String.init).joined(separator: ", ")
      let rest = count.unnamed > count.unnamedNumbers.count ? ", …" : ""
      return "note: \(count.records.counted("line")) in the dialect \(dialect.rawValue), "
        + "\(count.unnamed) of them without an event here"
        + (numbers.isEmpty ? "" : ": \(numbers)\(rest)")
    }
  }

  private func table(_ profile: LogAnswer.Profile) -> [String] {
    var table = TextTable([.right, .right, .left, .right, .left, .left])
    table.append(["#", "line", "time", "seen", "verdict", "step"])
    for step in profile.steps { table.append(cells(step)) }
    return [summary(profile)] + table.lines.map { "  " + $0 } + findings(profile)
  }

  private func summary(_ profile: LogAnswer.Profile) -> String {
    let mark =
      switch profile.verdict {
      case .passed where !profile.unchecked.isEmpty: "\(doubt) ok as far as it was checked"
      case .passed: isUTF8 ? "✓ ok" : "ok"
      case .notJudged: "\(doubt) not judged"
      case .broken: isUTF8 ? "✗ broken" : "broken"
      case .notObserved where !profile.findings.isEmpty: "\(doubt) not observed"
      case .notObserved: isUTF8 ? "○ not observed" : "not observed"
      }
    let passes =
      switch profile.passes {
      case 0: "never"
      case 1: "once"
      default: "\(profile.passes) times"
      }
    let broken =
      profile.passes > 1 && profile.brokenPasses > 0 ? ", \(profile.brokenPasses) broken" : ""
    let writer = profile.writer.map { " (\($0))" } ?? ""
    return "\(mark)  \(profile.name): \(profile.title), \(passes)\(broken)\(writer)"
  }

  private func cells(_ step: LogAnswer.Step) -> [String] {
    [
      step.place.map(String.init) ?? "-", step.firstNumber.map(String.init) ?? "-",
      step.firstTime?.text ?? "-", "\(step.seen)", verdict(step.verdict), step.title,
    ]
  }

  private func verdict(_ verdict: LogAnswer.Step.Verdict) -> String {
    switch verdict {
    case .outOfOrder: "out of order"
    case .hidden: "behind <private>"
    case .notObserved: "not observed"
    case .ok, .missing, .duplicated, .absent: verdict.rawValue
    }
  }

  private func findings(_ profile: LogAnswer.Profile) -> [String] {
    var lines = profile.findings.map { finding in
      let word = finding.kind == .missing && finding.pass > 0 ? "after line" : "line"
      let place = finding.number.map { "\(word) \($0): " } ?? ""
      let severity = finding.severity == .warning ? "warning, " : ""
      return "  \(severity)\(finding.kind.words): \(place)\(finding.text)"
    }
    lines += profile.sums.map { "  sum: \($0.text)" }
    if profile.findingsOmitted > 0 { lines.append("  and \(profile.findingsOmitted) more") }
    lines += profile.unchecked.map { "  \(doubt) not checked: \($0)" }
    return lines + uses(profile)
  }

  /// The lines that the verdict rests on, where they were asked for.
  private func uses(_ profile: LogAnswer.Profile) -> [String] {
    guard !profile.uses.isEmpty else { return [] }
    var table = TextTable([.right, .left, .left, .left])
    for use in profile.uses {
      table.append([
        "\(use.number)", use.time?.text ?? "-", use.roles.map(\.words).joined(separator: ", "),
        use.text,
      ])
    }
    let more = profile.usesOmitted > 0 ? ["    and \(profile.usesOmitted) more lines"] : []
    return ["  the lines that were used:"] + table.lines.map { "    " + $0 } + more
  }

  /// The mark of what could not be judged.
  private var doubt: String { isUTF8 ? "⚠" : "!" }

  /// The line without characters that an ASCII terminal cannot show.
  private func plain(_ line: String) -> String {
    guard !isUTF8 else { return line }
    return line.replacing("→", with: "->").replacing("…", with: "...")
  }
}
