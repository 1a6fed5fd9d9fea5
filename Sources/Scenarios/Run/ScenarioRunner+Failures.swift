import CivilTime
import DailyNotification
import DeviceModel
import LocatedYAML
import SimulationCore

extension ScenarioRunner {
  /// Notes that a step has failed; only its first failure counts.
  ///
  /// - Parameter instant: When it failed; nil for now.
  mutating func fail(_ index: Int, _ mismatch: Mismatch, at instant: SimulationInstant? = nil) {
    guard steps[index].failure == nil else { return }
    hasFailed = true
    let step = scenario.steps[index]
    if !step.isSoft { isStopped = true }
    steps[index].outcome = .failed
    var all = ([mismatch] + mismatch.others).map { located($0, in: step) }
    let first = all.removeFirst()
    // The last records of a later step may contain what a redacted step did.
    let hidesRecords = scenario.steps[...index].contains(where: \.isRedacted)
    let moment = moment(at: instant ?? device.os.now)
    steps[index].failure = StepFailure(
      expected: first.expected, found: first.found, instant: moment.instant,
      wallMilliseconds: moment.wallMilliseconds,
      day: device.os.zone.date(at: moment.wallMilliseconds).text,
      zone: device.os.zone.identifier,
      lastRecords: hidesRecords ? [] : lastRecords(of: step, mismatch, before: moment.next),
      place: first.place, excerpt: first.excerpt, others: step.isRedacted ? [] : all,
      hint: hint(for: mismatch, of: step))
  }

  /// A moment of the run: its instant, the wall clock then, and the first record after it.
  private struct Moment {
    let instant: SimulationInstant
    let wallMilliseconds: Int64
    let next: UInt64
  }

  /// The moment of an instant; the wall clock is that of the last record until then.
  private func moment(at instant: SimulationInstant) -> Moment {
    let (trace, now) = (device.os.trace, device.os.now)
    guard instant < now else {
      return Moment(
        instant: now, wallMilliseconds: device.os.wallMilliseconds, next: trace.nextSequence)
    }
    // The first record that is later; records are in the order of their instants.
    var (low, high) = (trace.oldestSequence, trace.nextSequence)
    while low < high {
      let middle = low + (high - low) / 2
      if let record = trace.record(middle), record.instant <= instant {
        low = middle + 1
      } else {
        high = middle
      }
    }
    let passed = now.milliseconds - instant.milliseconds
    let last = low > 0 ? trace.record(low - 1) : nil
    let wallMilliseconds = last.map {
      $0.wallMilliseconds + instant.milliseconds - $0.instant.milliseconds
    }
    return Moment(
      instant: instant, wallMilliseconds: wallMilliseconds ?? device.os.wallMilliseconds - passed,
      next: low)
  }

  /// What may have been forgotten; removals in flight explain only what is pending.
  private func hint(for mismatch: Mismatch, of step: Step) -> String? {
    if let hint = mismatch.rejection?.kind.failureHint { return hint }
    if let hint = mismatch.refusal.flatMap({ device.hint(for: $0, of: step) }) { return hint }
    let keys = Set(([mismatch] + mismatch.others).map(\.path.parts.first))
    let isAboutRequests = keys.contains(.key(ExpectationKey.pending.rawValue))
    if device.activities.first == .removal, !isAboutRequests { return nil }
    if let hint = device.failureHint { return hint }
    guard !step.isRedacted else { return nil }
    return device.timeHint(
      step.action.expectations.filter { keys.contains(.key($0.key.rawValue)) })
  }

  mutating func abort(_ index: Int, _ expected: String, _ found: String) {
    abortion = "\(expected), \(found)"
    fail(index, Mismatch(expected, found))
  }

  /// A mismatch with its place and what is written there; of a redacted step only the step's place.
  private mutating func located(_ mismatch: Mismatch, in step: Step) -> StepFailure.Other {
    if step.isRedacted {
      let hidden = SecretTexts.placeholder
      return StepFailure.Other(expected: hidden, found: hidden, place: step.place)
    }
    let place = step.source?.place(ofExpectation: mismatch.path) ?? step.place
    return StepFailure.Other(
      expected: mismatch.expected, found: mismatch.found, place: place,
      excerpt: sourceLines.excerpt(step.file ?? scenario.path, place, hiding: secrets))
  }

  // MARK: Records

  /// How many records are shown, and how many are looked at.
  private static var recordsMax: Int { 10 }
  private static var recordsLookedAtMax: UInt64 { 1_000 }

  /// The last records from which something can be learnt about what was expected, oldest first.
  ///
  /// What became of a notification is left out where another one was expected. What is added to
  /// the window and removed from it is left out where nobody asked for it: it would be all that is
  /// seen.
  private func lastRecords(
    of step: Step, _ mismatch: Mismatch, before next: UInt64
  ) -> [String] {
    let keys = Set(([mismatch] + mismatch.others).map(\.path.parts.first))
    var names = Set(
      step.action.expectations.filter { keys.contains(.key($0.key.rawValue)) }
        .flatMap(\.namedSchedules))
    let isAboutRequests = keys.contains(.key(ExpectationKey.pending.rawValue))
    let trace = device.os.trace
    let lookedAt = ScenarioRunner.recordsLookedAtMax
    // The first record repeats the file's header.
    var sequence = next
    let end = max(1, trace.oldestSequence, next < lookedAt ? 1 : next - lookedAt)
    if !names.isEmpty {
      // A name that the phone does not know selects nothing.
      names.formIntersection(
        trace.records(from: end).prefix { $0.sequence < next }
          .compactMap { RecordFields($0.payload).scheduleName })
    }
    var shown: [(record: Record<DeviceRecord>, count: Int)] = []
    while sequence > end {
      sequence -= 1
      guard let record = trace.record(sequence),
        record.payload.isTelling(of: names, ofRequests: isAboutRequests)
      else { continue }
      if let last = shown.last?.record, last.payload.isOfOneAct(with: record.payload),
        last.wallMilliseconds == record.wallMilliseconds
      {
        shown[shown.count - 1].count += 1
        continue
      }
      guard shown.count < ScenarioRunner.recordsMax else { break }
      shown.append((record, 1))
    }
    return shown.reversed().map { record, count in
      RecordText.line(record, zone: device.os.zone) + (count > 1 ? " (the last of \(count))" : "")
    }
  }
}

extension YAMLNode {
  /// Where a part of what a step expects is written.
  fileprivate func place(ofExpectation path: YAMLPath) -> SourcePlace {
    guard case .mapping(let entries) = content,
      let entry = entries.first(where: { $0.key == "expect" || $0.key == "expectNever" })
    else { return place(of: path) }
    return place(of: YAMLPath([.key(entry.key)] + path.parts))
  }
}

extension Device {
  /// What a scenario that failed now may have forgotten; nil where nothing is in flight.
  fileprivate var failureHint: String? {
    switch activities.first {
    case .dialog:
      "the \(os.dialog?.name ?? "dialog") is up: add a step '- answer: allow' or '- answer: deny'"
    case .call: "a call has no reply yet: add a step '- runUntilIdle' before this one"
    case .fetch: "a fetch is under way: add a step '- runUntilIdle' before this one"
    case .task: "a task is running: add a step '- runUntilIdle' before this one"
    case .removal: "requests are being removed: add a step '- runUntilIdle' before this one"
    case nil: nil
    }
  }

  /// What a scenario whose command was refused may lack, or need not do; nil where none is known.
  fileprivate func hint(for refusal: CommandRefusal, of step: Step) -> String? {
    switch refusal {
    case .appNotRunning:
      step.action.endsApp
        ? "the app is not running, so there is nothing to end: leave this step out"
        : "the app is not running: add a step '- device: launch' before this one"
    case .appSuspended:
      "the app is suspended: add a step '- device: foreground' before this one"
    case .phoneOff: "the phone is off: add a step '- device: powerOn' before this one"
    case .phoneLocked, .beforeFirstUnlock:
      "the phone is locked: add a step '- device: unlock' before this one"
    case .noDialog: dialogHint
    case .dialogIsUp:
      "the permission dialog is up: add a step '- answer: allow' or '- answer: deny' before this "
        + "one"
    case .appAlreadyRunning: alreadyRunningHint
    case .appNotInBackground, .appNotOnScreen, .noSuchNotification, .noSuchAction,
      .nothingDelivered, .noContent, .noSuchFetch, .unavailableOnSimulator, .noPendingTask,
      .noHandler, .noRunningTask, .taskOfPlugin, .clockOutOfRange, .phoneIsOn, .phoneNotLocked,
      .androidOnly, .iosOnly, .noExactAlarmSetting, .noHibernation, .noPermissionSetting,
      .noSuchChannel,
      .noHostFetcher, .eventStorm:
      nil
    }
  }

  /// What brings an app to the front that runs; nothing where it is there.
  private var alreadyRunningHint: String? {
    switch os.process.state {
    case .background:
      "the app is in the background: use '- device: foreground' instead of this step"
    case .suspended: "the app is suspended: use '- device: foreground' instead of this step"
    case .launching, .foreground, .inactive: "the app is in front already: leave this step out"
    case .notRunning, .terminatedBySystem, .forceQuit: nil
    }
  }

  /// Why no dialog is up: nobody has requested the permission, or it is decided.
  private var dialogHint: String {
    switch os.authorizationMachine.status {
    case .notDetermined:
      "no dialog is up: add a step '- press: Request Permissions' before this one"
    case .denied, .authorized, .provisional, .ephemeral:
      "no dialog is up, since the permission is decided already: leave this step out"
    }
  }
}

extension Step.Action {
  /// Whether it does nothing but end the app's process.
  fileprivate var endsApp: Bool {
    switch self {
    case .perform(let command, _): command == .swipeAway || command == .systemTerminate
    case .press, .advance, .expect, .expectNever, .checkpoint, .late: false
    }
  }
}

extension Rejection.Kind {
  /// The step that a scenario may lack whose call was rejected; nil where no setting helps.
  fileprivate var failureHint: String? {
    switch self {
    case .notificationsDenied:
      "notifications are not allowed: add a step '- device: {setPermission: granted}' before "
        + "this one"
    case .exactAlarmPermissionRequired:
      "exact alarms are not allowed: add a step '- device: {setExactAlarm: granted}' before "
        + "this one"
    case .backgroundRefreshDisabled:
      "Background App Refresh is off: add a step '- device: {setBackgroundRefresh: available}' "
        + "before this one"
    case .channelDisabled, .invalidTimeFormat, .invalidTimezone, .invalidCronExpression,
      .notConfigured, .reminderNotFound, .taskSchedulingFailed, .missingParameter,
      .invalidParameter, .schedulingFailed, .pendingLimitExceeded, .storageFailed,
      .authenticationFailed, .unimplemented, .unavailable:
      nil
    }
  }
}

extension DeviceRecord {
  /// Whether both are of one kind of which one act writes dozens: the requests of a window.
  fileprivate func isOfOneAct(with other: DeviceRecord) -> Bool {
    recordKind == other.recordKind && recordKind.isOfRequest
  }

  /// Whether something can be learnt from it: it does something, or the plugin logged it.
  ///
  /// - Parameter names: The schedules in question; none for all of them.
  fileprivate func isTelling(of names: Set<String>, ofRequests isAboutRequests: Bool) -> Bool {
    // What was done to the phone, also from outside.
    if case .command = self { return true }
    let schedule = names.isEmpty ? nil : RecordFields(self).scheduleName
    if let schedule, !names.contains(schedule) { return false }
    if RecordKind.notShown.contains(recordKind) { return true }
    if recordKind.isOfRequest { return isAboutRequests || schedule != nil }
    return recordKind.isTelling || logMessage.map { $0.level > .debug } ?? false
  }
}
