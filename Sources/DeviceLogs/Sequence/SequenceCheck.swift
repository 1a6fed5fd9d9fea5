import CivilTime
import DailyNotification
import PlainText

/// Checks a log's lines against one profile, one after the other.
///
/// Memory does not grow with the log: a pass is judged and dropped when it ends.
struct SequenceCheck {
  let profile: LogProfile
  private(set) var tally: SequenceTally
  private var pass: SequencePass?
  /// The pass that began before that one and goes on beside it.
  private var passBefore: SequencePass?
  /// Steps that occurred while no pass was open.
  private var earlier: SequencePass
  /// What each rule waits for, in the order it was named.
  private var dues: [[Waiting]]
  /// The kinds of the owners, as their rows say.
  private var kinds: [String: ScheduleKind] = [:]
  /// The days after the first, of rules that wait for each day.
  private var laterDays = LaterDays()
  /// What waits for a line of the same owner.
  private var ownerTimings: OwnerTimings
  private var explanations: Explanations
  private var states: ProfileStates
  private var deliveries = Deliveries()
  private var clockJumps = ClockJumps()
  private var clockChanges = ClockChanges()
  /// The step that is the next task of a run; nil where the profile is of no runs.
  private let nextTask: Int?
  /// Whether the last line about it says that notifications are denied.
  private var isDenied = false
  private var hasBegun = false
  /// Whether the log is one that the profile is meant for.
  private var opening: ProfileOpening
  /// Whether lines of other dialects are signs of the profile.
  private let knowsDialects: Bool
  /// Whether the answer lists the lines that were used.
  private let explains: Bool

  /// Something that must follow.
  private struct Waiting {
    /// When it is due, ms since the Unix epoch.
    let due: Int64
    /// The line that says so.
    let number: Int
    /// Whose it is; nil when nothing says so.
    let owner: String?
    /// The line of a call that may have taken it back; nil where there is none.
    var withdrawal: Int?
    /// Whether its owner waits for something else since it was overdue.
    var isReplaced = false
  }

  /// How much a rule waits for at once; then it forgets what was named first.
  private static let waitingMax = 256
  private static let kindsMax = 1_024
  /// How far from when something was due a line names what cannot be it, in milliseconds.
  private static let otherDayMilliseconds: Int64 = 43_200_000

  init(_ profile: LogProfile, explains: Bool = false) {
    self.profile = profile
    self.explains = explains
    knowsDialects = profile.knowsDialects
    tally = SequenceTally(profile)
    earlier = SequencePass(steps: profile.steps.count)
    dues = Array(repeating: [], count: profile.due.count)
    opening = ProfileOpening(profile)
    ownerTimings = OwnerTimings(profile)
    explanations = Explanations(profile)
    states = ProfileStates(profile)
    nextTask = NextTask.step(of: profile)
  }

  mutating func take(_ entry: LogEntry) {
    opening.take(entry, profile)
    tell(laterDays.pass(entry))
    guard let line = entry.event else {
      if entry.events.isEmpty { return }
      if pass == nil { earlier.take(entry) } else { pass?.take(entry) }
      return
    }
    if !entry.dialect.hasOwnMessages { tally.hasDialects = true }
    if profile.signs.contains(line), entry.dialect.hasOwnMessages || knowsDialects {
      tally.hasSign = true
    }
    if explains { tally.note(LogUse(entry, line, profile)) }
    noteDues(entry, line)
    ownerTimings.take(entry, line, profile, &tally)
    clockJumps.take(entry, line)
    tell(states.take(entry, line, profile, &tally.claims))
    noteDenial(entry, line)
    if PlanWithdrawal(entry, line) != nil { ownerTimings.withdraw() }
    for finding in explanations.take(entry, line, profile) { tally.explain(finding, profile) }
    if profile.cutBy.contains(where: { $0.holds(entry, line) }) {
      pass?.cut(profile)
      passBefore?.cut(profile)
    }
    for index in profile.sums.indices { tally.add(entry, line, profile.sums[index], index) }
    if let pass, profile.until.contains(line) || isFollowed(pass, by: line) { closeAll() }
    let step = step(of: entry, line)
    beginIfNeeded(entry, line, step)
    forbid(entry, line)
    guard let step else { return }
    if step == nextTask, pass?.isOver(before: entry, nextTask: step, profile) == true {
      return closeAll()
    }
    let occurrence = SequencePass.Occurrence(entry, line)
    if pass == nil {
      earlier.take(occurrence, step: step, countMax: nil)
    } else if !takeBefore(occurrence, step) {
      pass?.take(occurrence, step: step, countMax: profile.steps[step].countMax)
      // Nothing can follow the last step of a sequence whose first line it is, too.
      if step == profile.steps.count - 1, profile.begins.contains(line) { close() }
    }
  }

  /// What a line shows of notifications that are denied, while which no run schedules another.
  private mutating func noteDenial(_ entry: LogEntry, _ line: LogEvent) {
    guard let nextTask else { return }
    pass?.noteDenial(entry, line, nextTask: nextTask, profile)
    passBefore?.noteDenial(entry, line, nextTask: nextTask, profile)
    if NextTask.isDenial(entry, line) {
      isDenied = true
    } else if NextTask.isPlan(line) {
      isDenied = false
    }
  }

  /// Whether the profile is meant for the log where nobody names it.
  var applies: Bool { opening.isMet }

  /// The one line that the log lacks for that; nil where it lacks more, or nothing.
  var lacking: LogEvent? { tally.hasSign ? opening.lacking(profile) : nil }

  /// Whether a line begins what follows a pass, of which nothing is missing.
  private func isFollowed(_ pass: SequencePass, by line: LogEvent) -> Bool {
    profile.followedBy.contains(line) && pass.isComplete(profile)
  }

  /// Judges what is left; `last` is the time of the log's last line.
  mutating func finish(last: LogTime?, isIPhone: Bool, _ evidence: [LogEvidence] = []) {
    closeAll()
    ownerTimings.finish(profile, &tally)
    tell(laterDays.finish(at: last, isIPhone: isIPhone))
    if laterDays.isUndecided(at: last), let rule = profile.due.first(where: \.isEachDay) {
      tally.noteUnchecked(rule, LogTime.doubt(last))
    }
    for (index, due) in profile.due.enumerated() {
      for waiting in dues[index] {
        reportIfOverdue(waiting, due, at: last, onIPhone: isIPhone ? due.onIPhone : nil)
        reportIfOpen(waiting, due, at: last)
      }
    }
    tell(states.finish(at: last, profile))
    for finding in deliveries.refuted(by: evidence, profile) { tally.add(finding) }
    tally.explain(by: evidence, profile)
  }

  /// Reports what states claim.
  private mutating func tell(_ findings: [ProfileStates.Finding]) {
    for finding in findings {
      tally.hasSign = true
      tally.add(
        LogFinding(
          kind: finding.kind, severity: finding.state.severity, text: finding.text,
          number: finding.number, step: nil, pass: 0))
    }
  }

  /// - Parameter onIPhone: What speaks against an error in the log of an iPhone.
  private mutating func reportIfOverdue(
    _ waiting: Waiting, _ due: LogProfile.Due, at time: LogTime?, onIPhone: String? = nil
  ) {
    guard let time, time.isAbsolute else {
      // As far as the log tells of its zone, the time has not come.
      if let suggested = time?.suggested, suggested <= waiting.due + due.graceMilliseconds {
        return
      }
      tally.noteUnchecked(due, LogTime.doubt(time))
      return
    }
    tally.claims += 1
    guard isOverdue(waiting, due, at: time) else { return }
    if let withdrawal = waiting.withdrawal {
      return tally.noteUnchecked(due, "the call in line \(withdrawal) may have taken it back")
    }
    let doubt = doubt(waiting, due, at: time)
    report(
      .missing, due, waiting.due, waiting.number,
      "\(due.says) (due \(ISO8601.text(waiting.due))\(onIPhone.map { "; \($0)" } ?? ""))"
        + (doubt ?? ""),
      doubt == nil && onIPhone == nil ? due.severity : .warning)
  }

  /// Reports what was due so late in the log that it may still come.
  private mutating func reportIfOpen(
    _ waiting: Waiting, _ due: LogProfile.Due, at end: LogTime?
  ) {
    guard let end, end.isAbsolute, end.milliseconds >= waiting.due, waiting.withdrawal == nil,
      !isOverdue(waiting, due, at: end)
    else { return }
    reportOpen(due, waiting.due, waiting.number, within: due.graceMilliseconds)
  }

  private mutating func reportOpen(
    _ due: LogProfile.Due, _ time: Int64, _ number: Int, within: Int64
  ) {
    report(
      .missing, due, time, number,
      "due at \(ISO8601.text(time)), and the log ends within "
        + "\(DurationText.text(within, zero: "0s")) of it", .warning)
  }

  /// Reports days on which nothing was shown.
  private mutating func tell(_ missing: [LaterDays.Missing]) {
    for day in missing {
      let due = profile.due[day.rule]
      guard !day.isOpen else {
        reportOpen(
          due, day.due, day.number, within: due.graceMilliseconds &+ DailySeries.shift)
        continue
      }
      let doubt = day.doubt.map { "; \($0)" } ?? ""
      report(
        .missing, due, day.due, day.number,
        "\(due.says) (due \(ISO8601.text(day.due))\(doubt))",
        day.doubt == nil ? due.severity : .warning)
    }
  }

  private func isOverdue(
    _ waiting: Waiting, _ due: LogProfile.Due, at time: LogTime?
  ) -> Bool {
    guard let time, time.isAbsolute else { return false }
    return time.milliseconds > waiting.due + due.graceMilliseconds
  }

  /// The words for what is overdue only if the clocks have not changed; nil where that is sure.
  private mutating func doubt(
    _ waiting: Waiting, _ due: LogProfile.Due, at time: LogTime?
  ) -> String? {
    guard let time else { return nil }
    return clockChanges.explanation(time) { change in
      time.milliseconds &+ change <= waiting.due &+ due.graceMilliseconds
    }
  }

  private mutating func report(
    _ kind: LogFinding.Kind, _ due: LogProfile.Due, _ time: Int64, _ number: Int, _ text: String,
    _ severity: LogProfile.Severity
  ) {
    tally.hasSign = true
    let step = profile.steps.firstIndex { step in due.by.contains { step.lines.contains($0) } }
    tally.add(
      LogFinding(
        kind: kind, severity: severity, text: text, number: number, step: step, pass: 0,
        due: LogFinding.Due(time: time, grace: due.graceMilliseconds)))
  }

  private func step(of entry: LogEntry, _ line: LogEvent) -> Int? {
    profile.steps.firstIndex { step in
      step.lines.contains(line) && step.conditions.allSatisfy { $0.holds(entry) }
    }
  }

  private mutating func beginIfNeeded(_ entry: LogEntry, _ line: LogEvent, _ step: Int?) {
    let isBeginning = profile.begins.contains(line)
    switch profile.passes {
    case .each:
      guard isBeginning || (pass == nil && profile.impliedBy.contains(line)) else { return }
    case .first:
      guard !hasBegun, isBeginning || profile.impliedBy.contains(line) else { return }
    }
    if let pass, pass.isOpen(beside: entry, profile) {
      finishBefore()
      passBefore = pass
      self.pass = nil
    } else {
      closeAll()
    }
    hasBegun = true
    var begun = SequencePass(steps: profile.steps.count)
    begun.absorb(earlier, before: step ?? 0)
    if isDenied { begun.denial = .told }
    pass = begun
    earlier = SequencePass(steps: profile.steps.count)
  }

  private mutating func forbid(_ entry: LogEntry, _ line: LogEvent) {
    if profile.passes == .first, pass == nil { return }
    for (index, never) in profile.never.enumerated()
    where never.line == line && never.conditions.allSatisfy({ $0.holds(entry) }) {
      tally.add(
        LogFinding(
          kind: never.kind, severity: never.severity,
          text: "\(never.says): '\(entry.message)'\(TaskRefusal.words(entry, line))",
          number: entry.number, step: profile.steps.firstIndex { $0.lines.contains(line) },
          pass: tally.passes + 1))
      if line == .line(.drifted), let words = clockJumps.explanation(of: entry) {
        tally.excuse(entry.number, never, words)
        continue
      }
      if let by = explanations.explanation(of: entry, rule: index, never) {
        let explained = Explanations.Explained(number: entry.number, rule: index, by: by)
        tally.explain(explained, profile)
      }
    }
  }

  private mutating func noteDues(_ entry: LogEntry, _ line: LogEvent) {
    noteSkip(entry, line)
    noteKind(entry)
    if let withdrawal = PlanWithdrawal(entry, line) { withdraw(withdrawal) }
    noteDelivery(entry, line)
    if !laterDays.isEmpty {
      laterDays.note(entry, line)
      let rule = profile.due.first { $0.isEachDay && $0.by.contains(line) }
      if let rule {
        laterDays.settle(owner(rule, entry), entry, isLast: mayStandForMore(entry))
      }
    }
    // A start that finds no schedule: whatever was planned before is gone, with the app perhaps.
    if LaterDays.findsNothing(entry, line) {
      for index in dues.indices { dues[index].removeAll() }
    }
    for (index, due) in profile.due.enumerated() {
      if due.by.contains(line) { settle(index, due, entry, line) }
      if due.withdrawnBy.contains(where: { $0.holds(entry, line) }) {
        dues[index].removeAll()
        if due.isEachDay { laterDays.withdraw() }
      }
      // A call that could not store its schedule has armed nothing.
      if line == .line(.persistFailed), due.per == nil { dues[index].removeAll() }
      guard due.reference.line == line,
        let time = entry.field(due.reference.field).flatMap(ISO8601.parse)
      else { continue }
      let owner = owner(due, entry)
      wait(index, due, Waiting(due: time, number: entry.number, owner: owner), entry)
      if due.isEachDay, let owner {
        tell(laterDays.begin(owner, at: time, entry, rule: index, grace: due.graceMilliseconds))
      }
    }
  }

  /// What is due each day is shown once.
  private mutating func noteDelivery(_ entry: LogEntry, _ line: LogEvent) {
    let isMeant = profile.due.contains { $0.isEachDay && $0.by.contains(line) }
    let owner = isMeant ? entry.field("id") : nil
    let isAwaited = owner.flatMap { laterDays.isAwaited($0) }
    guard let again = deliveries.take(entry, line, of: owner, isAwaited: isAwaited) else { return }
    tally.report(again, entry, step: profile.steps.firstIndex { $0.lines.contains(line) })
  }

  /// Nothing waits for what the host has asked to skip; it is waited for again where that is taken
  /// back.
  private mutating func noteSkip(_ entry: LogEntry, _ line: LogEvent) {
    guard let skip = SkippedDays.Line(entry, line) else { return }
    laterDays.take(skip)
    if skip.isUndone {
      guard let index = profile.due.firstIndex(where: \.isEachDay),
        !dues[index].contains(where: { $0.owner == skip.owner })
      else { return }
      dues[index].append(Waiting(due: skip.planned, number: entry.number, owner: skip.owner))
    } else {
      for index in dues.indices {
        dues[index].removeAll { laterDays.skipped.has($0.owner, due: $0.due) }
      }
    }
  }

  /// Whose line it is; nil where the rule has no owners or the line does not say.
  private func owner(_ due: LogProfile.Due, _ entry: LogEntry) -> String? {
    guard let owner = due.per.flatMap({ entry.field($0) }) else { return nil }
    return owner == LineTable.hidden.description ? nil : owner
  }

  /// Whether a line may stand for days before the one that it names.
  ///
  /// An iPhone's reminder is one request that repeats, of which only the last notification is left.
  private func mayStandForMore(_ entry: LogEntry) -> Bool {
    guard entry.event == .line(.notificationDelivered), let id = entry.field("id") else {
      return false
    }
    return kinds[id].map { $0 == .reminder } ?? true
  }

  /// A line has come that was waited for: by its owner, or by all when nobody knows whose it is.
  private mutating func settle(
    _ index: Int, _ due: LogProfile.Due, _ entry: LogEntry, _ line: LogEvent
  ) {
    let owner = owner(due, entry)
    // What was planned for another day settles nothing of this one.
    let planned = due.isEachDay ? entry.field("time").flatMap(ISO8601.parse) : nil
    let isLast = mayStandForMore(entry)
    let isMeant = { (waiting: Waiting) in
      guard owner == nil || waiting.owner == owner else { return false }
      guard let planned else { return !waiting.isReplaced }
      let distance = planned &- waiting.due
      return distance > -SequenceCheck.otherDayMilliseconds
        && (isLast || distance < SequenceCheck.otherDayMilliseconds)
    }
    let settled = dues[index].filter(isMeant)
    guard !settled.isEmpty else { return }
    dues[index].removeAll(where: isMeant)
    tally.claims += settled.count
    // The line may have been written long after what it reports, so this proves nothing yet.
    guard !profile.never.contains(where: { $0.line == line }) else { return }
    for waiting in settled where isOverdue(waiting, due, at: entry.time) {
      let doubt = doubt(waiting, due, at: entry.time) ?? ""
      report(
        .late, due, waiting.due, entry.number,
        "\(due.says) until '\(entry.message)' (due \(ISO8601.text(waiting.due)))\(doubt)", .warning)
    }
  }

  /// Waits for something more; it replaces what its owner had named before.
  private mutating func wait(
    _ index: Int, _ due: LogProfile.Due, _ waiting: Waiting, _ entry: LogEntry
  ) {
    replace(waiting.owner, index, due, entry)
    if dues[index].count >= SequenceCheck.waitingMax {
      reportIfOverdue(dues[index].removeFirst(), due, at: entry.time)
    }
    dues[index].append(waiting)
    guard waiting.owner != nil else { return }
    for (other, rule) in profile.due.enumerated() where other != index && rule.by == due.by {
      if rule.per == nil {
        // The same was named without its owner.
        dues[other].removeAll { $0.due == waiting.due }
      } else {
        replace(waiting.owner, other, rule, entry)
      }
    }
  }

  /// An owner waits for something else now; what was overdue may still be named by a later line.
  private mutating func replace(
    _ owner: String?, _ index: Int, _ due: LogProfile.Due, _ entry: LogEntry
  ) {
    for place in dues[index].indices where dues[index][place].owner == owner {
      guard owner != nil, due.isEachDay, isOverdue(dues[index][place], due, at: entry.time) else {
        reportIfOverdue(dues[index][place], due, at: entry.time)
        continue
      }
      dues[index][place].isReplaced = true
    }
    dues[index].removeAll { $0.owner == owner && !$0.isReplaced }
  }

  /// A row says of which kind a schedule is.
  private mutating func noteKind(_ entry: LogEntry) {
    guard let owner = entry.field("id"),
      let kind = entry.field("type").flatMap(ScheduleKind.init(rawValue:))
    else { return }
    if kinds.count >= SequenceCheck.kindsMax { kinds.removeAll() }
    kinds[owner] = kind
  }

  /// Nothing waits for what a call has taken back; of what it may have taken back nothing is sure.
  private mutating func withdraw(_ withdrawal: PlanWithdrawal) {
    laterDays.withdraw { owner in withdrawal.mayCover(kinds[owner]) }
    let owners = Set(dues.joined().compactMap(\.owner).filter { kinds[$0] == withdrawal.kind })
    for index in dues.indices {
      dues[index].removeAll { waiting in
        withdrawal.covers(waiting.owner.flatMap { kinds[$0] }, isOnly: owners.count == 1)
      }
      for place in dues[index].indices
      where withdrawal.mayCover(dues[index][place].owner.flatMap { kinds[$0] }) {
        dues[index][place].withdrawal = withdrawal.number
      }
    }
  }

  private mutating func close() {
    guard let ended = pass else { return }
    pass = nil
    tally.judge(ended, profile, nextTask: nextTask)
  }

  // MARK: Two passes at a time

  /// Gives a step to the pass that began first, where that is still open and lacks it.
  private mutating func takeBefore(_ occurrence: SequencePass.Occurrence, _ step: Int) -> Bool {
    guard var before = passBefore, !profile.begins.contains(occurrence.line),
      before.counts[step] < profile.steps[step].countMin
    else { return false }
    before.take(occurrence, step: step, countMax: profile.steps[step].countMax)
    passBefore = before
    if before.isComplete(profile) { finishBefore() }
    return true
  }

  private mutating func finishBefore() {
    guard let ended = passBefore else { return }
    passBefore = nil
    tally.judge(ended, profile, nextTask: nextTask)
  }

  private mutating func closeAll() {
    finishBefore()
    close()
  }
}
