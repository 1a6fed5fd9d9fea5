import CivilTime
import DailyNotification
import DeviceModel
import SimulationCore

/// Makes marks of records as they arrive; no text is rendered.
struct TimelineRecorder: Sendable {
  private(set) var timeline = RunTimeline()
  private var zone: Zone?
  /// What the wall clock read at the beginning of the run, as it is set now.
  private var epochMilliseconds: Int64?

  /// Notes what changes without a record of its own: zone and clock.
  mutating func look(_ device: borrowing Device) {
    let now = device.os.now
    let wall = device.os.wallMilliseconds
    let epoch = wall - now.milliseconds
    if let before = epochMilliseconds, before != epoch {
      add(.clockSet(byMilliseconds: epoch - before), now, wall)
    }
    epochMilliseconds = epoch
    let current = device.os.zone
    if let zone, zone != current { add(.zoneSet(current), now, wall) }
    zone = current
  }

  /// Notes a record, if the picture shows it.
  mutating func take(_ record: Record<DeviceRecord>) {
    guard let event = event(record) else { return }
    add(event, record.instant, record.wallMilliseconds)
  }

  private mutating func add(
    _ event: TimelineMark.Event, _ instant: SimulationInstant, _ wallMilliseconds: Int64
  ) {
    timeline.append(
      TimelineMark(instant: instant, wallMilliseconds: wallMilliseconds, event: event))
  }

  private func event(_ record: Record<DeviceRecord>) -> TimelineMark.Event? {
    switch record.payload {
    case .process(let state): .app(state.life, word: state.rawValue)
    case .phone(let state): .phone(state.life)
    case .command(.reboot): .rebooted
    case .log(let message): TimelineRecorder.event(message)
    case .requestAdded(let id, let trigger, _), .requestReaimed(let id, let trigger):
      .planned(id: id, at: trigger)
    case .requestDropped(let id, _), .requestEvicted(let id), .requestRemoved(let id):
      .withdrawn(id: id)
    case .delivered(let notification, let occurrence):
      .delivered(
        id: notification.request.identifier, planned: occurrence,
        source: notification.request.content.info.source.rawValue)
    case .notDelivered(let id, let reason): .notDelivered(id: id, reason: reason.rawValue)
    case .tapped(let id): .tapped(id: id)
    default: TimelineRecorder.taskEvent(record.payload)
    }
  }

  private static func taskEvent(_ payload: DeviceRecord) -> TimelineMark.Event? {
    switch payload {
    case .taskSubmitted(let id, let date, _): .taskAsked(id: id, begin: date)
    case .taskRefused(let id, _): .taskRefused(id: id)
    case .taskCancelled(let id): .taskCancelled(id: id)
    case .taskLaunched(let task):
      .taskLaunched(number: task.number, id: task.identifier, begin: task.earliestBeginDate)
    case .taskExpired(let task): .taskEnded(number: task.number, .expired)
    case .taskLost(let task): .taskEnded(number: task.number, .lost)
    case .taskCompleted(let task, let isSuccess):
      .taskEnded(number: task.number, isSuccess ? .succeeded : .failed)
    case .fetchStarted(let number, _): .fetchStarted(number: number)
    case .fetchCancelled(let number):
      .fetchEnded(number: number, status: nil, word: "cancelled")
    case .fetchEnded(let number, let result):
      .fetchEnded(number: number, status: result.status, word: result.outcome.rawValue)
    default: nil
    }
  }

  private static func event(_ message: LogMessage) -> TimelineMark.Event? {
    switch message {
    case .taskMissed: .taskMissed
    case .notificationMissed(let id, let time): .missed(id: id, planned: time)
    case .recovered(let scenario, let missed, let verified, let rescheduled):
      .recovered(
        TimelineMark.Recovery(
          scenario: scenario.rawValue, missed: missed, verified: verified,
          rescheduled: rescheduled))
    default: nil
    }
  }
}

extension ProcessMachine.State {
  fileprivate var life: TimelineMark.AppLife {
    switch self {
    case .launching, .foreground, .inactive: .foreground
    case .background: .background
    case .suspended: .suspended
    case .notRunning, .terminatedBySystem, .forceQuit: .dead
    }
  }
}

extension PowerMachine.State {
  fileprivate var life: TimelineMark.PhoneLife {
    switch self {
    case .off: .off
    case .beforeFirstUnlock, .locked: .locked
    case .unlocked: .unlocked
    }
  }
}
