import CivilTime
import DailyNotification

extension Device {
  /// Sets the wall clock forward or back by a length.
  mutating func warpClock(by milliseconds: Int64) {
    settleRemovals()
    os.clocks.warp(byMilliseconds: milliseconds)
    switch os.parts {
    case .ios:
      os.reaimTriggers(after: .warp(milliseconds: milliseconds))
      os.reaimSummary(after: .warp(milliseconds: milliseconds))
      os.reaimTasks()
      tellTimeChange()
    case .android: clockWasSet(by: milliseconds)
    }
  }

  /// Puts the phone into another zone; the same one changes nothing.
  mutating func setZone(_ zone: Zone) {
    let earlier = os.zone
    if zone != earlier { settleRemovals() }
    guard os.clocks.move(to: zone) else { return }
    switch os.parts {
    case .ios:
      os.reaimTriggers(after: .zone(from: earlier))
      os.reaimSummary(after: .zone(from: earlier))
      tellTimeChange()
    case .android: deliver(.timezoneChanged)
    }
  }

  /// Moves the offset of the phone's zone an hour on, or takes that back.
  mutating func shiftZone() {
    setZone(os.zone.unshifted ?? os.zone.shifted)
  }

  /// Tells the app, if its code can run; a suspended one sees the clock when it resumes.
  ///
  /// Source: Apple, UIApplication.significantTimeChangeNotification.
  private mutating func tellTimeChange() {
    guard os.process.state.canRunCode else { return }
    enter(.timeChanged)
  }
}

/// What has happened to the clocks.
enum ClockChange {
  case warp(milliseconds: Int64)
  case zone(from: Zone)
}
