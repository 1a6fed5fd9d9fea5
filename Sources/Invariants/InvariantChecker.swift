import DailyNotification
public import DeviceModel
import JSONText
import SimulationCore

/// Watches a phone and says where an invariant did not hold.
///
/// Each invariant is a checker of its own that sees records as they come and the phone's state;
/// none asks the plugin whether it is right. 1, 3, 4, 6, 8, 10, 11, 14, 16 and 17 are checked after
/// each event, 2, 5, 7, 9 and 15 at the end of each instant, 12 when something is exported, 13 when
/// a quiet phase has ended. At most 100 violations are kept; all are counted.
public struct InvariantChecker: DeviceObserver, Sendable {
  /// The violations found, in the order they were seen.
  public private(set) var violations: [InvariantViolation] = []
  private var eventCount = 0
  private var instantCount = 0
  /// By number; a number that no invariant has stays at 0.
  private var violationCounts = [Int](
    repeating: 0, count: (InvariantID.allCases.map(\.rawValue).max() ?? 0) + 1)
  private var cursor: UInt64 = 0
  /// The reader of 2, 6 and 15; it reads the settings at most once an event.
  private var reader = StorageReader()
  /// Whether the app was configured in this event: the settings are then read at its end, so that
  /// the earlier lead is the one before this call.
  private var isConfigured = false
  private var pendingLimit = PendingLimitChecker()
  private var bookAgreement = BookAgreementChecker()
  private var noGhost = NoGhostChecker()
  private var onePrefetchTask = OnePrefetchTaskChecker()
  private var completesOnce = CompletesOnceChecker()
  private var prefetchLead = PrefetchLeadChecker()
  private var missNoticed = MissNoticedChecker()
  private var nothingStale = NothingStaleChecker()
  private var firesOnce = FiresOnceChecker()
  private var reportedOnce = ReportedOnceChecker()
  private var isolation = IsolationChecker()
  private var shownNotMissed = ShownNotMissedChecker()
  private var taskOwner = TaskOwnerChecker()
  private var statusTruth = StatusTruthChecker()
  private var oneAnswer = OneAnswerChecker()
  private var exportCount = 0
  private var exportCursor: UInt64 = 0
  private var quietPhaseCount = 0
  /// Which states that are hard to reach the run has come into.
  public private(set) var reached = ReachedStates()

  static let violationsMax = 100

  /// The system of the phone that is watched.
  private var platform = DevicePlatform.ios

  /// Makes a checker for a phone that has not been watched yet.
  public init() {}

  /// How often each invariant was checked, in their order.
  public var tallies: [InvariantTally] {
    InvariantID.allCases.map { id in
      InvariantTally(
        id: id.rawValue, name: id.summary(on: platform),
        checks: checks(id.moment), violations: violationCounts[id.rawValue])
    }
  }

  private func checks(_ moment: InvariantID.Moment) -> Int {
    switch moment {
    case .event: eventCount
    case .instant: instantCount
    case .export: exportCount
    case .quietPhase: quietPhaseCount
    }
  }

  /// How many violations there were.
  public var violationCount: Int { violationCounts.reduce(0, +) }

  /// Checks what holds after each event.
  public mutating func eventHappened(on device: Device) {
    eventCount += 1
    platform = device.os.configuration.platform
    reader.eventHappened()
    readRecords(of: device)
    if isConfigured { reader.readSettingsOnce(of: device) }
    report(.pendingLimit, pendingLimit.check(device), device)
    report(.noGhost, noGhost.takeFinding(), device)
    report(.onePrefetchTask, onePrefetchTask.check(device), device)
    report(.prefetchLead, prefetchLead.check(device, &reader), device)
    report(.nothingStale, nothingStale.takeFinding(), device)
    report(.reportedOnce, reportedOnce.takeFinding(), device)
    report(.isolation, isolation.check(device), device)
    isolation.note(device)
    report(.shownNotMissed, shownNotMissed.takeFinding(), device)
    report(.statusTruth, statusTruth.takeFinding(), device)
    report(.oneAnswer, oneAnswer.takeFinding(), device)
    oneAnswer.eventEnded(device)
    if isConfigured {
      isConfigured = false
      reader.forgetEarlierLead()
    }
  }

  /// Checks what holds at the end of each instant.
  public mutating func instantEnded(on device: Device) {
    instantCount += 1
    readRecords(of: device)
    report(.bookAgreement, bookAgreement.check(device, &reader), device)
    report(.completesOnce, completesOnce.check(device), device)
    report(.missNoticed, missNoticed.check(device), device)
    report(.firesOnce, firesOnce.check(device), device)
    report(.taskOwner, taskOwner.check(device, &reader), device)
    reached.instantEnded(on: device)
  }

  /// Looks through the records for secrets; belongs before anything is exported.
  public mutating func willExport(_ device: Device) {
    exportCount += 1
    var found: String?
    device.os.trace.forEach(from: exportCursor) { record in
      guard found == nil, record.payload.mayHoldSecrets else { return }
      let text = JSONValue.object(record.json).canonicalText
      found = SecretScanner.finding(in: text).map { "record \(record.sequence) holds \($0)" }
    }
    exportCursor = device.os.trace.nextSequence
    report(.noSecrets, found, device)
  }

  /// Looks whether everything has come to rest; belongs at the end of a quiet phase of a day.
  ///
  /// Returns what has not come to rest; nil when everything has.
  @discardableResult
  public mutating func quietPhaseEnded(on device: Device) -> String? {
    quietPhaseCount += 1
    var convergence = ConvergenceChecker()
    let finding = convergence.check(device)
    report(.convergence, finding, device)
    return finding
  }

  @inline(__always)
  private mutating func readRecords(of device: Device) {
    if cursor < device.os.trace.nextSequence { readNewRecords(of: device) }
  }

  private mutating func readNewRecords(of device: Device) {
    let next = device.os.trace.nextSequence
    if cursor < device.os.trace.oldestSequence { lostSight(device) }
    device.os.trace.forEachInPlace(from: cursor) { see($0, device) }
    cursor = next
  }

  /// The trace has dropped records that no checker has seen: what they would have said is unknown.
  @inline(never)
  private mutating func lostSight(_ device: Device) {
    completesOnce.lostSight()
    missNoticed.lostSight()
    prefetchLead.lostSight()
    firesOnce.startAgain()
    isolation.disturbed()
    oneAnswer.prompted()
    nothingStale.lostSight(device)
  }

  private mutating func see(
    _ record: UnsafePointer<Record<DeviceRecord>>, _ device: Device
  ) {
    switch record.pointee.payload {
    case .command(.called(let call)):
      isolation.called(call)
      oneAnswer.called(call)
    case .command(.performed(let command)): performed(command, device)
    case .command(.began), .command(.refused): break
    case .plugin(.entry(let entry)):
      onePrefetchTask.entryBegan(entry)
      prefetchLead.entryBegan()
      bookAgreement.entryBegan(entry)
      taskOwner.entryBegan(entry)
      missNoticed.entryBegan(entry, record.pointee.wallMilliseconds, device)
      oneAnswer.entryBegan(entry, record.pointee.instant)
    // Of these lines the message is copied.
    case .plugin(.log(.schedulePersisted)), .plugin(.log(.notificationMissed)),
      .plugin(.log(.missesLeftOut)), .plugin(.log(.skipsLeftOut)),
      .plugin(.log(.notificationSkipped)), .plugin(.log(.skipRequested)),
      .plugin(.log(.skipUndone)):
      told(record.pointee.payload.logMessage, record.pointee.wallMilliseconds, device)
    case .plugin(.log(.quarantined)): firesOnce.startAgain()
    case .plugin(.log(.taskMissed)), .plugin(.log(.workMissed)):
      prefetchLead.exempt()
      missNoticed.noticed()
    case .plugin(.log(.persistFailed)):
      taskOwner.writeFailed()
      bookAgreement.writeFailed()
    case .plugin(.log(.prefetchFailed)): prefetchLead.exempt()
    case .plugin(.log(.ready)):
      isConfigured = true
      nothingStale.configured(device)
      firesOnce.configured(device)
    // No invariant is about these.
    case .plugin(.log(.called)), .plugin(.log(.permissionsRequested)),
      .plugin(.log(.notificationsDenied)), .plugin(.log(.unknownOption)),
      .plugin(.log(.settingsRead)), .plugin(.log(.dailyScheduled)),
      .plugin(.log(.prefetchPlanned)), .plugin(.log(.prefetchSkipped)),
      .plugin(.log(.taskScheduled)), .plugin(.log(.taskReadBack)), .plugin(.log(.taskRefused)),
      .plugin(.log(.taskRefusedOnSimulator)), .plugin(.log(.taskStarted)),
      .plugin(.log(.taskCompleted)), .plugin(.log(.taskExpired)), .plugin(.log(.workScheduled)),
      .plugin(.log(.workReadBack)), .plugin(.log(.workStarted)), .plugin(.log(.workCompleted)),
      .plugin(.log(.workExpired)), .plugin(.log(.prefetchSucceeded)),
      .plugin(.log(.contentIgnored)), .plugin(.log(.contentEmpty)),
      .plugin(.log(.contentDiscarded)), .plugin(.log(.notificationPlanned)),
      .plugin(.log(.requestReadBack)), .plugin(.log(.exactAlarmsDenied)),
      .plugin(.log(.alarmRefused)), .plugin(.log(.notificationDelivered)),
      .plugin(.log(.notificationPostponed)), .plugin(.log(.drifted)), .plugin(.log(.rearmed)),
      .plugin(.log(.recovered)), .plugin(.log(.zoneFollowed)), .plugin(.log(.delegateTaken)),
      .plugin(.log(.channelDecides)),
      .plugin(.log(.dualFetchPlanned)),
      .plugin(.log(.tokenIssued)), .plugin(.log(.keyMissing)), .plugin(.log(.keychainLocked)),
      .plugin(.log(.fetcherRegistered)), .plugin(.log(.fetcherMissing)),
      .plugin(.log(.identityChanged)), .plugin(.log(.adaptiveSet)):
      break
    case .plugin(.hostEvent(.notificationMissed(let missed))):
      reached.missReported()
      reportedOnce.see(missed)
      shownNotMissed.see(missed, device)
      oneAnswer.changed("reported a miss")
    case .plugin(.hostEvent(.notificationDelivered)): oneAnswer.changed("reported a delivery")
    case .plugin(.replied(let call, let reply)): statusTruth.replied(call, reply, device)
    case .plugin(.hostEvent), .plugin(.shown): break
    case .plugin(.callLost): oneAnswer.prompted()
    case .process(.crashed(let reason)):
      completesOnce.crashed(reason)
      oneAnswer.prompted()
    case .process(.changed): oneAnswer.prompted()
    case .request(.evicted(let identifier, .plugin)):
      pendingLimit.evicted(identifier)
      isolation.disturbed()
      oneAnswer.prompted()
    case .request(.added(let identifier, _, _, .plugin)):
      noGhost.added(identifier, device)
      oneAnswer.changed("added '\(identifier)'")
    case .request(.dropped(let identifier, .denied, .plugin)): noGhost.dropped(identifier)
    case .request(.dropped): break
    case .request(.evicted(_, .other)), .request(.added(_, _, _, .other)),
      .request(.removed(_, .other)):
      otherCodeActed(device)
    case .request(.removalStarted(_, .other)): break
    case .request(.removalStarted(let count, .plugin)):
      oneAnswer.changed("removed \(count) requests")
      if !device.os.isStorageReadable {
        bookAgreement.removalStarted(record.pointee.sequence, device)
      }
    case .request(.categoryRegistered): break
    case .request(.moved), .request(.removed(_, .plugin)): oneAnswer.prompted()
    case .notification(.delivered(let item)):
      reached.delivered(at: record.pointee.wallMilliseconds, device)
      noGhost.delivered(item, device)
      nothingStale.see(item, device)
      bookAgreement.delivered(item)
      firesOnce.delivered(item, device)
      shownNotMissed.delivered(item, device)
      isolation.delivered(item.identifier)
      oneAnswer.prompted()
    case .notification(.heldForSummary(let item, _)):
      bookAgreement.delivered(item)
      firesOnce.held(item, device)
      isolation.delivered(item.identifier)
      oneAnswer.prompted()
    case .notification(.dismissed):
      firesOnce.dismissed()
      oneAnswer.prompted()
    case .notification(.notDelivered), .notification(.tapped): oneAnswer.prompted()
    case .task(
      .submitted(OperatingSystem.prefetchIdentifier, let begin, let isReplacement, .plugin)):
      onePrefetchTask.submitted(isReplacement)
      prefetchLead.submitted(
        OperatingSystem.prefetchIdentifier, begin, record.pointee.wallMilliseconds)
      missNoticed.submitted(OperatingSystem.prefetchIdentifier, begin)
      taskOwner.submitted()
      oneAnswer.changed("submitted a task")
    case .task(.refused(OperatingSystem.prefetchIdentifier, _, .plugin)):
      taskOwner.refused(device)
    case .task(.cancelled(OperatingSystem.prefetchIdentifier, let owner)):
      if owner == .other { taskOwner.cancelledByOtherCode(OperatingSystem.prefetchIdentifier) }
      missNoticed.cancelled(OperatingSystem.prefetchIdentifier, device)
      oneAnswer.changed("cancelled the task")
    case .task(.submitted(let name, let begin, _, .plugin)) where device.os.isWork(name):
      prefetchLead.submitted(name, begin, record.pointee.wallMilliseconds)
      missNoticed.submitted(name, begin)
      oneAnswer.changed("asked for work")
    case .task(.cancelled(let name, let owner)) where device.os.isWork(name):
      if owner == .other { taskOwner.cancelledByOtherCode(name) }
      missNoticed.cancelled(name, device)
      oneAnswer.changed("cancelled work")
    case .task(.launched(let task)):
      oneAnswer.prompted()
      onePrefetchTask.launched(task)
      reached.launched(task, at: record.pointee.wallMilliseconds)
      completesOnce.launched(task, record.pointee.instant)
      if task.isPrefetch {
        missNoticed.launched(task.identifier)
        taskOwner.launched(task)
      }
      if device.os.isWork(task.identifier) { prefetchLead.launched(task) }
    case .task(.completed(let task, let isSuccess)):
      if device.os.isWork(task.identifier) { prefetchLead.ended(task, isSuccess: isSuccess) }
      completesOnce.completed(task)
      taskOwner.completed(task)
    case .task(.completedTwice(let task)): completesOnce.completedTwice(task)
    case .task(.lost(let task)):
      completesOnce.lost(task)
      taskOwner.lost(task)
      if device.os.isWork(task.identifier) {
        missNoticed.restarts(task.identifier)
        prefetchLead.ended(task, isSuccess: false)
      }
    case .task(.handlerRegistered), .task(.submitted), .task(.refused), .task(.cancelled): break
    case .task(.expired):
      reached.taskExpired()
      oneAnswer.prompted()
    case .fetch(.ended(_, let result)):
      reached.fetchEnded(result)
      oneAnswer.prompted()
    case .power, .authorization, .storage: oneAnswer.prompted()
    case .fetch(.started), .fetch(.cancelled): break
    case .android(.workStopped(let task, let stop)):
      completesOnce.lost(task)
      taskOwner.lost(task)
      if stop == .cancelled {
        prefetchLead.cancelled(task)
      } else {
        onePrefetchTask.workStopped(task)
        prefetchLead.ended(task, isSuccess: false)
      }
      if stop == .timeUp { missNoticed.restarts(task.identifier) }
      oneAnswer.prompted()
    case .android(.alarmSet(let alarm, _, _)) where alarm.payload.owner == .plugin:
      oneAnswer.changed("set the alarm '\(alarm.identifier)'")
    case .android(.alarmCancelled(let identifier, .plugin)):
      oneAnswer.changed("cancelled the alarm '\(identifier)'")
    case .android(.alarmLost(_, .otherCode, _)), .android(.alarmLost(_, .sameIntent, _)):
      otherCodeActed(device)
    case .android: oneAnswer.prompted()
    }
  }

  /// Other code has changed the pending list: what it took away is armed again at the next entry.
  @inline(never)
  private mutating func otherCodeActed(_ device: Device) {
    bookAgreement.disturbed(device)
    isolation.disturbed()
    oneAnswer.prompted()
  }

  /// What a line says about a schedule.
  private mutating func told(
    _ message: LogMessage?, _ wallMilliseconds: Int64, _ device: Device
  ) {
    if case .schedulePersisted(let id, let kindName, _, _) = message {
      firesOnce.note(device.os.zone)
      guard let kind = ScheduleKind(rawValue: kindName) else { return }
      firesOnce.revised(id, kind, device)
      reportedOnce.revised(id, kind)
      shownNotMissed.revised(id, kind, wallMilliseconds)
    } else if case .notificationMissed(let missed) = message {
      firesOnce.explained(missed.id, missed.kind, missed.plannedTime, device)
    } else if case .missesLeftOut(let id, _, let before) = message {
      firesOnce.leftOut(id, before, device)
    } else if case .skipsLeftOut(let id, _, let before) = message {
      firesOnce.leftOut(id, before, device)
    } else if case .notificationSkipped(let id, let time) = message {
      // Only dual notifications are skipped, for lack of content.
      firesOnce.explained(id, .dual, time, device)
    } else if case .skipRequested(let id, let kind, let time, let wallMinute) = message {
      firesOnce.skipped(id, kind, planned: time, wallMinute, device)
    } else if case .skipUndone(let id, let kind, _, let wallMinute) = message {
      firesOnce.skipUndone(id, kind, wallMinute)
    }
  }

  /// Apart from `see`, which stays small enough to be compiled into the walk over the records.
  @inline(never)
  private mutating func performed(_ command: Command, _ device: Device) {
    reached.performed(command)
    oneAnswer.prompted()
    firesOnce.note(device.os.zone)
    // What a person or a tester does may take away what a cancelling call had to leave.
    isolation.disturbed()
    if takesPending(command) {
      bookAgreement.disturbed(device)
    } else if command == .reinstall {
      // The contract's settings hold again.
      reader = StorageReader()
      prefetchLead.reinstalled()
      nothingStale.reinstalled()
      firesOnce.startAgain()
      reportedOnce.startAgain()
      shownNotMissed = ShownNotMissedChecker()
    }
  }

  /// Whether a command takes what is pending from the system.
  private func takesPending(_ command: Command) -> Bool {
    if case .restoreBackup = command { return true }
    return command == .clearPending
  }

  @inline(__always)
  private mutating func report(_ id: InvariantID, _ finding: String?, _ device: Device) {
    if let finding { keep(id, finding, device) }
  }

  private mutating func keep(_ id: InvariantID, _ finding: String, _ device: Device) {
    violationCounts[id.rawValue] += 1
    guard violations.count < InvariantChecker.violationsMax else { return }
    violations.append(
      InvariantViolation(
        id: id.rawValue, name: id.summary(on: device.os.configuration.platform),
        instant: device.os.now,
        wallMilliseconds: device.os.wall(at: device.os.now),
        sequence: max(cursor, 1) - 1, message: finding))
  }
}
