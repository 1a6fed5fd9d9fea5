import DailyNotification
import DeviceModel
import History
import SimulationCore

extension RunTimeline {
  /// The marks of a history that the chart shows.
  init(_ history: PhoneHistory) {
    self.init()
    let platform = history.context.platform
    let marks = history.marks
    for mark in marks.kept {
      guard let event = TimelineMark.Event(mark.event, on: platform) else { continue }
      append(
        TimelineMark(
          instant: mark.instant, wallMilliseconds: mark.point.wallMilliseconds, event: event))
    }
  }
}

extension TimelineMark.Event {
  /// What the chart shows of an event; nil where that is nothing.
  fileprivate init?(_ event: PhoneEvent, on platform: DevicePlatform) {
    switch event {
    case .power(let state): self = .phone(state.life)
    case .rebooted: self = .rebooted
    case .clockSet(let milliseconds): self = .clockSet(byMilliseconds: milliseconds)
    case .zoneSet(let zone): self = .zoneSet(zone)
    case .app(let state): self = .app(state.life, word: state.word(on: platform))
    case .armed(let id, let time): self = .planned(id: id, at: time)
    case .withdrawn(let id), .alarmLost(let id, _): self = .withdrawn(id: id)
    case .shown(let showing):
      self = .delivered(
        id: showing.identifier, planned: showing.recorded, source: showing.source.rawValue)
    case .notShown(let id, _, _, let reason): self = .notDelivered(id: id, reason: reason.rawValue)
    case .missed(let missed): self = .missed(id: missed.id, planned: missed.plannedTime)
    case .tapped(let id): self = .tapped(id: id)
    case .taskSubmitted(let id, let begin): self = .taskSubmitted(id: id, begin: begin)
    case .taskRefused(let id): self = .taskRefused(id: id)
    case .taskCancelled(let id): self = .taskCancelled(id: id)
    case .taskLaunched(let number, let id, let begin):
      self = .taskLaunched(number: number, id: id, begin: begin)
    case .taskEnded(let number, _, let end): self = .taskEnded(number: number, end.told)
    case .taskMissed: self = .taskMissed
    case .fetchStarted(let number): self = .fetchStarted(number: number)
    case .fetchEnded(let number, let status, let outcome):
      self = .fetchEnded(number: number, status: status, word: outcome.rawValue)
    case .fetchCancelled(let number):
      self = .fetchEnded(number: number, status: nil, word: "cancelled")
    case .recovered(let scenario, let missed, let verified, let rescheduled):
      self = .recovered(
        TimelineMark.Recovery(
          scenario: scenario.rawValue, missed: missed, verified: verified,
          rescheduled: rescheduled))
    case .networkSet, .dozeChanged, .crashed, .reinstalled, .restored, .dialogShown,
      .dialogDismissed,
      .permissionSet, .exactAlarmsSet, .channelSet, .channelDeleted, .bucketSet,
      .permissionReset, .hibernationSet,
      .exemptionDialogShown, .exemptionDialogDismissed, .exemptionSet, .exemptionRefused,
      .restrictionSet, .skipSet,
      .prefetched, .prefetchFailed:
      return nil
    }
  }
}

extension PhoneEvent.TaskEnd {
  /// The end as the chart shows it.
  fileprivate var told: TimelineMark.TaskEnd {
    switch self {
    case .succeeded: .succeeded
    case .failed: .failed
    case .expired, .stopped: .expired
    case .lost: .lost
    }
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
