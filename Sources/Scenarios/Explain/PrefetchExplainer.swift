import CivilTime
import DailyNotification
import DeviceModel
import History
import JSONText
import PlainText
import SimulationCore

/// Finds out why a notification had no fetched content, from its fetch or its task.
struct PrefetchExplainer {
  /// A condition under which the system launches no refresh task.
  struct Blocker {
    let condition: DeviceCondition
    let values: [String]
    let text: String
  }

  /// The conditions that keep a task from being launched; the first that holds is reported.
  static let blockers: [Blocker] = [
    Blocker(condition: .power, values: ["off"], text: "the phone was switched off"),
    Blocker(
      condition: .power, values: ["beforeFirstUnlock"],
      text: "the phone had not been unlocked since it was started"),
    Blocker(
      condition: .process, values: ["forceQuit"],
      text: "the app had been swiped away, so the system runs no refresh task before it is opened"),
    Blocker(
      condition: .backgroundRefresh, values: ["denied", "restricted"],
      text: "Background App Refresh was off"),
    Blocker(condition: .powerSaving, values: ["on"], text: "Low Power Mode was on"),
    Blocker(
      condition: .process, values: ["foreground", "inactive"],
      text: "the app was on the screen, where a due refresh task waits"),
  ]

  /// A condition under which Android runs no work.
  private struct AndroidBlocker {
    let timeline: Timeline<String>
    let value: String
    let text: String
  }

  /// The conditions that keep work from being run on Android; the first that holds is reported.
  private func blockers(_ android: AndroidConditions) -> [AndroidBlocker] {
    [
      AndroidBlocker(
        timeline: index.timeline(of: .power), value: "off", text: "the phone was switched off"),
      AndroidBlocker(
        timeline: index.timeline(of: .power), value: "beforeFirstUnlock",
        text: "the phone had not been unlocked since it was started"),
      AndroidBlocker(
        timeline: android.timeline(of: .stopped), value: "true",
        text: "the app had been stopped, so that nothing runs before it is opened"),
      AndroidBlocker(
        timeline: android.timeline(of: .network), value: "offline",
        text: "there was no network, which the work waits for"),
      AndroidBlocker(
        timeline: android.timeline(of: .doze), value: "idle",
        text: "the phone was in Doze, where work waits for a maintenance window"),
      AndroidBlocker(
        timeline: android.timeline(of: .batterySaver), value: "on",
        text: "Battery Saver was on, and the app is not exempt from it"),
    ]
      + OperatingSystem.deferringBuckets.map { name, hours in
        AndroidBlocker(
          timeline: android.timeline(of: .bucket), value: name,
          text: "the app was in standby bucket \(name), whose work may wait \(hours) hours")
      }
  }

  /// What the system calls a prefetch that is to run.
  private var noun: String { trace.context.platform == .android ? "work" : "task" }

  /// What the system does with it.
  private var launched: String { trace.context.platform == .android ? "started" : "launched" }

  /// The calls that discard content; those with an option do so only when it is present.
  static let identityCalls: [(method: String, option: String?)] = [
    ("configure", "activeDid"), ("setActiveDidFromHost", nil),
    ("refreshAuthenticationForNewIdentity", nil), ("clearCacheForNewIdentity", nil),
  ]

  let trace: RunTrace
  private var index: HistoryIndex { trace.index }
  let sentences: RecordSentences
  /// The kind of the notification's schedule.
  let kind: ScheduleKind
  /// The planned time, in milliseconds since the Unix epoch.
  let planned: Int64
  /// The record of its showing; what comes after that at the same instant came too late.
  var shown = UInt64.max

  /// The records of tasks and fetches, whatever their outcome; of withdrawn tasks the last one's.
  var evidence: [UInt64] {
    let all = tasks
    let told = all.enumerated().filter { $0 == all.count - 1 || $1.withdrawn == nil }
    return told.flatMap(\.element.records) + fetches.flatMap(\.records)
  }

  /// Why there was no content at the planned time.
  func reason() -> Finding {
    if let fetch = fetches.last { return reason(of: fetch) }
    let word = [lastRefusal, lastSkip].compactMap(\.self).map(\.sequence).max()
    if let task = tasks.last, task.lastSequence > word ?? 0 { return reason(of: task) }
    if let word { return Finding([sentences.timed(word)], [word]) }
    if let task = waitingTask { return reason(of: task) }
    return neverAsked()
  }

  private func isReached(_ point: TracePoint) -> Bool {
    point.sequence < shown && trace.context.isReached(point, atWall: planned)
  }

  private func isReached(_ sequence: UInt64) -> Bool {
    sequence < shown && trace.isReached(sequence, atWall: planned)
  }

  // MARK: Its tasks and fetches

  private var links: PrefetchLinks { PrefetchLinks(trace.history, kind, planned: planned) }

  /// The tasks that should have fetched for the planned time, in order.
  private var tasks: [TracedTask] { links.tasks }

  /// The fetches that should have brought content for the planned time, in order.
  private var fetches: [TracedFetch] { links.fetches }

  // MARK: Their outcomes

  private func reason(of fetch: TracedFetch) -> Finding {
    guard let ended = fetch.ended else {
      let runEnd = index.task(of: fetch)?.runEnds.first
      // Android gives the reason why it stops a worker; the worker then gives up its fetch.
      let isStop = runEnd.flatMap(trace.record)?.payload.recordKind == .workStopped
      let loss = isStop ? runEnd : [fetch.cancelled, runEnd].compactMap(\.self).min()
      let how = loss.map { ": " + sentences.timed($0) } ?? ""
      return Finding(
        [
          "fetch \(fetch.number), begun at \(sentences.clock(of: fetch.started.sequence)), "
            + "did not end" + how
        ], loss.map { [$0] } ?? [])
    }
    if !isReached(ended) {
      return Finding([
        "its content arrived at \(sentences.clock(ended.wallMilliseconds)), after its time"
      ])
    }
    if let finding = fetch.findings.first { return Finding([sentences.timed(finding)], [finding]) }
    let later = index.contentLosses.filter {
      $0.sequence > ended.sequence && isReached($0)
    }
    if let finding = later.first {
      return Finding([sentences.timed(finding.sequence)], later.map(\.sequence))
    }
    return unused(ended)
  }

  /// Why available content was not shown.
  private func unused(_ ended: TracePoint) -> Finding {
    let fresh =
      trace.context.settings.change(atWall: planned, in: trace.context)?.value ?? PluginTimes()
    let age = planned - ended.wallMilliseconds
    if age > fresh.freshMilliseconds {
      return Finding([
        "its content was \(DurationText.text(age)) old by then and may be "
          + "\(DurationText.text(fresh.freshMilliseconds)) old at most"
      ])
    }
    let stored = "content was stored at \(sentences.clock(ended.wallMilliseconds))"
    if let call = identityChange(after: ended) {
      return Finding(
        ["\(stored) and dropped with the identity, \(sentences.timed(call))"], [call])
    }
    return Finding([
      stored
        + (trace.context.platform == .android
          ? ", but what was shown had the schedule's own text"
          : ", but the request that was shown still had the schedule's own text")
    ])
  }

  /// The call that set another identity while the content waited for its time.
  private func identityChange(after ended: TracePoint) -> UInt64? {
    index.calls.last { call in
      call.called.sequence > ended.sequence && isReached(call.called)
        && PrefetchExplainer.identityCalls.contains { method, option in
          method == call.method && (option.map { call.options[$0] != nil } ?? true)
        }
    }?.called.sequence
  }

  private func reason(of task: TracedTask) -> Finding {
    if let started = task.started {
      if !isReached(started) {
        let late = DurationText.text(started.wallMilliseconds - planned)
        let head =
          "its prefetch \(noun) was \(launched) at \(sentences.clock(started.wallMilliseconds)), "
          + "\(late) after its time"
        return jumped(head, task) ?? blocked(head, task) ?? Finding([head], task.beginnings)
      }
      let end = task.runEnds.first.map { ": " + sentences.timed($0) } ?? ""
      return Finding(
        [
          "its prefetch \(noun) ran at \(sentences.clock(started.wallMilliseconds)) without "
            + "fetching" + end
        ], task.runEnds)
    }
    if let withdrawn = task.withdrawn, isReached(withdrawn) {
      let why = task.findings.first ?? withdrawn
      return Finding(
        ["its prefetch \(noun) was withdrawn before it ran: " + sentences.timed(why)],
        [why, withdrawn])
    }
    return neverLaunched(task)
  }

  private func neverLaunched(_ task: TracedTask) -> Finding {
    let begin = task.begin.map { ", due from \(sentences.clock($0))," } ?? ""
    let head = "its prefetch \(noun)\(begin) had not been \(launched) by then"
    return jumped(head, task) ?? blocked(head, task)
      ?? Finding(
        [head + ": the system did not run it in time, which a phone may do too"], task.beginnings)
  }

  /// The clock was set forward from before the task was due over the notification's time, so that
  /// there was no moment to run it.
  private func jumped(_ head: String, _ task: TracedTask) -> Finding? {
    guard let jump = trace.context.jump(over: planned, before: shown),
      jump.fromMilliseconds < task.begin ?? .min
    else { return nil }
    let command = trace.causes(of: jump.set).last ?? jump.set
    return Finding(
      ["\(head): \(sentences.timed(command)) jumped over its time"], task.beginnings + [command])
  }

  /// What kept tasks from being launched at the notification's time.
  private func blocked(_ head: String, _ task: TracedTask) -> Finding? {
    if let android = index.android {
      for blocker in blockers(android) {
        guard let change = held(blocker.timeline, [blocker.value]) else { continue }
        return finding(head, blocker.text, change.point, task)
      }
      return nil
    }
    for blocker in PrefetchExplainer.blockers {
      guard let change = held(index.timeline(of: blocker.condition), blocker.values) else {
        continue
      }
      return finding(head, blocker.text, change.point, task)
    }
    return nil
  }

  /// The change to one of some values that held when the time came, or until then.
  private func held(_ timeline: Timeline<String>, _ values: [String]) -> Timeline<String>.Change? {
    [planned, planned - 1].lazy.compactMap { timeline.change(atWall: $0, in: trace.context) }
      .first { values.contains($0.value) }
  }

  private func finding(
    _ head: String, _ text: String, _ since: TracePoint, _ task: TracedTask
  ) -> Finding {
    Finding(
      ["\(head): \(text) (since \(sentences.clock(since.wallMilliseconds)))"],
      task.beginnings + [since.sequence])
  }

  // MARK: Tasks that were not submitted

  /// The last refused submission before the planned time.
  private var lastRefusal: TracePoint? {
    index.refusals.last { PrefetchLinks.reach(of: planned).contains($0.wallMilliseconds) }
  }

  /// The plugin's log line that it was too late for a prefetch.
  private var lastSkip: TracePoint? {
    let lead =
      trace.context.settings.change(atWall: planned, in: trace.context)?.value ?? PluginTimes()
    return index.skips.last {
      (planned - lead.leadMilliseconds - 60_000...planned).contains($0.wallMilliseconds)
    }
  }

  private func neverAsked() -> Finding {
    let head = "no prefetch \(noun) was submitted for it"
    let last = index.lastTask { task in
      mayServe(task) && task.submitted.map(isReached) ?? false
    }
    guard let last, let withdrawn = last.withdrawn else { return Finding([head]) }
    let why = last.findings.first ?? withdrawn
    return Finding(
      ["\(head), and the last one was withdrawn: \(sentences.timed(why))"], [why, withdrawn])
  }

  /// Whether a task fetches for a schedule that has a notification at the planned time.
  private func mayServe(_ task: TracedTask) -> Bool {
    guard OperatingSystem.onlyKind(ofWork: task.identifier) != nil else { return true }
    return trace.context.schedules.contains {
      task.fetches(for: $0) && $0.nextOccurrence(after: planned - 1, trace.context) == planned
    }
  }

  /// The task, if it was still waiting for an earlier notification, or might have run before its
  /// time.
  private var waitingTask: TracedTask? {
    index.lastTask { task in
      guard let submitted = task.submitted, isReached(submitted), (task.begin ?? 0) <= planned,
        mayServe(task)
      else { return false }
      let ends = [task.started?.sequence, task.withdrawn].compactMap(\.self)
      return !ends.contains { isReached($0) }
    }
  }
}

extension TracedTask {
  /// The records that submitted and launched it.
  fileprivate var beginnings: [UInt64] { [submitted, started?.sequence].compactMap(\.self) }

  fileprivate var lastSequence: UInt64 { records.max() ?? 0 }
}
