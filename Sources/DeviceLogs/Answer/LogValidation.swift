import DailyNotification
import PlainText

/// Reads a log in chunks and reports which sequences in it are complete.
public struct LogValidation: Sendable {
  private var scanner: LogScanner
  private var writers: LogWriters
  private let isChosen: Bool
  private let isFormatGiven: Bool
  private var categories: [LogCategory] = []
  private var signs = PhoneSigns()
  private var last: LogTime?
  private var lowestLevel: LogLevel?
  /// How many bytes are read at most, and how many of these are left.
  private let bytesMax: Int
  private var bytesLeft: Int
  private var isCut = false
  private let lines: LineLimits
  private var inputWarnings: [String] = []

  /// How many lines are read at most, so that a small file that unpacks to a great many takes
  /// seconds: whole chunks are read, so it may be some more.
  public struct LineLimits: Sendable {
    /// Lines of any program: 1 or more.
    public var all: Int
    /// Lines of the plugin, which take a hundred times as long: 1 or more.
    public var plugin: Int

    /// Limits for a log of which nothing is known; a phone's log of 1 GiB has some 5,000,000 lines.
    public static let usual = LineLimits(all: 50_000_000, plugin: 1_000_000)
    /// Every line is read.
    public static let none = LineLimits(all: .max, plugin: .max)

    /// Limits of one's own.
    public init(all: Int, plugin: Int) {
      self.all = all
      self.plugin = plugin
    }
  }

  /// Checks the given profiles; without any, every built-in one that applies to the log.
  ///
  /// - Parameter explains: Whether the answer lists the lines that verdicts rest on.
  public init(
    profiles: [LogProfile], format: LogFormat? = nil,
    among formats: [LogFormat] = BuiltInFormats.all, time: LogTimeOptions = LogTimeOptions(),
    json: JSONFieldOptions = JSONFieldOptions(), bytesMax: Int = .max,
    lines: LineLimits = .none, explains: Bool = false
  ) {
    self.lines = lines
    self.bytesMax = bytesMax
    bytesLeft = bytesMax
    scanner = LogScanner(format: format, among: formats, time: time, json: json)
    isChosen = !profiles.isEmpty
    isFormatGiven = format != nil
    writers = LogWriters(
      (isChosen ? profiles : BuiltInProfiles.all).map { SequenceCheck($0, explains: explains) })
  }

  /// Whether as many bytes or lines have come as are read; what follows is not read.
  public var isFull: Bool { isCut || hasAllLines }

  private var hasAllLines: Bool {
    scanner.tally.lines >= lines.all || scanner.tally.plugin >= lines.plugin
  }

  /// Processes the next bytes; throws for input that is not text.
  public mutating func consume(_ bytes: UnsafeRawBufferPointer) throws(LogProblem) {
    guard !hasAllLines else { return }
    isCut = isCut || bytes.count > bytesLeft
    let room = min(bytes.count, bytesLeft)
    bytesLeft -= room
    try scanner.consume(UnsafeRawBufferPointer(rebasing: bytes[..<room]))
    drain()
  }

  public mutating func warn(_ text: String) { inputWarnings.append(text) }

  /// Processes the end of the input.
  public mutating func finish() throws(LogProblem) -> LogAnswer {
    try scanner.finish()
    drain()
    // A log may go on after the plugin's last line.
    let ends = [last, scanner.endTime].compactMap { $0 }
    let end =
      ends.filter(\.isAbsolute).max { $0.milliseconds < $1.milliseconds }
      ?? ends.max { $0.milliseconds < $1.milliseconds }
    let evidence = scanner.evidence
    let judged = writers.judged
    let profiles = judged.flatMap { writer in
      self.profiles(of: writer, isAlone: judged.count == 1, end: end, evidence)
    }
    return LogAnswer(
      format: scanner.format ?? BuiltInFormats.text, isFormatGiven: isFormatGiven,
      tally: scanner.tally,
      peeled: scanner.peeled, inferences: scanner.inferences, warnings: warnings,
      categories: sortedCategories,
      evidence: evidence.filter { $0.line.event == nil }, profiles: profiles,
      verdict: verdict(of: profiles))
  }

  /// What the profiles say of one writer.
  private func profiles(
    of writer: LogWriters.Writer, isAlone: Bool, end: LogTime?, _ evidence: [LogEvidence]
  ) -> [LogAnswer.Profile] {
    // A part of the log that is older than the rest has its own end.
    let end = writer.section == nil ? end : scanner.sectionEndTime ?? writer.last
    return writer.checks.map { check in
      var check = check
      check.finish(last: end, isIPhone: signs.phone(scanner.format, evidence) == .iphone, evidence)
      return ProfileJudge(
        check: check, categories: categories, levelOfAll: levelOfAll, isChosen: isChosen,
        isPlain: scanner.isPlain, isOfWork: signs.isOfWork,
        writer: isAlone ? nil : writer.words
      ).answer
    }
  }

  private mutating func drain() {
    for entry in scanner.drain() {
      if !categories.contains(entry.source) { categories.append(entry.source) }
      signs.take(entry)
      if let time = entry.time { last = time }
      if let level = entry.writtenLevel { lowestLevel = min(lowestLevel ?? level, level) }
      writers.take(entry)
    }
  }

  /// The level from which on the log has every line of the plugin; nil where that is not known.
  ///
  /// Lines of others among the plugin's show that nobody has searched for the plugin's categories.
  private var levelOfAll: LogLevel? {
    let tally = scanner.tally
    let hasOthers =
      scanner.format?.code != .plainLines && tally.recognized > tally.plugin + tally.continuations
    return hasOthers ? lowestLevel : nil
  }

  private var sortedCategories: [LogCategory] {
    LogCategory.allCases.filter(categories.contains)
  }

  /// A profile that was named must be observed; otherwise at least one must be.
  private func verdict(of profiles: [LogAnswer.Profile]) -> LogAnswer.Verdict {
    if profiles.contains(where: { $0.verdict == .broken }) { return .broken }
    let isAnySeen = profiles.contains { $0.verdict == .passed }
    let isUnsure = isMostlyForeign || !scanner.conflicts.isEmpty
    if profiles.contains(where: { $0.verdict == .notJudged }) || isAnySeen && isUnsure {
      return .notJudged
    }
    let isAnyUnseen = profiles.contains { $0.verdict == .notObserved }
    return !isAnySeen || (isChosen && isAnyUnseen) ? .notObserved : .passed
  }

  /// Whether most of the plugin's lines are none that this version writes: of another version, so
  /// that what is missing means nothing.
  private var isMostlyForeign: Bool { scanner.tally.foreign * 2 > scanner.tally.plugin }

  private var warnings: [String] {
    let tally = scanner.tally
    var warnings = scanner.conflicts + inputWarnings
    if tally.hidden > 0 {
      warnings.append(
        "\(tally.hidden) of the plugin's lines hide something behind <private>, which counts as "
          + "right; install a logging profile to see it")
    }
    if tally.foreign > 0 {
      let isOne = tally.foreign == 1
      warnings.append(
        "\(tally.foreign.counted("line")) \(isOne ? "has" : "have") the plugin's mark, but the "
          + "plugin never writes such \(isOne ? "a line" : "lines"): "
          + place(tally.foreignNumbers, of: tally.foreign)
          + (isMostlyForeign
            ? "; that is most of them, so nothing is judged"
            : "; \(isOne ? "it" : "they") may be damaged, or another version's"))
    }
    // The plugin's lines are read without the format's fields too.
    let found = scanner.format?.hasFields == true ? tally.headed : tally.recognized
    let hasWrongFormat = isFormatGiven && found == 0 && tally.lines > 0
    if tally.damaged > 0, !hasWrongFormat {
      let isOne = tally.damaged == 1
      warnings.append(
        "\(tally.damaged.counted("line or object", plural: "lines or objects")) with the plugin's "
          + "mark \(isOne ? "is" : "are") damaged and \(isOne ? "was" : "were") not read: "
          + place(tally.damagedNumbers, of: tally.damaged) + "; get the log from the phone again")
    }
    if tally.cut > 0 {
      warnings.append("lines longer than 1 MiB: \(tally.cut); only their beginnings were read")
    }
    if isCut {
      warnings.append("only the first \(bytesMax) bytes were read; raise --max-bytes")
    }
    if hasAllLines {
      warnings.append(
        "reading ended after \(tally.lines.counted("line")), of which \(tally.plugin) are the "
          + "plugin's: that is as many as are read; with --max-bytes only bytes are counted")
    }
    if writers.isCrowded {
      warnings.append(
        "more than \(LogWriters.writersMax) apps or phones have written lines of the plugin: those "
          + "of the others are judged as one; check the log of one app at a time")
    }
    if hasWrongFormat {
      warnings.append("no line has the format that was given; leave --log-format out")
    }
    return warnings
  }

  /// Where the first of some records are: `line 7`, `lines 7, 12, …`; an object is named by its
  /// last line.
  private func place(_ numbers: [Int], of count: Int) -> String {
    (count == 1 ? "line " : "lines ") + numbers.map(String.init).joined(separator: ", ")
      + (count > numbers.count ? ", …" : "")
  }
}
