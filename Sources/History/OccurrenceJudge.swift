import CivilTime
import DailyNotification
public import DeviceModel
import SimulationCore

/// Says what became of one planned notification, by what the records of its run prove.
public struct OccurrenceJudge {
  /// What was stored and set during the run.
  public let context: PhoneContext
  /// What became of its notifications, tasks and fetches.
  public let index: HistoryIndex
  /// The notification.
  public let notification: PlannedOccurrence

  /// Judges a notification by a history.
  public init(_ history: PhoneHistory, _ notification: PlannedOccurrence) {
    context = history.context
    index = history.index
    self.notification = notification
  }

  /// What became of it.
  public func occurrence() -> OccurrenceHistory {
    let showings = showings
    let outcome = outcome(showings)
    return OccurrenceHistory(
      notification: notification, showings: showings, outcome: outcome,
      isLossRecorded: outcome.isLoss && isRecorded, isShownAfterEnd: isShownAfterEnd(showings),
      report: index.report(of: OccurrenceKey(id: notification.id, planned: notification.planned)))
  }

  private func outcome(_ showings: [Showing]) -> OccurrenceHistory.Outcome {
    if !showings.isEmpty { return showings.count > 1 ? .twice : .shown }
    if skipRequest != nil { return .skipped }
    let requests = requests
    if notification.planned > context.endWallMilliseconds {
      return notification.plan == nil
        ? .withdrawn : .ahead(isArmed: requests.contains { $0.ending == nil })
    }
    let last = requests.last
    if let last, last.ending == nil { return .due(hold) }
    if notification.plan != nil || last?.cameDue == true { return .notShown(cause()) }
    return .withdrawn
  }

  /// Whether it was shown though its schedule had ended, or had been changed, by then.
  private func isShownAfterEnd(_ showings: [Showing]) -> Bool {
    guard notification.plan == nil, showings.contains(where: { $0.purpose == .occurrence }) else {
      return false
    }
    // A change of zone may show a time that had passed before its schedule was stored.
    if index.jumpedZone(notification.id, notification.planned) != nil { return false }
    let own = context.schedules.filter { $0.id == notification.id }
    return !own.isEmpty
      && !own.contains { $0.isStored(at: notification.planned, in: context) }
  }

  /// How it was shown.
  public var showings: [Showing] { index.showings(of: notification.id, at: notification.planned) }

  /// What keeps it back, given that its time has come.
  private var hold: OccurrenceHistory.DueHold {
    if let summary = requests.last?.summary { return .summary(until: summary.until) }
    let power = index.timeline(of: .power).change(atWall: notification.planned, in: context)
    if let power, power.value == "off" { return .phoneOff(since: power.point) }
    return lastHold?.hold ?? .onItsWay
  }

  /// The record that it was held back, by what holds alarms or by the summary; nil when it was not.
  public var held: UInt64? { lastHold?.sequence ?? requests.last?.summary?.sequence }

  private var lastHold: (identifier: String, hold: OccurrenceHistory.DueHold, sequence: UInt64)? {
    let names = Set(requests.map(\.identifier))
    return index.android?.holds.last { names.contains($0.identifier) }
  }

  /// The requests for the occurrence, in order.
  ///
  /// Of a reminder that repeats on an iPhone, whose one request is gone, that is the one.
  public var requests: [TracedRequest] {
    let own = index.requests(of: notification.id, at: notification.planned)
    guard own.isEmpty, context.platform == .ios, notification.isStatic,
      let plan = notification.plan, plan.onlyTime == nil,
      let last = index.lastRequest(of: notification.id, before: notification.planned),
      last.begins >= plan.since.sequence, last.ending?.how.isLoss == true
    else { return own }
    return [last]
  }

  /// Why it was not shown, given that it is missing: what hit it itself, then what held when its
  /// time came, then that nothing was armed.
  public func cause() -> LossCause {
    if skip != nil { return .skipped }
    let request = requests.last
    if case .notDelivered(let reason)? = request?.ending?.how {
      return reason == .denied ? .denied(wasAsked: true) : .notShown(reason)
    }
    if request?.ending?.how == .fired, let cause = causeAfterFiring(request) { return cause }
    if case .lost(let loss)? = request?.ending?.how { return .alarmLost(loss) }
    if let permission = lackingPermission { return OccurrenceJudge.cause(of: permission) }
    if let cause = obstacle { return cause }
    switch request?.ending?.how {
    case .fired: return .notShownByReceiver
    case .removed, .replaced:
      // What the plugin took back since notifications were denied is not armed when they are
      // allowed again.
      return denial(at: request?.ends).map(OccurrenceJudge.cause) ?? .removed
    case .evicted: return .evicted
    case .delivered, .notDelivered, .lost, nil: break
    }
    if notification.plan?.isChained == true { return .fetchMissing }
    return drops.isEmpty ? .neverArmed : .refused
  }

  /// The record that the plugin skipped it, since it had no fresh content; nil where it did not.
  ///
  /// Nor where it is armed only after its fetch: then the fetch is the cause.
  public var skip: UInt64? {
    guard notification.kind == .dual, notification.plan?.isChained != true else { return nil }
    return index.skip(of: notification.planned)
  }

  /// The record that the host asked to skip it, by `skipNext`; nil where it did not.
  public var skipRequest: UInt64? {
    guard let plan = notification.plan, let zone = plan.zone(notification.zone) else { return nil }
    let planned = notification.planned
    return index.skipRequest(
      of: notification.id, at: planned, wallMinute: zone.wallMinute(at: planned)
    ).flatMap { $0 > plan.since.sequence ? $0 : nil }
  }

  /// Whether a record says that it was due and not shown.
  public var isRecorded: Bool {
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
    if blocking(at: end) != nil { return .channelBlocked(channel) }
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
  public func death(
    after fired: TracePoint
  ) -> (point: TracePoint, state: ProcessMachine.State)? {
    index.deaths.last { death in
      death.point.sequence > fired.sequence
        && (0...OccurrenceJudge.receiverMilliseconds).contains(
          death.point.wallMilliseconds - fired.wallMilliseconds)
    }
  }

  private static let receiverMilliseconds: Int64 = 10_000

  /// What kept it from being armed or fired at its time, on Android.
  private var obstacle: LossCause? {
    guard let android = index.android else { return nil }
    func holds(_ timeline: Timeline<String>, _ value: String) -> Bool {
      timeline.change(atWall: notification.planned, in: context)?.value == value
    }
    let power = index.timeline(of: .power)
    if holds(android.timeline(of: .stopped), "true") { return .stopped }
    if holds(android.timeline(of: .stopped), AndroidConditions.hibernating) { return .hibernating }
    if holds(android.timeline(of: .stopped), AndroidConditions.restored) { return .notOpened }
    if holds(power, "beforeFirstUnlock") { return .beforeFirstUnlock }
    if holds(power, "off") { return .phoneOff }
    return holds(android.timeline(of: .exactAlarms), "false") ? .exactAlarmsRevoked : nil
  }

  /// When notifications began to be not allowed, if they were not at its time.
  public var lackingPermission: Timeline<String>.Change? {
    index.timeline(of: .permission).change(atWall: notification.planned, in: context)
      .flatMap { OccurrenceJudge.isAllowed($0.value) ? nil : $0 }
  }

  /// When notifications began to be not allowed, if they were not at a record.
  public func denial(at sequence: UInt64?) -> Timeline<String>.Change? {
    sequence.flatMap { index.timeline(of: .permission).change(at: $0) }
      .flatMap { OccurrenceJudge.isAllowed($0.value) ? nil : $0 }
  }

  /// The records that its request was not taken.
  public var drops: [UInt64] {
    index.drops.filter { drop in
      PlannedOccurrence.scheduleID(of: drop.identifier) == notification.id
        && context.isReached(drop.point, atWall: notification.planned)
    }.map(\.point.sequence)
  }

  /// When the next request with the name of one begins; `.max` where none does.
  public func nextBegin(of request: TracedRequest, after sequence: UInt64) -> UInt64 {
    index.request(named: request.identifier, after: sequence)?.begins ?? .max
  }

  /// When the channel that shows it was blocked, if it was when its alarm fired.
  ///
  /// The system tells nobody of that.
  public func blocking(at fired: TracePoint) -> Timeline<Int64>.Change? {
    index.android?.channels[channel]?.change(atWall: fired.wallMilliseconds, in: context)
      .flatMap { $0.value == 0 ? $0 : nil }
  }

  /// The channel that shows it on Android.
  public var channel: String {
    notification.isStatic ? "daily_reminders" : "timesafari.daily"
  }

  /// Why nothing was shown since notifications are not allowed.
  private static func cause(of denial: Timeline<String>.Change) -> LossCause {
    denial.value == HistoryIndex.permissionReset
      ? .permissionReset : .denied(wasAsked: denial.value != "prompt")
  }

  /// Whether a value of the permission allows notifications.
  private static func isAllowed(_ permission: String) -> Bool {
    ["granted", "provisional", "true"].contains(permission)
  }
}

extension OccurrenceHistory.Outcome {
  fileprivate var isLoss: Bool {
    switch self {
    case .notShown: true
    case .shown, .twice, .due, .ahead, .skipped, .withdrawn: false
    }
  }
}
