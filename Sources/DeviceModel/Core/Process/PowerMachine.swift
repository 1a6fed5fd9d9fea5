public import DailyNotification

/// Power, battery and lock of the phone.
///
/// Source: Apple, "Encrypting Your App's Files": an app's data can be read from the first unlock
/// after a start on, and stays readable while the phone is locked again.
/// Not modelled: the time that starting and shutting down take, a battery that runs empty.
public struct PowerMachine: Hashable, Sendable {
  /// Where the phone stands.
  public enum State: String, Hashable, Sendable, CaseIterable {
    case off
    /// On and locked, not unlocked since it was started.
    case beforeFirstUnlock
    /// On and locked, unlocked before.
    case locked
    case unlocked
  }

  /// Where the phone stands.
  public private(set) var state = State.unlocked
  /// The battery.
  public private(set) var battery = BatteryState(level: 80, isCharging: false)
  /// Whether Low Power Mode is on.
  public private(set) var isPowerSavingOn = false

  /// Whether the phone is switched on.
  public var isPoweredOn: Bool { state != .off }

  /// Whether the screen is locked; a phone that is off is not.
  public var isLocked: Bool { state == .locked || state == .beforeFirstUnlock }

  /// Whether it has been unlocked since it was started.
  public var hasBeenUnlocked: Bool { state == .locked || state == .unlocked }

  /// Charges or drains the battery.
  mutating func set(_ battery: BatteryState) { self.battery = battery }

  /// Turns Low Power Mode on or off.
  mutating func setPowerSaving(_ isOn: Bool) { isPowerSavingOn = isOn }

  /// Locks the screen; false when it is locked or off.
  mutating func lock() -> Bool {
    guard state == .unlocked else { return false }
    state = .locked
    return true
  }

  /// Unlocks the screen; false when it is unlocked or off.
  mutating func unlock() -> Bool {
    guard isLocked else { return false }
    state = .unlocked
    return true
  }

  /// Switches the phone off; false when it is off.
  mutating func powerOff() -> Bool {
    guard isPoweredOn else { return false }
    state = .off
    return true
  }

  /// Starts the phone, from whatever state; without a code to ask for it is unlocked at once.
  mutating func boot(isLocked: Bool) {
    state = isLocked ? .beforeFirstUnlock : .unlocked
  }
}
