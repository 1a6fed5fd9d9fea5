import PlainText

/// The results of the passes of one sequence so far.
struct SequenceTally {
  /// The results of one step over all passes.
  struct Step {
    var seen = 0
    var firstNumber: Int?
    var firstLine: LogEvent?
    var firstTime: LogTime?
    var missing = 0
    var hidden = 0
    var misplaced = 0
    var duplicated = 0
  }

  /// How often the limits of a timing were checked.
  struct Timing {
    var checked = 0
    var broken = 0
    /// How often it could not be checked, by reason.
    var hidden = 0
    var unplaced = 0
  }

  /// The maximum number of findings in an answer; further ones are counted.
  static let findingsMax = 200
  /// The maximum number of lines that an answer lists.
  static let usesMax = 1_000

  var hasSign = false
  /// Whether any line was of another dialect.
  var hasDialects = false
  /// What was added up, by the profile's sums.
  var sums: [SumTally]
  /// How many of the profile's claims could be judged, beside those about steps and times.
  var claims = 0
  /// What rules wait for that the log's times cannot decide, each once.
  private(set) var uncheckedDues: [(says: String, reason: String)] = []
  /// The lines that were used, the first of them, and how many more there are.
  private(set) var uses: [LogUse] = []
  private(set) var usesOmitted = 0
  private(set) var passes = 0
  private(set) var steps: [Step]
  private(set) var timings: [Timing]
  /// The first findings of each group: of each missing step, and of everything else.
  private var findings: [LogFinding] = []
  /// The number of findings in each group; the last group is everything else.
  private var sorts: [Int]
  /// Errors other than missing steps.
  private(set) var errors = 0
  /// The number of passes by missing steps (a bit each) and by whether there are other errors.
  private(set) var outcomes: [(lacks: UInt64, isBroken: Bool, count: Int)] = []

  init(_ profile: LogProfile) {
    steps = Array(repeating: Step(), count: profile.steps.count)
    timings = Array(repeating: Timing(), count: profile.timings.count)
    sums = Array(repeating: SumTally(), count: profile.sums.count)
    sorts = Array(repeating: 0, count: profile.steps.count + 1)
  }

  /// The first findings and the number of others, without missing steps that no log could show.
  ///
  /// Which ones those are is known only at the end; until then each step has room of its own.
  func findings(isObservable: (Int) -> Bool) -> (told: [LogFinding], omitted: Int) {
    let counted = sorts.indices.filter { $0 == steps.count || isObservable($0) }
    let shown = findings.filter { counted.contains(sort(of: $0)) }
    let told = Array(shown.prefix(SequenceTally.findingsMax))
    return (told, counted.map { sorts[$0] }.reduce(0, +) - told.count)
  }

  private func sort(of finding: LogFinding) -> Int {
    guard finding.kind == .missing, finding.pass > 0 else { return steps.count }
    return finding.step ?? steps.count
  }

  /// A rule waits for something, and the log's times do not tell whether it is overdue.
  mutating func noteUnchecked(_ due: LogProfile.Due, _ reason: String) {
    guard !uncheckedDues.contains(where: { $0.says == due.says }) else { return }
    uncheckedDues.append((due.says, reason))
  }

  /// A line that the profile is about.
  mutating func note(_ use: LogUse?) {
    guard let use else { return }
    if uses.count < SequenceTally.usesMax { uses.append(use) } else { usesOmitted += 1 }
  }

  mutating func add(_ finding: LogFinding) {
    if finding.severity == .error, finding.kind != .missing || finding.pass == 0 { errors += 1 }
    let sort = sort(of: finding)
    sorts[sort] += 1
    if sorts[sort] <= SequenceTally.findingsMax { findings.append(finding) }
  }

  /// A line explains a finding, which is no error then.
  mutating func explain(_ explained: Explanations.Explained, _ profile: LogProfile) {
    let never = profile.never[explained.rule]
    excuse(explained.number, never, ", which line \(explained.by) explains")
  }

  /// A finding about a line is no error, for a reason that is added to it.
  mutating func excuse(_ number: Int, _ never: LogProfile.Never, _ words: String) {
    // What is missing in a pass is no error of its own.
    if never.severity == .error, never.kind != .missing { errors -= 1 }
    let index = findings.lastIndex {
      $0.number == number && $0.kind == never.kind && $0.text.hasPrefix(never.says)
    }
    guard let index else { return }
    findings[index].severity = .warning
    findings[index].text += words
  }

  /// Adds what the system's lines say to what is missing: why, or that nothing can be said.
  mutating func explain(by evidence: [LogEvidence], _ profile: LogProfile) {
    guard !evidence.isEmpty else { return }
    for index in findings.indices.reversed() {
      let finding = findings[index]
      guard finding.kind == .missing || finding.kind == .late else { continue }
      if let gap = evidence.last(where: { finding.isHidden(by: $0) }) {
        hide(index, gap)
        continue
      }
      guard let due = finding.due else { continue }
      let causes = evidence.filter { line in
        line.explains(
          profile.name, due: due.time, named: finding.number, until: due.time &+ due.grace)
      }
      let cause = causes.max { ($0.line.kind, $0.number) < ($1.line.kind, $1.number) }
      if let cause { findings[index].text += "; \(cause.words)" }
    }
  }

  /// What is missing may be in a part that the log has lost, so it is not judged.
  private mutating func hide(_ index: Int, _ gap: LogEvidence) {
    let finding = findings.remove(at: index)
    sorts[sort(of: finding)] -= 1
    if finding.severity == .error {
      if finding.pass == 0 {
        errors -= 1
      } else if let step = finding.step {
        steps[step].missing -= 1
        let place = outcomes.lastIndex { $0.lacks & 1 << UInt64(step) != 0 }
        if let place { outcomes[place].lacks &= ~(1 << UInt64(step)) }
      }
    }
    uncheckedDues.append((finding.text, "\(gap.means) in line \(gap.number): '\(gap.text)'"))
  }

  /// Adds the results of a pass that has ended.
  ///
  /// - Parameter nextTask: The step that is left out while notifications are denied, if any.
  mutating func judge(_ pass: SequencePass, _ profile: LogProfile, nextTask: Int?) {
    passes += 1
    let errorsBefore = errors
    var lacks: UInt64 = 0
    let isEnough = pass.isEnough(profile)
    let excused = nextTask.flatMap { step in
      pass.denial != .refuted && pass.lacksOnly(nextTask: step, profile) ? step : nil
    }
    for (index, step) in profile.steps.enumerated() {
      note(pass, index)
      if pass.counts[index] < step.countMin, !isEnough, !isStoodIn(pass, step, index) {
        if index == excused {
          if pass.denial == .unknown { reportNoNextTask(index, pass, step) }
        } else {
          if !pass.isCut { lacks |= 1 << UInt64(index) }
          report(missing: index, pass, step)
        }
      }
      if let number = pass.surplus[index] { report(surplus: index, number, pass, step) }
    }
    for rule in profile.contradictions { report(rule, pass) }
    for index in pass.misplaced { report(misplaced: index, pass, profile.steps[index]) }
    for (index, timing) in profile.timings.enumerated()
    where timing.per == nil && !pass.begins(with: timing.unless) {
      judge(timing, index, pass.value(of: timing), pass: passes)
    }
    count(lacks: lacks, isBroken: errors > errorsBefore)
  }

  private mutating func note(_ pass: SequencePass, _ index: Int) {
    steps[index].seen += pass.counts[index]
    if steps[index].firstNumber == nil, let first = pass.firsts[index] {
      (steps[index].firstNumber, steps[index].firstTime) = (first.number, first.time)
      steps[index].firstLine = first.line
    }
  }

  private mutating func isStoodIn(
    _ pass: SequencePass, _ step: LogProfile.Step, _ index: Int
  ) -> Bool {
    guard pass.counts[index] == 0, let line = pass.standIn(for: step, at: index) else {
      return false
    }
    steps[index].hidden += 1
    if steps[index].firstNumber == nil { steps[index].firstNumber = line.number }
    return true
  }

  private static func counted(_ count: Int, _ step: LogProfile.Step) -> String {
    let times = count == 1 ? "once" : "\(count) times"
    return "\(step.title) is there \(times), expected \(step.countText)"
  }

  private mutating func report(missing index: Int, _ pass: SequencePass, _ step: LogProfile.Step) {
    if !pass.isCut { steps[index].missing += 1 }
    let place = pass.numberBefore(index)
    let isSome = pass.counts[index] > 0
    let text =
      isSome
      ? SequenceTally.counted(pass.counts[index], step)
      : "no \(step.title)"
    add(
      LogFinding(
        kind: .missing, severity: pass.isCut ? .warning : .error,
        text: pass.isCut ? "\(text), since the pass was cut short" : text, number: place,
        step: index, pass: passes,
        nextNumber: pass.firsts[(index + 1)...].lazy.compactMap { $0?.number }.first))
  }

  /// A run has scheduled no other, and nothing shows whether it was to.
  private mutating func reportNoNextTask(
    _ index: Int, _ pass: SequencePass, _ step: LogProfile.Step
  ) {
    add(
      LogFinding(
        kind: .missing, severity: .warning,
        text: "no \(step.title), which is right while notifications are denied; no line says "
          + "whether they are",
        number: pass.numberBefore(index), step: index, pass: passes))
  }

  private mutating func report(
    surplus index: Int, _ number: Int, _ pass: SequencePass, _ step: LogProfile.Step
  ) {
    steps[index].duplicated += 1
    add(
      LogFinding(
        kind: .duplicated, severity: .error,
        text:
          SequenceTally.counted(pass.counts[index], step),
        number: number, step: index, pass: passes))
  }

  /// A notification was shown again.
  mutating func report(_ again: Deliveries.Repeat, _ entry: LogEntry, step: Int?) {
    if let step, again.isSure { steps[step].duplicated += 1 }
    add(
      LogFinding(
        kind: .duplicated, severity: again.isSure ? .error : .warning,
        text: "the notification was shown already, in line \(again.number): '\(entry.message)'",
        number: entry.number, step: step, pass: 0))
  }

  private mutating func report(_ rule: LogProfile.Contradiction, _ pass: SequencePass) {
    let lines = pass.firsts.compactMap(\.self)
    guard let ended = lines.first(where: { rule.match.holds($0) }) else { return }
    claims += 1
    guard let other = lines.first(where: { rule.with.contains($0.line) }),
      !pass.begins(with: rule.without)
    else { return }
    add(
      LogFinding(
        kind: .forbidden, severity: rule.severity,
        text: "\(rule.says): '\(ended.line.title)' beside '\(other.line.title)' in line "
          + "\(other.number)",
        number: ended.number, step: nil, pass: passes))
  }

  private mutating func report(
    misplaced index: Int, _ pass: SequencePass, _ step: LogProfile.Step
  ) {
    steps[index].misplaced += 1
    let number = pass.firsts[index]?.number
    let later = pass.firsts[(index + 1)...].compactMap { $0 }.filter {
      $0.number < number ?? 0
    }.min { $0.number < $1.number }
    let earlier = pass.firsts[..<index].compactMap { $0 }.filter { $0.number > number ?? 0 }
      .max { $0.number < $1.number }
    let text =
      later.map { "comes after '\($0.line.title)' in line \($0.number)" }
      ?? earlier.map { "comes before '\($0.line.title)' in line \($0.number)" } ?? "is misplaced"
    add(
      LogFinding(
        kind: .outOfOrder, severity: .error, text: "\(step.title) \(text)", number: number,
        step: index, pass: passes))
  }

  /// Takes in the time that a timing found between two lines.
  ///
  /// - Parameter doubt: What else explains a time out of bounds, which is a warning then.
  mutating func judge(
    _ timing: LogProfile.Timing, _ index: Int, _ value: TimingValue, pass: Int,
    doubt: String? = nil
  ) {
    switch value {
    case .absent: break
    case .hidden: timings[index].hidden += 1
    case .unplaced: timings[index].unplaced += 1
    case .milliseconds(let value, let number):
      timings[index].checked += 1
      let isEarly = timing.atLeastMilliseconds.map { value < $0 } ?? false
      guard isEarly || timing.atMostMilliseconds.map({ value > $0 }) ?? false else { return }
      timings[index].broken += 1
      add(
        LogFinding(
          kind: isEarly ? .early : .late, severity: doubt == nil ? timing.severity : .warning,
          text: "\(timing.says): \(DurationText.text(value, zero: "0s")), "
            + "allowed \(timing.boundsText)\(doubt ?? "")",
          number: number, step: nil, pass: pass))
    }
  }

  private mutating func count(lacks: UInt64, isBroken: Bool) {
    let index = outcomes.firstIndex { $0.lacks == lacks && $0.isBroken == isBroken }
    if let index {
      outcomes[index].count += 1
    } else if outcomes.count < 1_000 {
      outcomes.append((lacks, isBroken, 1))
    }
  }
}
