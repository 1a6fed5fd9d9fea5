import CivilTime
import DailyNotification
import DeviceModel
import SimulationCore

/// Makes marks of records as they come.
struct PhoneMarks: Sendable {
  private(set) var list = KeptList<PhoneMark>()
  private var zone: Zone?
  /// The wall time at the beginning of the run, by the clock as it is set now, in milliseconds
  /// since the Unix epoch.
  private var epochMilliseconds: Int64?

  /// Marks changes without a record of their own: zone and clock.
  mutating func eventHappened(on os: OperatingSystem, last sequence: UInt64) {
    let now = os.now
    let point = TracePoint(sequence: sequence, wallMilliseconds: os.wallMilliseconds)
    let epoch = os.wallMilliseconds - now.milliseconds
    if let before = epochMilliseconds, before != epoch {
      add(.clockSet(byMilliseconds: epoch - before), now, point)
    }
    epochMilliseconds = epoch
    if let zone, zone != os.zone { add(.zoneSet(os.zone), now, point) }
    zone = os.zone
  }

  /// Marks a record, if people want to see it; `showing` is what it showed, if it did.
  mutating func take(_ record: Record<DeviceRecord>, at point: TracePoint, showing: Showing?) {
    guard let event = PhoneEvent(record.payload, showing) else { return }
    add(event, record.instant, point)
  }

  private mutating func add(
    _ event: PhoneEvent, _ instant: SimulationInstant, _ point: TracePoint
  ) {
    list.append(PhoneMark(instant: instant, point: point, event: event))
  }
}

extension KeptList<PhoneMark> {
  /// The place of the first mark of a record, or of one after it; O(log n).
  public func firstPlace(at sequence: UInt64) -> Int {
    var (low, high) = (omittedCount, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle]?.point.sequence ?? 0 < sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension PhoneEvent {
  /// What a record says of the phone; nil where it is nothing for people.
  fileprivate init?(_ payload: DeviceRecord, _ showing: Showing?) {
    switch payload {
    case .command(.performed(let command)):
      guard let event = PhoneEvent(command) else { return nil }
      self = event
    case .plugin(.log(let message)):
      guard let event = PhoneEvent(message) else { return nil }
      self = event
    case .power(.changed(let state)): self = .power(state)
    // What follows at once says whether it comes to the screen.
    case .process(.changed(.launching)): return nil
    case .process(.changed(let state)): self = .app(state)
    case .process(.crashed): self = .crashed
    case .authorization(.dialogShown): self = .dialogShown
    case .authorization(.dialogDismissed): self = .dialogDismissed
    case .authorization(.dialogAnswered(let isAllowed)):
      self = .permissionSet(isAllowed ? .authorized : .denied)
    case .request(.added(let id, let trigger, _, .plugin)), .request(.moved(let id, let trigger)):
      self = .armed(id: id, at: trigger)
    case .request(.dropped(let id, _, .plugin)), .request(.evicted(let id, _)),
      .request(.removed(let id, _)):
      self = .withdrawn(id: id)
    // What other code shows is nothing that the plugin planned.
    case .notification(.delivered):
      guard let showing else { return nil }
      self = .shown(showing)
    case .notification(.notDelivered(let item)) where item.content.owner == .plugin:
      let info = item.content.info
      self = .notShown(id: item.identifier, kind: info.kind, info.purpose, item.reason)
    case .notification(.tapped(let id, _)): self = .tapped(id: id)
    case .task(let record):
      guard let event = PhoneEvent(record) else { return nil }
      self = event
    case .fetch(.started(let number, _)): self = .fetchStarted(number: number)
    case .fetch(.cancelled(let number)): self = .fetchCancelled(number: number)
    case .fetch(.ended(let number, let result)):
      self = .fetchEnded(number: number, status: result.status, result.outcome)
    case .android(let record):
      guard let event = PhoneEvent(record) else { return nil }
      self = event
    case .command, .plugin, .power(.protectedDataAvailable), .authorization(.settingsOpened),
      .request, .notification, .storage:
      return nil
    }
  }

  private init?(_ command: Command) {
    if case .setPermission(let status) = command {
      self = .permissionSet(status)
    } else if case .setNetwork(let condition) = command {
      self = .networkSet(condition)
    } else if case .setBatteryExemption(let isOn) = command {
      self = .exemptionSet(isExempt: isOn)
    } else if case .setBackgroundRestricted(let isOn) = command {
      self = .restrictionSet(isRestricted: isOn)
    } else if case .reboot = command {
      self = .rebooted
    } else if case .reinstall = command {
      self = .reinstalled
    } else if case .restoreBackup = command {
      self = .restored
    } else {
      return nil
    }
  }

  /// The lines of the plugin that tell what nothing else does.
  private init?(_ message: LogMessage) {
    if message.isWorkMissed {
      self = .taskMissed
    } else if case .notificationMissed(let missed) = message {
      self = .missed(missed)
    } else if case .skipRequested(_, let kind, let planned, _) = message {
      self = .skipSet(kind: kind, planned: planned, isSkipped: true)
    } else if case .skipUndone(_, let kind, let planned, _) = message {
      self = .skipSet(kind: kind, planned: planned, isSkipped: false)
    } else if case .prefetchSucceeded(let status, let bytes) = message {
      self = .prefetched(status: status, bytes: bytes)
    } else if case .prefetchFailed(let reason, let status) = message {
      self = .prefetchFailed(reason, status: status)
    } else if case .recovered(let scenario, let missed, let verified, let rescheduled) = message {
      self = .recovered(scenario, missed: missed, verified: verified, rescheduled: rescheduled)
    } else {
      return nil
    }
  }

  private init?(_ record: TaskRecord) {
    switch record {
    case .submitted(let id, let date, _, .plugin): self = .taskSubmitted(id: id, begin: date)
    case .refused(let id, _, .plugin): self = .taskRefused(id: id)
    case .cancelled(let id, _): self = .taskCancelled(id: id)
    case .launched(let task):
      self = .taskLaunched(number: task.number, id: task.identifier, begin: task.beginDate)
    case .expired(let task): self = PhoneEvent(.expired, of: task)
    case .lost(let task): self = PhoneEvent(.lost, of: task)
    case .completed(let task, let isSuccess):
      self = PhoneEvent(isSuccess ? .succeeded : .failed, of: task)
    case .submitted, .refused, .handlerRegistered, .completedTwice: return nil
    }
  }

  private init(_ end: TaskEnd, of task: LaunchedTask) {
    self = .taskEnded(number: task.number, id: task.identifier, end)
  }

  private init?(_ record: AndroidRecord) {
    switch record {
    case .alarmSet(let alarm, _, _):
      guard alarm.payload.owner == .plugin else { return nil }
      self = .armed(id: alarm.identifier, at: alarm.time)
    case .alarmCancelled(let id, .plugin): self = .withdrawn(id: id)
    case .alarmLost(let id, let loss, .plugin): self = .alarmLost(id: id, loss)
    case .workStopped(let task, _): self = PhoneEvent(.stopped, of: task)
    case .channelChanged(let id, let importance): self = .channelSet(id, importance: importance)
    case .channelDeleted(let id): self = .channelDeleted(id)
    case .dozeChanged(let phase, _): self = .dozeChanged(phase)
    case .bucketChanged(let bucket): self = .bucketSet(bucket)
    case .permissionReset: self = .permissionReset
    case .hibernationChanged(let isHibernating):
      self = .hibernationSet(isHibernating: isHibernating)
    case .exactAlarmsChanged(let isGranted): self = .exactAlarmsSet(isGranted: isGranted)
    case .exemptionDialogShown: self = .exemptionDialogShown
    case .exemptionAnswered(isAllowed: true): self = .exemptionSet(isExempt: true)
    case .exemptionAnswered(isAllowed: false): self = .exemptionRefused
    case .exemptionDismissed: self = .exemptionDialogDismissed
    case .alarmCancelled, .alarmLost, .alarmRefused, .alarmHeld, .alarmFired, .broadcast,
      .unreceived, .stoppedChanged, .settingsOpened:
      return nil
    }
  }
}
