import DailyNotification
import DeviceModel
import SimulationCore

/// Finds out why a planned notification was not shown.
struct DeliveryExplainer {
  let trace: RunTrace
  let index: TraceIndex
  let sentences: RecordSentences
  let occurrence: PlannedOccurrence

  /// The requests for the occurrence, in order.
  var requests: [TracedRequest] {
    index.requests(of: occurrence.id, at: occurrence.planned)
  }

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

  private var isAndroid: Bool { trace.platform == .android }

  /// The record that Doze held its alarm back; nil when it did not.
  var held: UInt64? {
    let names = Set(requests.map(\.identifier))
    return index.android?.holds.last { names.contains($0.identifier) }?.sequence
  }

  /// The change of zone that has jumped over its time; nil where none did.
  func jumpedOver() -> Finding? {
    guard let request = requests.last, let jumped = request.jumped,
      let zone = trace.zones.change(at: jumped)?.point.sequence, zone > request.begins
    else { return nil }
    return Finding(["\(sentences.timed(zone)) jumped over its time"], [zone])
  }

  /// What happened to it, given that it was not shown.
  func verdict() -> StoryVerdict {
    if occurrence.planned > trace.endWallMilliseconds {
      return occurrence.plan == nil ? .withdrawn : .ahead
    }
    let last = requests.last
    if let last, last.ends == nil { return .ahead }
    if occurrence.plan != nil { return .missing }
    return last?.cameDue == true ? .missing : .withdrawn
  }

  /// Why it was not shown.
  func reason(_ verdict: StoryVerdict) -> Finding {
    switch verdict {
    case .shown, .defaultText: Finding()
    case .ahead: ahead()
    case .withdrawn: withdrawn()
    case .missing: missing()
    }
  }

  private func ahead() -> Finding {
    let end = sentences.clock(trace.endWallMilliseconds)
    if occurrence.planned > trace.endWallMilliseconds {
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
      return Finding(["its alarm was due and still held when the run ended, at \(end)"])
    }
    return Finding(["it was due and on its way when the run ended, at \(end)"])
  }

  /// When the phone was switched off, if it was off at the planned time.
  private var powerOff: TracePoint? {
    let power = index.timeline(of: .power).change(atWall: occurrence.planned, in: trace)
    return power?.value == "off" ? power?.point : nil
  }

  /// What cancelled or moved it.
  private func withdrawn() -> Finding {
    let gone = trace.schedules.last {
      $0.id == occurrence.id && $0.until != nil
        && trace.isReached($0.since, atWall: occurrence.planned - 1)
        && $0.nextOccurrence(after: occurrence.planned - 1, trace) == occurrence.planned
    }?.until
    guard let sequence = gone?.sequence ?? requests.last?.ends else {
      return Finding(["its \(noun) ended before its time"])
    }
    return Finding([sentences.origin(of: sequence)], [sequence])
  }

  // MARK: Its loss

  /// Why it was not shown, given that it is missing: what hit it itself, then what held when its
  /// time came, then that nothing was armed.
  func cause() -> LossCause {
    let request = requests.last
    if case .notDelivered(let reason)? = request?.ending?.how {
      return reason == .denied ? .denied(wasAsked: true) : .notShown(reason)
    }
    if request?.ending?.how == .fired, let cause = causeAfterFiring(request) { return cause }
    if case .lost(let loss)? = request?.ending?.how { return .alarmLost(loss) }
    if let permission = lackingPermission { return .denied(wasAsked: permission.value != "prompt") }
    if let cause = obstacle { return cause }
    switch request?.ending?.how {
    case .fired: return .notShownByReceiver
    case .removed, .replaced:
      // What the plugin took back since notifications were denied is not armed when they are
      // allowed again.
      if let denial = denial(at: request?.ends) {
        return .denied(wasAsked: denial.value != "prompt")
      }
      return .removed
    case .evicted: return .evicted
    case .delivered, .notDelivered, .lost, nil: break
    }
    if occurrence.plan?.isChained == true { return .fetchMissing }
    return drops.isEmpty ? .neverArmed : .refused
  }

  /// Whether a record says that it was due and not shown.
  var isRecorded: Bool {
    guard let request = requests.last else { return false }
    if case .notDelivered? = request.ending?.how { return true }
    guard request.ending?.how == .fired, let end = request.ending?.point.sequence else {
      return false
    }
    let next = nextBegin(of: request, after: end)
    return index.android?.notShown.contains { event in
      event.identifier == request.identifier && event.sequence > end && event.sequence < next
    } ?? false
  }

  /// What became of an alarm that fired; nil where that is not known.
  private func causeAfterFiring(_ request: TracedRequest?) -> LossCause? {
    guard let request, let end = request.ending?.point else { return nil }
    if blockedChannel(end) != nil { return .channelBlocked(channel) }
    guard let android = index.android else { return nil }
    let next = nextBegin(of: request, after: end.sequence)
    let nobody = android.unreceived.last { event in
      event.identifier == request.identifier && event.sequence > end.sequence
        && event.sequence < next
    }
    if let nobody { return .unreceived(nobody.reason) }
    let dropped = android.notShown.last { event in
      event.identifier == request.identifier && event.sequence > end.sequence
        && event.sequence < next
    }
    guard let reason = dropped?.reason else {
      return death(after: end).map { .receiverEnded($0.state) }
    }
    if reason == .denied { return .denied(wasAsked: true) }
    return reason == .channelBlocked ? .channelBlocked(channel) : .notShown(reason)
  }

  /// The end of the process while its receiver may have run: Android gives one ten seconds.
  ///
  /// Source: Android, "Broadcasts": work in onReceive, and after goAsync.
  private func death(
    after fired: TracePoint
  ) -> (point: TracePoint, state: ProcessMachine.State)? {
    index.deaths.last { death in
      death.point.sequence > fired.sequence
        && (0...DeliveryExplainer.receiverMilliseconds).contains(
          death.point.wallMilliseconds - fired.wallMilliseconds)
    }
  }

  private static let receiverMilliseconds: Int64 = 10_000

  /// What kept it from being armed or fired at its time, on Android.
  private var obstacle: LossCause? {
    guard let android = index.android else { return nil }
    func holds(_ timeline: Timeline<String>, _ value: String) -> Bool {
      timeline.change(atWall: occurrence.planned, in: trace)?.value == value
    }
    let power = index.timeline(of: .power)
    if holds(android.timeline(of: .stopped), "true") { return .stopped }
    if holds(power, "beforeFirstUnlock") { return .beforeFirstUnlock }
    if holds(power, "off") { return .phoneOff }
    return holds(android.timeline(of: .exactAlarms), "false") ? .exactAlarmsRevoked : nil
  }

  /// When notifications began to be not allowed, if they were not at its time.
  private var lackingPermission: Timeline<String>.Change? {
    index.timeline(of: .permission).change(atWall: occurrence.planned, in: trace)
      .flatMap { DeliveryExplainer.isAllowed($0.value) ? nil : $0 }
  }

  /// When notifications began to be not allowed, if they were not at a record.
  private func denial(at sequence: UInt64?) -> Timeline<String>.Change? {
    sequence.flatMap { index.timeline(of: .permission).change(at: $0) }
      .flatMap { DeliveryExplainer.isAllowed($0.value) ? nil : $0 }
  }

  /// The records that its request was not taken.
  private var drops: [UInt64] {
    index.drops.filter { drop in
      PlannedOccurrence.scheduleID(of: drop.identifier) == occurrence.id
        && trace.isReached(drop.point, atWall: occurrence.planned)
    }.map(\.point.sequence)
  }

  private func nextBegin(of request: TracedRequest, after sequence: UInt64) -> UInt64 {
    index.request(named: request.identifier, after: sequence)?.begins ?? .max
  }

  private func missing() -> Finding {
    let ended = requests.last?.ending
    let permission =
      lackingPermission ?? (ended?.how == .removed ? denial(at: ended?.point.sequence) : nil)
    var finding = Finding()
    if let request = requests.last {
      if request.ending?.how == .fired, let end = request.ending?.point,
        let lost = blockedChannel(end) ?? firedInVain(end, request)
      {
        finding = lost
      } else if let end = request.ends {
        let cause = by(end, after: permission?.point.sequence ?? 0)
        finding = Finding([sentences.timed(end) + cause], [end])
      }
    } else {
      finding = neverArmed()
    }
    if let permission {
      let then = lackingPermission == nil ? " then" : ""
      let word = permission.value == "prompt" ? "were never allowed" : "had been denied\(then)"
      let since =
        permission.value == "prompt"
        ? "" : " since \(sentences.clock(permission.point.wallMilliseconds))"
      finding.reasons.append("notifications \(word)\(since)")
      finding.evidence.append(permission.point.sequence)
    }
    for (reason, sequence) in obstacles {
      finding.reasons.append(reason)
      finding.evidence.append(sequence)
    }
    for miss in index.misses
    where miss.id == occurrence.id && miss.planned == occurrence.planned {
      finding.reasons.append(
        sentences.timed(miss.sequence) + meaning(of: miss, isAllowed: permission == nil))
      finding.evidence.append(miss.sequence)
    }
    return finding
  }

  /// Its alarm fired, and nothing was shown: the channel was blocked.
  ///
  /// The system tells nobody of that.
  private func blockedChannel(_ end: TracePoint) -> Finding? {
    let name = channel
    guard
      let change = index.android?.channels[name]?.change(atWall: end.wallMilliseconds, in: trace),
      change.value == 0
    else { return nil }
    let fired = sentences.clock(end.wallMilliseconds)
    let since = sentences.clock(change.point.wallMilliseconds)
    return Finding(
      [
        "its alarm fired at \(fired), and channel \(name) was blocked (since \(since)): nothing "
          + "is shown then"
      ], [end.sequence, change.point.sequence])
  }

  /// The channel that shows it on Android.
  private var channel: String {
    occurrence.isStatic ? "daily_reminders" : "timesafari.daily"
  }

  /// Its alarm fired, and it was not shown: nobody received it, or the system took no more.
  private func firedInVain(_ end: TracePoint, _ request: TracedRequest) -> Finding? {
    guard let android = index.android else { return nil }
    let next = nextBegin(of: request, after: end.sequence)
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
      return death(after: end).map { death in
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
    index.timeline(of: .power).change(atWall: milliseconds, in: trace)?.value
      == "beforeFirstUnlock"
  }

  /// What the plugin's word for a miss stands for on Android, where that is more than it says.
  private func meaning(of miss: ReportedMiss, isAllowed: Bool) -> String {
    guard isAndroid else { return "" }
    switch miss.reason {
    case .notificationsDenied: return isAllowed ? ", its word for a blocked channel, too" : ""
    case .noCodeRan: return ", its word for an alarm that was gone or reached nobody, too"
    case .notDelivered: return ""
    }
  }

  /// Why the fetch brought nothing that began when the alarm fired; nil where there was none.
  func fetchAtFireTime() -> Finding? {
    // The alarm of a dual schedule fetches nothing.
    guard isAndroid, let fired = requests.last?.ends, occurrence.kind != .dual else { return nil }
    let fetch = index.fetches.first { fetch in
      guard fetch.started.sequence > fired else { return false }
      let causes = trace.causes(of: fetch.started.sequence)
      return causes.contains(fired)
        && !index.tasks.contains { task in
          task.started.map { causes.contains($0.sequence) } ?? false
        }
    }
    guard let fetch else { return nil }
    let failure = fetch.findings.first ?? fetch.cancelled
    let how = failure.map { ": " + sentences.timed($0) } ?? ", and did not end in time"
    return Finding(
      [
        "fetch \(fetch.number) began when its alarm fired, for which there are 8 s" + how
      ], [fetch.started.sequence] + (failure.map { [$0] } ?? []))
  }

  /// What kept the plugin from setting an alarm, or the alarm from the app, at the planned time.
  private var obstacles: [(reason: String, sequence: UInt64)] {
    guard let android = index.android else { return [] }
    let timelines = [
      (
        android.timeline(of: .stopped), "true",
        "the app had been stopped, and nothing reaches it before it is opened"
      ),
      (
        index.timeline(of: .power), "beforeFirstUnlock",
        "the phone had not been unlocked since it was started"
      ),
      (index.timeline(of: .power), "off", "the phone was switched off"),
      (android.timeline(of: .exactAlarms), "false", "exact alarms were not allowed"),
    ]
    return timelines.compactMap { timeline, value, words in
      let change = timeline.change(atWall: occurrence.planned, in: trace)
      guard let change, change.value == value else { return nil }
      let since = sentences.clock(change.point.wallMilliseconds)
      return ("\(words) (since \(since))", change.point.sequence)
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
        trace: trace, index: index, sentences: sentences, kind: occurrence.kind,
        planned: occurrence.planned)
      var finding = prefetch.reason()
      let noun = noun
      finding.reasons.insert(
        "no \(noun) was ever made for it: it is armed only after its fetch", at: 0)
      return finding
    }
    if let drop = drops.last { return Finding([sentences.timed(drop)], [drop]) }
    let armed = index.requests.filter {
      $0.scheduleID == occurrence.id && $0.trigger < occurrence.planned
    }
    guard let last = armed.max(by: { $0.trigger < $1.trigger }) else {
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

  /// Whether a value of the permission allows notifications.
  static func isAllowed(_ permission: String) -> Bool {
    ["granted", "provisional", "true"].contains(permission)
  }
}
