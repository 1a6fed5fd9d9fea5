import DailyNotification

/// Sums up the passes of one profile.
struct ProfileJudge {
  let check: SequenceCheck
  /// The categories of the plugin that wrote lines.
  let categories: [LogCategory]
  /// The level from which on the log has every line of the plugin; nil where that is not known.
  let levelOfAll: LogLevel?
  /// Whether the profile was named by the caller.
  let isChosen: Bool
  /// Whether the log is nothing but lines of the plugin without times, as `dnp run` prints them.
  let isPlain: Bool
  /// Whether the log is of work, as on Android, and not of tasks.
  let isOfWork: Bool
  /// The app or the phone that the lines are of; nil where the log has one.
  let writer: String?

  var answer: LogAnswer.Profile {
    let findings = check.tally.findings(isObservable: isObservable)
    let isObserved = check.tally.passes > 0 || !findings.told.isEmpty
    let isMeant = isChosen || check.tally.hasSign && check.applies
    let isShown = isObserved && isMeant
    // Something was due, and the times of the log do not tell whether it came too late or never.
    let isUndecided = !check.tally.uncheckedDues.isEmpty && !isPlain
    let isBroken = isShown && (check.tally.errors > 0 || brokenPasses > 0)
    let isPassed = isShown && check.tally.passes > 0
    let verdict: LogAnswer.Verdict =
      isBroken
      ? .broken
      : isUndecided && (isShown || check.tally.passes == 0)
        ? .notJudged : !isPassed ? .notObserved : isJudged ? .passed : .notJudged
    return LogAnswer.Profile(
      name: check.profile.name, title: check.profile.title, writer: writer,
      verdict: verdict, passes: check.tally.passes, brokenPasses: brokenPasses,
      steps: steps, timings: timings,
      findings: isShown ? findings.told.map(worded) : [],
      findingsOmitted: isShown ? findings.omitted : 0,
      reason: isMeant ? nil : check.lacking.map { "the log has no \(worded($0.title))" },
      unchecked: isUndecided ? uncheckedDues : isShown ? unchecked : [],
      sums: isShown ? check.tally.sums.flatMap(\.sums) : [],
      uses: isShown ? check.tally.uses : [], usesOmitted: isShown ? check.tally.usesOmitted : 0)
  }

  // MARK: Words

  private func worded(_ finding: LogFinding) -> LogFinding {
    var finding = finding
    finding.text = worded(finding.text)
    return finding
  }

  /// A text with the names of lines as this log has them.
  private func worded(_ text: String) -> String {
    guard isOfWork else { return text }
    return ProfileJudge.workTitles.reduce(text) { $0.replacing($1.task, with: $1.work) }
  }

  /// The beginnings of the lines about tasks, and of those that say the same of work.
  private static let workTitles = [
    (task: "BGAppRefreshTask scheduled", work: "Work scheduled"),
    (task: "Pending task read back", work: "Pending work read back"),
    (task: "BGTask ", work: "Work "),
  ]

  /// Whether the log could show any of what the profile claims.
  ///
  /// That a sequence begins with its first line is no claim.
  private var isJudged: Bool {
    let profile = check.profile
    if check.tally.claims > 0 || check.tally.timings.contains(where: { $0.checked > 0 }) {
      return true
    }
    let claims = profile.steps.indices.filter { index in
      profile.steps[index].countMin > 0
        && !profile.steps[index].lines.contains(where: profile.begins.contains)
    }
    let isStepJudged = claims.contains { index in
      switch verdict(of: index) {
      case .ok, .missing, .outOfOrder, .duplicated: true
      case .hidden, .notObserved, .absent: false
      }
    }
    // What only other dialects have cannot be in a log without them.
    let isNeverJudged = profile.never.contains {
      categories.contains($0.line.category) && (!$0.line.isOfDialects || check.tally.hasDialects)
    }
    let hasClaims = !claims.isEmpty || !profile.timings.isEmpty || !profile.due.isEmpty
    return isStepJudged || isNeverJudged && claims.isEmpty || !hasClaims
  }

  /// What could not be checked, and why.
  private var unchecked: [String] {
    let steps = check.profile.steps.indices.compactMap { index -> String? in
      let step = check.profile.steps[index]
      switch verdict(of: index) {
      case .hidden: return "\(worded(step.title)), hidden behind <private>"
      case .notObserved where step.countMin > 0:
        return "\(worded(step.title)), since the log has no line of its category"
      case .notObserved, .ok, .missing, .outOfOrder, .duplicated, .absent: return nil
      }
    }
    return steps
      + timings.compactMap { timing in timing.unchecked.map { "\(timing.says), since \($0)" } }
      + uncheckedDues
  }

  private var uncheckedDues: [String] {
    check.tally.uncheckedDues.map { "whether \"\($0.says)\", since \($0.reason)" }
  }

  private var brokenPasses: Int {
    var observable: UInt64 = 0
    for index in check.profile.steps.indices where isObservable(index) {
      observable |= 1 << UInt64(index)
    }
    return check.tally.outcomes.filter { $0.isBroken || $0.lacks & observable != 0 }
      .reduce(0) { $0 + $1.count }
  }

  private func isObservable(_ step: Int) -> Bool {
    check.profile.steps[step].lines.contains { line in
      categories.contains(line.category) || levelOfAll.map { line.level >= $0 } ?? false
    }
  }

  private var steps: [LogAnswer.Step] {
    let numbers = check.tally.steps.compactMap(\.firstNumber).sorted()
    return check.profile.steps.enumerated().map { index, step in
      let tally = check.tally.steps[index]
      return LogAnswer.Step(
        lines: step.lines, title: worded(tally.firstLine?.title ?? step.title),
        verdict: verdict(of: index), seen: tally.seen, firstLine: tally.firstLine,
        firstNumber: tally.firstNumber, firstTime: tally.firstTime,
        place: tally.firstNumber.flatMap(numbers.firstIndex).map { $0 + 1 })
    }
  }

  private func verdict(of index: Int) -> LogAnswer.Step.Verdict {
    let tally = check.tally.steps[index]
    if tally.seen == 0, tally.hidden == 0, !isObservable(index) { return .notObserved }
    if tally.missing > 0 { return .missing }
    if tally.misplaced > 0 { return .outOfOrder }
    if tally.duplicated > 0 { return .duplicated }
    if tally.hidden > 0 { return .hidden }
    return tally.seen == 0 ? .absent : .ok
  }

  private var timings: [LogAnswer.Timing] {
    check.profile.timings.enumerated().map { index, timing in
      let tally = check.tally.timings[index]
      var reason: String?
      if tally.hidden > 0 { reason = "a time is hidden behind <private>" }
      if tally.unplaced > 0 { reason = "a line's time has no date or zone" }
      return LogAnswer.Timing(
        name: timing.name, says: timing.says, checked: tally.checked, broken: tally.broken,
        unchecked: reason)
    }
  }
}
