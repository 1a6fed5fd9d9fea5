import DailyNotification
import SimulationCore

extension OperatingSystem {
  /// How late after its begin date a task may run, in milliseconds; nil for never.
  ///
  /// Source: Apple, "Starting and terminating tasks during development" (the delay can be many
  /// hours). The shares of the heavy tail, and that it ends after seven days, are assumptions.
  mutating func drawLateness() -> Int64? {
    switch configuration.knobs.taskLateness {
    case .fixed: return 0
    case .never: return nil
    case .heavyTail:
      let share = latenessStream.below(1000)
      let minute: Int64 = 60_000
      let day = 1440 * minute
      switch share {
      case 0..<600: return latenessStream.integer(in: 0...minute)
      case 600..<850: return latenessStream.integer(in: minute...(10 * minute))
      case 850..<950: return latenessStream.integer(in: (10 * minute)...(60 * minute))
      case 950..<980: return latenessStream.integer(in: (60 * minute)...(360 * minute))
      case 980..<990: return latenessStream.integer(in: (360 * minute)...day)
      default: return latenessStream.integer(in: day...(7 * day))
      }
    }
  }

  /// Looks at whether the app is used.
  mutating func followUse() {
    let isInUse = process.state.isOnScreen
    if isInUse != parts.ios.isInUse { parts.ios.useChanged(isInUse: isInUse, at: now) }
  }

  /// How much later a task runs because the app is not used, in milliseconds (knob
  /// `refreshDisuse`).
  ///
  /// Source: Apple, WWDC 2020 session 10063, "Background execution demystified": how often the app
  /// is used decides how often it is refreshed. That it is an hour for each day, and a day at most,
  /// is assumed.
  func disuseLateness(of identifier: String) -> Int64 {
    guard TaskSchedulerMachine.Kind(of: identifier) == .refresh, !parts.ios.isInUse else {
      return 0
    }
    switch configuration.knobs.refreshDisuse {
    case .none: return 0
    case .hourADay:
      let unused = now.milliseconds - parts.ios.lastUse.milliseconds
      return min(unused / 86_400_000, 24) * 3_600_000
    }
  }

  /// Whether the system lets a task run now.
  ///
  /// Source: Apple Developer Forums 793189 for processing tasks after a force-quit, seen from iOS
  /// 18.3 on; 119758 says the opposite (knob `forceQuitProcessing`). That nothing runs before the
  /// first unlock is assumed; that Low Power Mode holds processing tasks too.
  func allowsTask(_ identifier: String) -> Bool {
    guard power.hasBeenUnlocked, backgroundRefresh == .available, !isPowerSavingOn else {
      return false
    }
    return process.allowsTaskLaunch
      || !process.state.isOnScreen && runsAfterForceQuit(identifier)
  }

  private func runsAfterForceQuit(_ identifier: String) -> Bool {
    TaskSchedulerMachine.Kind(of: identifier) == .processing
      && configuration.knobs.forceQuitProcessing == .byVersion
      && configuration.isVersion(atLeast: [18, 3])
  }

  /// The first task that would run and whose conditions hold.
  var runnableTask: String? {
    for index in scheduler.pending.indices
    where scheduler.pending[index].isReady && allowsTask(scheduler.pending[index].identifier) {
      return scheduler.pending[index].identifier
    }
    return nil
  }
}
