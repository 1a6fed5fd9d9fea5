public import SimulationCore

/// The app's process as the system sees it, and what goes with it when it ends.
///
/// Source: Apple, "Managing your app's life cycle"; refresh tasks after a force-quit: Apple
/// Developer Forums 793189 and 119758 (see `docs/platform.md`).
/// Not modelled: scenes, the time that launching takes.
public struct ProcessMachine: Hashable, Sendable {
  /// Where the process stands.
  public enum State: String, Hashable, Sendable, CaseIterable {
    case notRunning
    case launching
    case foreground
    case inactive
    case background
    case suspended
    case terminatedBySystem
    case forceQuit

    /// Whether app memory exists.
    public var isAlive: Bool {
      switch self {
      case .notRunning, .terminatedBySystem, .forceQuit: false
      case .launching, .foreground, .inactive, .background, .suspended: true
      }
    }

    /// Whether the app is on the screen, with or without a system dialog in front of it.
    public var isOnScreen: Bool { self == .foreground || self == .inactive }

    /// Whether the app's code can run now.
    public var canRunCode: Bool { isAlive && self != .suspended }
  }

  /// How a process ended.
  enum Ending: Hashable {
    case system
    case forceQuit
    case crash
    /// The phone went down under it.
    case reboot
    /// Another version took its place, or the app was removed.
    case update
    /// A person took it out of the app switcher, and no more than the process ends.
    case swipe
  }

  /// Where the process stands.
  public private(set) var state = State.notRunning
  /// Whether a person force-quit the app and has not opened it since.
  public private(set) var wasForceQuit = false
  /// When the process began; nil while there is none.
  public private(set) var start: SimulationInstant?
  /// Whether the app was on the screen when the phone was locked, and has not come back.
  private var isBehindLock = false
  /// The event that will suspend it.
  private var suspension: EventToken?
  /// Why the system ends the process as soon as its code returns; nil while there is no reason.
  private var crash: String?

  /// Time since the process began, in milliseconds; nil while there is none.
  public func uptime(at instant: SimulationInstant) -> Int64? {
    start.map { instant.milliseconds - $0.milliseconds }
  }

  /// A launch begins; false when the process is alive.
  mutating func beginLaunch(at instant: SimulationInstant) -> Bool {
    guard !state.isAlive else { return false }
    state = .launching
    start = instant
    return true
  }

  mutating func finishLaunch(isOnScreen: Bool) {
    guard state == .launching else { return }
    state = isOnScreen ? .foreground : .background
    if isOnScreen { wasForceQuit = false }
  }

  /// Comes to the screen from background or suspension; false when that is not where it is.
  mutating func foreground() -> Bool {
    guard state == .background || state == .suspended else { return false }
    state = .foreground
    wasForceQuit = false
    return true
  }

  /// Leaves the screen; false when it is not there.
  mutating func background() -> Bool {
    guard state.isOnScreen else { return false }
    state = .background
    return true
  }

  /// The system stops running its code; false when it is not in the background.
  mutating func suspend() -> Bool {
    guard state == .background else { return false }
    state = .suspended
    return true
  }

  /// The system lets its code run in the background, for a task.
  mutating func wake() {
    if state == .suspended { state = .background }
  }

  /// A system dialog covers the app, or goes away.
  mutating func cover(_ isCovered: Bool) {
    if isCovered, state == .foreground { state = .inactive }
    if !isCovered, state == .inactive { state = .foreground }
  }

  /// The process ends; false when there is none.
  mutating func end(_ ending: Ending) -> Bool {
    guard state.isAlive else { return false }
    start = nil
    isBehindLock = false
    crash = nil
    if ending == .forceQuit { wasForceQuit = true }
    state =
      switch ending {
      case .system: .terminatedBySystem
      case .forceQuit: .forceQuit
      case .crash, .reboot, .update, .swipe: .notRunning
      }
    return true
  }

  /// A person stops an app whose process has ended already; false where one is alive, or the app
  /// was stopped before.
  mutating func stopByForce() -> Bool {
    guard !state.isAlive, state != .forceQuit else { return false }
    wasForceQuit = true
    state = .forceQuit
    return true
  }

  /// Forgets how the last process ended; false when one is alive or nothing is to be forgotten.
  mutating func forgetEnding() -> Bool {
    wasForceQuit = false
    guard !state.isAlive, state != .notRunning else { return false }
    state = .notRunning
    return true
  }

  // MARK: The lock screen

  /// The screen was locked in front of the app.
  mutating func hideBehindLock() { isBehindLock = state.isAlive }

  /// The screen was unlocked: whether the app comes back to it.
  mutating func returnsFromLock() -> Bool {
    defer { isBehindLock = false }
    return isBehindLock
  }

  // MARK: Suspension

  /// Remembers the event that will suspend it.
  mutating func attach(suspension token: EventToken) { suspension = token }

  /// Gives up the event that would suspend it, for the caller to cancel; nil when there is none.
  mutating func takeSuspension() -> EventToken? {
    defer { suspension = nil }
    return suspension
  }

  // MARK: Crashes

  /// Whether its code has done what crashes an app.
  var isCrashing: Bool { crash != nil }

  /// Its code did what crashes an app; the first reason counts.
  mutating func crash(_ reason: String) { crash = crash ?? reason }

  /// Why it crashes, once; nil when it does not.
  mutating func takeCrash() -> String? {
    defer { crash = nil }
    return crash
  }

  /// Whether the system may launch the app for a refresh task.
  var allowsTaskLaunch: Bool { !wasForceQuit && !state.isOnScreen }
}
