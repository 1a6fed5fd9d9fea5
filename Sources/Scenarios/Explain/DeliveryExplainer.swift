import DailyNotification
import DeviceModel
import History
import SimulationCore

/// Finds out why a planned notification was not shown.
struct DeliveryExplainer {
  let trace: RunTrace
  let sentences: RecordSentences
  let occurrence: PlannedOccurrence

  private var judge: OccurrenceJudge { OccurrenceJudge(trace.history, occurrence) }

  private var requests: [TracedRequest] { judge.requests }

  /// The records of its requests: those of the last one, and of earlier ones that ended other than
  /// by replacement.
  var evidence: [UInt64] {
    let all = requests
    return all.enumerated().flatMap { place, request -> [UInt64] in
      let isLast = place == all.count - 1
      guard isLast || !request.isReplaced else { return [] }
      return [request.begins] + request.moves + (request.ends.map { [$0] } ?? [])
    }
  }

  /// What the system calls what stands for a notification that is to come.
  private var noun: String { isAndroid ? "alarm" : "request" }

  private var isAndroid: Bool { trace.context.platform == .android }

  /// The record that its alarm was held back; nil when it did not.
  var held: UInt64? { judge.held }

  /// The record that other code has set its alarm, to another time; nil where it did not.
  var takenOver: UInt64? { requests.last { $0.ending?.how == .lost(.sameIntent) }?.ends }

  /// The record with which Doze ended shortly before its time, so that work could run; nil where it
  /// did not.
  var dozeEnd: UInt64? {
    trace.index.android?.dozeEnd(shortlyBefore: occurrence.planned, in: trace.context)
  }

  /// The change of zone that has jumped over its time; nil where none did.
  func jumpedOver() -> Finding? {
    guard let request = requests.last, let jumped = request.jumped,
      let zone = trace.context.zones.change(at: jumped)?.point.sequence, zone > request.begins
    else { return nil }
    return Finding(["\(sentences.timed(zone)) jumped over its time"], [zone])
  }

  /// Why it was not shown.
  func reason(_ verdict: StoryVerdict) -> Finding {
    switch verdict {
    case .shown, .defaultText: Finding()
    case .ahead: ahead()
    case .skipped: skippedByCall()
    case .withdrawn: withdrawn()
    case .missing: missing()
    }
  }

  private func ahead() -> Finding {
    let end = sentences.clock(trace.context.endWallMilliseconds)
    if occurrence.planned > trace.context.endWallMilliseconds {
      var finding = Finding(["the run ended before, at \(end)"])
      guard !requests.contains(where: { $0.ending == nil }) else { return finding }
      finding.reasons.append("no \(noun) stands for it then")
      if let lost = requests.last?.ends {
        finding.reasons.append(sentences.timed(lost))
        finding.evidence.append(lost)
      }
      return finding
    }
    if let off = powerOff {
      let since = sentences.clock(off.wallMilliseconds)
      return Finding(["its time came while the phone was off (since \(since))"], [off.sequence])
    }
    if held != nil {
      return Finding([
        "\(isAndroid ? "its alarm" : "it") was due and still held when the run ended, at \(end)"
      ])
    }
    return Finding(["it was due and on its way when the run ended, at \(end)"])
  }

  /// When the phone was switched off, if it was off at the planned time.
  private var powerOff: TracePoint? {
    let power = trace.index.timeline(of: .power).change(
      atWall: occurrence.planned, in: trace.context)
    return power?.value == "off" ? power?.point : nil
  }

  /// The call that skipped it.
  private func skippedByCall() -> Finding {
    guard let request = judge.skipRequest else { return Finding() }
    return Finding([sentences.origin(of: request)], [request])
  }

  /// What cancelled or moved it.
  private func withdrawn() -> Finding {
    let gone = trace.context.schedules.last {
      $0.id == occurrence.id && $0.until != nil
        && trace.context.isReached($0.since, atWall: occurrence.planned - 1)
        && $0.nextOccurrence(after: occurrence.planned - 1, trace.context) == occurrence.planned
    }?.until
    guard let sequence = gone?.sequence ?? requests.last?.ends else {
      return Finding(["its \(noun) ended before its time"])
    }
    return Finding([sentences.origin(of: sequence)], [sequence])
  }

  /// What the records say of a loss, each with the causes that it is the sentence of.
  private enum Fact: Hashable {
    /// How its last request, or alarm, ended; where there was none, that nothing was armed.
    case request
    case skip
    case permission
    case stopped
    case beforeFirstUnlock
    case phoneOff
    case exactAlarmsRevoked

    /// The fact that a cause is told by.
    init(_ cause: LossCause) {
      switch cause {
      case .skipped: self = .skip
      case .denied, .permissionReset: self = .permission
      case .stopped, .hibernating, .notOpened: self = .stopped
      case .beforeFirstUnlock: self = .beforeFirstUnlock
      case .phoneOff: self = .phoneOff
      case .exactAlarmsRevoked: self = .exactAlarmsRevoked
      case .channelBlocked, .notShown, .unreceived, .alarmLost, .receiverEnded,
        .notShownByReceiver, .removed, .evicted, .refused, .neverArmed, .fetchMissing:
        self = .request
      }
    }
  }

  /// The history's cause in a sentence, then what else held, then what the plugin reported.
  private func missing() -> Finding {
    let cause = judge.cause()
    let permission = permission
    var facts: [(fact: Fact, finding: Finding)] = []
    if let skip = judge.skip { facts.append((.skip, skipped(skip))) }
    facts.append((.request, fateOfRequest(permission)))
    if let permission { facts.append((.permission, told(permission))) }
    facts += obstacles
    let told = Fact(cause)
    var finding =
      facts.first { $0.fact == told }?.finding
      ?? Finding([cause.words(on: trace.context.platform)])
    finding.cause = cause.words(on: trace.context.platform)
    for (fact, other) in facts where fact != told { finding.add(other) }
    for miss in trace.index.misses(
      of: OccurrenceKey(id: occurrence.id, planned: occurrence.planned))
    {
      let text = sentences.timed(miss.sequence) + meaning(of: miss)
      finding.add(Finding([text], [miss.sequence]))
    }
    return finding
  }

  /// That the plugin skipped it as it is set, and why there was no fresh content.
  private func skipped(_ record: UInt64) -> Finding {
    var finding = Finding([sentences.timed(record)], [record])
    finding.add(
      PrefetchExplainer(
        trace: trace, sentences: sentences, kind: occurrence.kind, planned: occurrence.planned
      ).reason())
    return finding
  }

  /// When notifications began to be not allowed, if they were not at its time, or when the plugin
  /// took its request back.
  private var permission: Timeline<String>.Change? {
    let ended = requests.last?.ending
    return judge.lackingPermission
      ?? (ended?.how == .removed ? judge.denial(at: ended?.point.sequence) : nil)
  }

  private func told(_ permission: Timeline<String>.Change) -> Finding {
    if permission.value == HistoryIndex.permissionReset {
      return Finding([sentences.timed(permission.point.sequence)], [permission.point.sequence])
    }
    if permission.value == "prompt" {
      return Finding(["notifications were never allowed"], [permission.point.sequence])
    }
    let then = judge.lackingPermission == nil ? " then" : ""
    let since = sentences.clock(permission.point.wallMilliseconds)
    return Finding(
      ["notifications had been denied\(then) since \(since)"], [permission.point.sequence])
  }

  /// How its last request, or alarm, ended; where there was none, that nothing was armed.
  private func fateOfRequest(_ permission: Timeline<String>.Change?) -> Finding {
    guard let request = requests.last else { return neverArmed() }
    if request.ending?.how == .fired, let end = request.ending?.point,
      let lost = blockedChannel(end) ?? firedInVain(end, request)
    {
      return lost
    }
    guard let end = request.ends else { return Finding() }
    return Finding([sentences.timed(end) + by(end, after: permission?.point.sequence ?? 0)], [end])
  }

  /// Its alarm fired, and nothing was shown: the channel was blocked.
  ///
  /// The system tells nobody of that.
  private func blockedChannel(_ end: TracePoint) -> Finding? {
    guard let change = judge.blocking(at: end) else { return nil }
    let name = judge.channel
    let fired = sentences.clock(end.wallMilliseconds)
    let since = sentences.clock(change.point.wallMilliseconds)
    return Finding(
      [
        "its alarm fired at \(fired), and channel \(name) was blocked (since \(since)): nothing "
          + "is shown then"
      ], [end.sequence, change.point.sequence])
  }

  /// Its alarm fired, and it was not shown: nobody received it, or the system took no more.
  private func firedInVain(_ end: TracePoint, _ request: TracedRequest) -> Finding? {
    guard let android = trace.index.android else { return nil }
    let next = judge.nextBegin(of: request, after: end.sequence)
    func isItsOwn(_ event: (identifier: String, sequence: UInt64)) -> Bool {
      event.identifier == request.identifier && event.sequence > end.sequence
        && event.sequence < next
    }
    let fired = "its alarm fired at \(sentences.clock(end.wallMilliseconds))"
    let nobody = android.unreceived.first { isItsOwn(($0.identifier, $0.sequence)) }
    if let nobody {
      let why =
        nobody.reason == .appStopped
        ? "the app is stopped"
        : isLockedSinceStart(at: end.wallMilliseconds)
          ? "before the first unlock the manifest has no receiver for alarms"
          : "the manifest has no receiver for alarms"
      return Finding(["\(fired) and reached nobody: \(why)"], [end.sequence, nobody.sequence])
    }
    let dropped = android.notShown.first { isItsOwn(($0.identifier, $0.sequence)) }?.sequence
    guard let dropped else {
      return judge.death(after: end).map { death in
        Finding(
          [
            "\(fired), and the app's process ended in its receiver: "
              + sentences.origin(of: death.point.sequence)
          ], [end.sequence, death.point.sequence])
      }
    }
    return Finding(["\(fired), and \(sentences.timed(dropped))"], [end.sequence, dropped])
  }

  private func isLockedSinceStart(at milliseconds: Int64) -> Bool {
    trace.index.timeline(of: .power).change(atWall: milliseconds, in: trace.context)?.value
      == "beforeFirstUnlock"
  }

  /// What the plugin's word for a miss stands for on Android, where that is more than it says.
  private func meaning(of miss: ReportedMiss) -> String {
    guard isAndroid else { return "" }
    switch miss.reason {
    case .noCodeRan: return ", its word for an alarm that was gone or reached nobody, too"
    case .notDelivered, .notificationsDenied, .exactAlarmDenied, .channelBlocked, .processDied:
      return ""
    }
  }

  /// Why the fetch brought nothing that began when the alarm fired; nil where there was none.
  func fetchAtFireTime() -> Finding? {
    // The alarm of a dual schedule fetches nothing.
    guard isAndroid, let fired = requests.last?.ends, occurrence.kind != .dual else { return nil }
    let fetch = trace.index.firstFetch(after: fired) { fetch in
      trace.index.task(of: fetch) == nil
        && trace.causes(of: fetch.started.sequence).contains(fired)
    }
    guard let fetch else { return nil }
    let failure = fetch.findings.first?.sequence ?? fetch.cancelled
    let how = failure.map { ": " + sentences.timed($0) } ?? ", and did not end in time"
    return Finding(
      [
        "fetch \(fetch.number) began when its alarm fired, for which there are 8 s" + how
      ], [fetch.started.sequence] + (failure.map { [$0] } ?? []))
  }

  /// What kept the plugin from setting an alarm, or the alarm from the app, at the planned time.
  private var obstacles: [(fact: Fact, finding: Finding)] {
    guard let android = trace.index.android else { return [] }
    let power = trace.index.timeline(of: .power)
    let timelines: [(Fact, Timeline<String>, String, String)] = [
      (
        .stopped, android.timeline(of: .stopped), "true",
        "the app had been stopped, and nothing reaches it before it is opened"
      ),
      (
        .stopped, android.timeline(of: .stopped), AndroidConditions.hibernating,
        "the app hibernated, since it was unused, and nothing reaches it before it is opened"
      ),
      (
        .stopped, android.timeline(of: .stopped), AndroidConditions.restored,
        "the app came with a backup, and nothing reaches it before it is opened"
      ),
      (
        .beforeFirstUnlock, power, "beforeFirstUnlock",
        "the phone had not been unlocked since it was started"
      ),
      (.phoneOff, power, "off", "the phone was switched off"),
      (
        .exactAlarmsRevoked, android.timeline(of: .exactAlarms), "false",
        "exact alarms were not allowed"
      ),
    ]
    return timelines.compactMap { fact, timeline, value, words in
      let change = timeline.change(atWall: occurrence.planned, in: trace.context)
      guard let change, change.value == value else { return nil }
      let since = sentences.clock(change.point.wallMilliseconds)
      return (fact, Finding(["\(words) (since \(since))"], [change.point.sequence]))
    }
  }

  /// `: at …` for an act of a person, the host or the system; empty if only time had passed.
  ///
  /// What was done before notifications were denied is not why the plugin withdrew a request.
  private func by(_ sequence: UInt64, after denial: UInt64) -> String {
    guard let cause = trace.causes(of: sequence).last, cause >= denial,
      trace.isReached(sequence, atWall: occurrence.planned - 1),
      // What a system does days after an act is not that act's doing.
      let (act, end) = both(trace.record(cause), trace.record(sequence)),
      (0...DeliveryExplainer.actMilliseconds).contains(
        end.instant.milliseconds - act.instant.milliseconds)
    else { return "" }
    return ": " + sentences.timed(cause)
  }

  /// How long after an act its effect may come: a minute.
  private static let actMilliseconds: Int64 = 60_000

  private func both<Value>(_ first: Value?, _ second: Value?) -> (Value, Value)? {
    if let first, let second { (first, second) } else { nil }
  }

  private func neverArmed() -> Finding {
    if occurrence.plan?.isChained == true {
      let prefetch = PrefetchExplainer(
        trace: trace, sentences: sentences, kind: occurrence.kind,
        planned: occurrence.planned)
      var finding = prefetch.reason()
      let noun = noun
      finding.reasons.insert(
        "no \(noun) was ever made for it: it is armed only after its fetch", at: 0)
      return finding
    }
    if let drop = judge.drops.last { return Finding([sentences.timed(drop)], [drop]) }
    guard
      let last = trace.index.lastRequest(of: occurrence.id, before: occurrence.planned)
    else {
      return Finding([
        isAndroid ? "no alarm was ever set for it" : "no request was ever added for it"
      ])
    }
    return Finding(
      [
        isAndroid
          ? "no alarm was ever set for it: alarms reached to \(sentences.clock(last.trigger)), and "
            + "the app's code did not run in time to set more"
          : "no request was ever added for it: requests reached to "
            + "\(sentences.clock(last.trigger)), and the app's code did not run in time to add more"
      ], [last.begins])
  }
}
