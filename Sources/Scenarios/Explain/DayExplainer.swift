import CivilTime
import DailyNotification
import DeviceModel
import History
import JSONText
import PlainText
import SimulationCore

/// Builds the stories of a day.
struct DayExplainer {
  private let trace: RunTrace
  private var index: HistoryIndex { trace.index }
  private let sentences: RecordSentences
  private let day: CivilDate
  private let id: String?

  init(_ trace: RunTrace, day: CivilDate, id: String?) throws(ExplanationError) {
    self.trace = trace
    self.day = day
    self.id = id
    sentences = RecordSentences(trace: trace, day: day)
    let known = knownIDs
    if let id, !known.contains(id) { throw .unknownSchedule(id, known: known) }
  }

  /// The same for all schedules.
  init(_ trace: RunTrace, day: CivilDate) {
    self.trace = trace
    self.day = day
    id = nil
    sentences = RecordSentences(trace: trace, day: day)
  }

  /// The phone's zone at the end of the day.
  var zone: Zone {
    trace.context.zones.changes.last { change in
      change.value.date(at: change.point.wallMilliseconds) <= day
    }?.value ?? trace.zone(at: 0)
  }

  func stories() -> [NotificationStory] {
    (trace.history.shownElsewhere(on: day) + occurrences())
      .filter { id == nil || $0.notification.id == id }
      .sorted { ($0.key.planned, $0.key.id) < ($1.key.planned, $1.key.id) }.map(story)
  }

  /// What other code showed on the day.
  func foreign() -> [ForeignStory] {
    trace.history.foreign(on: day).map { showing in
      ForeignStory(
        identifier: showing.identifier, wallMilliseconds: showing.point.wallMilliseconds,
        sequence: showing.point.sequence)
    }
  }

  /// What became of each notification that was planned for the day.
  func verdicts() -> [StoryVerdict] { occurrences().map(\.verdict) }

  private func occurrences() -> [OccurrenceHistory] { trace.history.occurrences(on: day) }

  /// The names of schedules that were stored, requested or shown, sorted.
  private var knownIDs: [String] {
    let names =
      trace.context.schedules.map(\.id) + planningCalls.map(scheduleID)
    return Set(names).union(index.scheduleIDs).sorted()
  }

  // MARK: One notification

  private func story(_ told: OccurrenceHistory) -> NotificationStory {
    let (occurrence, showings, verdict) = (told.notification, told.showings, told.verdict)
    let delivery = DeliveryExplainer(
      trace: trace, sentences: sentences, occurrence: occurrence)
    let prefetch = PrefetchExplainer(
      trace: trace, sentences: sentences, kind: occurrence.kind,
      planned: occurrence.planned,
      shown: showings.map(\.point.sequence).min() ?? .max)
    var finding = verdict == .defaultText ? prefetch.reason() : delivery.reason(verdict)
    if !showings.isEmpty, let jump = delivery.jumpedOver() {
      finding.add(jump)
    }
    if verdict == .defaultText, let atFireTime = delivery.fetchAtFireTime() {
      finding.add(atFireTime)
    }
    if !showings.isEmpty || verdict == .ahead {
      for held in [delivery.held, delivery.takenOver].compactMap(\.self) {
        finding.add(Finding([sentences.timed(held)], [held]))
      }
    }
    var remarks: [String] = []
    if told.isShownAfterEnd {
      let end = delivery.reason(.withdrawn)
      remarks = end.reasons.map { "it was shown after its schedule had ended: \($0)" }
      finding.evidence += end.evidence
    }
    let hasPostponed = showings.contains { $0.purpose == .postponed }
    if hasPostponed { remarks.append("the person had postponed it") }
    if let remark = showings.last?.presentation.remark { remarks.append("it was \(remark)") }
    if told.content == .fetched, let fetched = prefetch.fetchedByEarlierRun {
      let shownAt = showings.last?.point.wallMilliseconds ?? occurrence.planned
      let age = DurationText.text(shownAt - fetched.wallMilliseconds)
      remarks.append("its content was \(age) old, from before the time of its own prefetch")
      finding.evidence.append(fetched.sequence)
    }
    var evidence = finding.evidence + delivery.evidence + showings.map(\.point.sequence)
    if let shown = showings.last?.point.sequence, !occurrence.isStatic {
      evidence += prefetch.evidence.filter { $0 < shown }
      if let dozeEnd = delivery.dozeEnd { evidence.append(dozeEnd) }
    }
    if let plan = occurrence.plan { evidence.append(plan.since.sequence) }
    let (chain, omitted) = chain(of: evidence)
    return NotificationStory(
      id: occurrence.id, plannedMilliseconds: occurrence.planned,
      zone: occurrence.zone, verdict: verdict,
      isOfOwnText: occurrence.isStatic,
      showings: showings.map { self.told($0, occurrence.planned) }, remarks: remarks,
      cause: finding.cause, reasons: finding.reasons,
      chain: chain, omittedCount: omitted)
  }

  private func told(_ showing: Showing, _ planned: Int64) -> NotificationStory.Showing {
    NotificationStory.Showing(
      wallMilliseconds: showing.point.wallMilliseconds,
      driftMilliseconds: showing.point.wallMilliseconds - planned, source: showing.source.rawValue,
      identifier: showing.identifier, sequence: showing.point.sequence)
  }

  /// Records with their causes, oldest first; the middle of a long chain is left out.
  ///
  /// One event can add or remove many requests, and the first of them counts as the cause of the
  /// others: of requests only those of the notification itself are shown.
  private func chain(of evidence: [UInt64]) -> (links: [ChainLink], omitted: Int) {
    let own = Set(evidence)
    let causes = evidence.flatMap { trace.causes(of: $0) }.filter { !isRequest($0) }
    let all = own.union(causes).sorted()
    let omitted = max(0, all.count - DayExplanation.chainMax)
    let head = DayExplanation.chainMax / 4
    let kept = omitted == 0 ? all : Array(all.prefix(head) + all.dropFirst(head + omitted))
    return (kept.compactMap(sentences.link), omitted)
  }

  /// Whether a record says what became of a request.
  private func isRequest(_ sequence: UInt64) -> Bool {
    guard let kind = trace.record(sequence)?.payload.recordKind else { return false }
    return kind.isOfRequest || kind == .requestDropped || kind == .alarmRefused
  }

  // MARK: No notification

  /// Why nothing was planned for the day.
  func nothing() -> DayExplanation.Nothing {
    var finding = Finding()
    for plan in lastPlans { explain(plan, &finding) }
    let failed = failedCalls
    for call in failed {
      finding.reasons.append(sentences.timed(call.answer ?? call.called.sequence) + pending(call))
      finding.evidence += [call.called.sequence] + (call.answer.map { [$0] } ?? [])
    }
    if finding.reasons.isEmpty { finding.reasons = ["no call scheduled anything"] }
    return DayExplanation.Nothing(
      reasons: finding.reasons, chain: chain(of: finding.evidence).links, isFine: failed.isEmpty)
  }

  /// The last stored state of each schedule in question.
  private var lastPlans: [StoredSchedule] {
    trace.context.schedules.enumerated().filter { place, plan in
      (id == nil || plan.id == id)
        && !trace.context.schedules[(place + 1)...].contains { $0.id == plan.id }
    }.map(\.element)
  }

  private func explain(_ plan: StoredSchedule, _ finding: inout Finding) {
    let name = "schedule '\(plan.id)' (\(plan.time))"
    let begins = trace.zone(at: plan.since.sequence).date(at: plan.since.wallMilliseconds)
    if begins >= day {
      finding.reasons.append(
        "\(name) was stored \(sentences.origin(of: plan.since.sequence)), too late for this day")
      finding.evidence.append(plan.since.sequence)
    } else if let until = plan.until {
      finding.reasons.append("\(name) ended: \(sentences.origin(of: until.sequence))")
      finding.evidence.append(until.sequence)
    } else {
      finding.reasons.append("\(name) has no time on this day")
    }
  }

  /// Scheduling calls until the end of the day that did not succeed.
  private var failedCalls: [TracedCall] {
    planningCalls.filter { call in
      let began = call.called
      guard !call.isDone, id == nil || scheduleID(of: call) == id,
        trace.zone(at: began.sequence).date(at: began.wallMilliseconds) <= day
      else { return false }
      return !trace.context.schedules.contains {
        $0.id == scheduleID(of: call) && $0.since.sequence >= began.sequence
      }
    }
  }

  private func pending(_ call: TracedCall) -> String {
    call.answer == nil ? ", which waits for an answer to the permission dialog" : ""
  }

  private var planningCalls: [TracedCall] {
    index.calls.filter {
      $0.method.hasPrefix("schedule") || $0.method == "updateSettings"
    }
  }

  /// The schedule that a call names, or the plugin's default.
  private func scheduleID(of call: TracedCall) -> String {
    let id = call.options["id"]?.stringValue
    switch call.method {
    case "scheduleDailyNotification", "updateSettings": return id ?? "daily"
    case "scheduleDailyReminder": return PlannedOccurrence.reminderPrefix + (id ?? "")
    default: return PlannedOccurrence.dual
    }
  }
}
