import CivilTime
import DailyNotification
import DeviceModel
import Session
import SimulationCore

/// Makes marks from records as they are written; nothing is rendered here.
struct TimelineRecorder: SessionObserver {
  private(set) var timeline = RunTimeline()
  private var zone: Zone?
  private var platform = DevicePlatform.ios
  /// The wall time at the beginning of the run, by the clock as it is set now.
  private var epochMilliseconds: Int64?

  /// Marks changes without a record of their own: zone and clock.
  mutating func eventHappened(on device: Device) {
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

  /// Marks a record, if the chart shows it.
  mutating func recordWritten(_ record: Record<DeviceRecord>) {
    if case .command(.began(let configuration)) = record.payload {
      platform = configuration.platform
    }
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
    case .command(.performed(.reboot)): .rebooted
    case .plugin(.log(let message)): TimelineRecorder.event(message)
    case .power(.changed(let state)): .phone(state.life)
    // What follows at once says whether it comes to the screen.
    case .process(.changed(.launching)): nil
    case .process(.changed(let state)): .app(state.life, word: state.word(on: platform))
    case .request(.added(let id, let trigger, _, .plugin)), .request(.moved(let id, let trigger)):
      .planned(id: id, at: trigger)
    case .request(.dropped(let id, _, .plugin)), .request(.evicted(let id, _)),
      .request(.removed(let id, _)):
      .withdrawn(id: id)
    // What other code shows is nothing that the plugin planned.
    case .notification(.delivered(let shown)) where shown.content.info.purpose == .foreign: nil
    case .notification(.delivered(let shown)):
      .delivered(
        id: shown.identifier, planned: shown.occurrence,
        source: shown.content.info.source.rawValue)
    case .notification(.notDelivered(let item)) where item.content.owner == .plugin:
      .notDelivered(id: item.identifier, reason: item.reason.rawValue)
    case .notification(.tapped(let id, _)): .tapped(id: id)
    case .task(.submitted(let id, let date, _, .plugin)): .taskSubmitted(id: id, begin: date)
    case .task(.refused(let id, _, .plugin)): .taskRefused(id: id)
    case .task(.cancelled(let id, _)): .taskCancelled(id: id)
    case .task(.launched(let task)):
      .taskLaunched(number: task.number, id: task.identifier, begin: task.beginDate)
    case .task(.expired(let task)): .taskEnded(number: task.number, .expired)
    case .task(.lost(let task)): .taskEnded(number: task.number, .lost)
    case .task(.completed(let task, let isSuccess)):
      .taskEnded(number: task.number, isSuccess ? .succeeded : .failed)
    case .fetch(.started(let number, _)): .fetchStarted(number: number)
    case .fetch(.cancelled(let number)):
      .fetchEnded(number: number, status: nil, word: "cancelled")
    case .fetch(.ended(let number, let result)):
      .fetchEnded(number: number, status: result.status, word: result.outcome.rawValue)
    case .android(.alarmSet(let alarm, _, _)) where alarm.payload.owner == .other: nil
    case .android(.alarmSet(let alarm, _, _)): .planned(id: alarm.identifier, at: alarm.time)
    case .android(.alarmCancelled(let id, .plugin)), .android(.alarmLost(let id, _, .plugin)):
      .withdrawn(id: id)
    case .android(.workStopped(let task, _)): .taskEnded(number: task.number, .expired)
    case .request, .notification(.notDelivered), .notification(.dismissed), .task(.submitted),
      .task(.refused),
      .task(.handlerRegistered), .task(.completedTwice), .command, .plugin, .power, .process,
      .authorization, .storage, .android:
      nil
    }
  }

  /// The three log lines that the chart shows.
  private static func event(_ message: LogMessage) -> TimelineMark.Event? {
    if message.isWorkMissed { return .taskMissed }
    if case .notificationMissed(let missed) = message {
      return .missed(id: missed.id, planned: missed.plannedTime)
    }
    guard case .recovered(let scenario, let missed, let verified, let rescheduled) = message else {
      return nil
    }
    return .recovered(
      TimelineMark.Recovery(
        scenario: scenario.rawValue, missed: missed, verified: verified, rescheduled: rescheduled))
  }
}

extension ProcessMachine.State {
  /// The system's name for the state; a person stops an app of Android by force.
  fileprivate func word(on platform: DevicePlatform) -> String {
    self == .forceQuit && platform == .android ? "forceStopped" : rawValue
  }

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
