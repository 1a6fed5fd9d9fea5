/// How the app stands with the system: stopped or not, exempt, restricted, its standby bucket.
///
/// Source: Android, FLAG_STOPPED and FLAG_INCLUDE_STOPPED_PACKAGES: no alarm, broadcast or job
/// reaches a stopped app; a new install and a force-stop stop it, opening it ends that.
/// Not modelled: activities and services of other apps that start it, hibernation.
public struct AppInstall: Hashable, Sendable {
  /// Where the dialog stands that asks for the exemption from battery optimization.
  enum ExemptionDialog: Hashable {
    case none
    case inFront
    /// The permission dialog came after it.
    case behindPermission
  }

  /// Whether nothing but a person starts it.
  public private(set) var isStopped = true
  /// Whether nobody has opened it since it was installed.
  public private(set) var isNew = true
  /// Whether the person has exempted it from battery optimization.
  public private(set) var isBatteryExempt = false
  /// Whether the person has restricted what it does in the background.
  public private(set) var isRestricted = false
  /// Whether the boot's broadcast waits until the app is started otherwise.
  private(set) var isBootWaiting = false
  /// Whether the app's process was started out of the stopped state that a force-stop began.
  private(set) var hasLeftStop = false
  /// Whether BOOT_COMPLETED is on its way because the app has left the stopped state.
  private(set) var isBootWithoutRestart = false
  /// The dialog that asks the person for the exemption.
  private(set) var exemptionDialog = ExemptionDialog.none
  /// How often the person uses it, as the system sees it.
  public private(set) var bucket = StandbyBucket.active
  /// Whether the boot's broadcasts have been sent since the phone was started.
  public private(set) var isBootCompleted = true

  /// A person opens it; true when that ends the stopped state that a force-stop began.
  ///
  /// It is used, which makes its bucket the active one.
  mutating func opened() -> Bool {
    defer { (isStopped, isNew, bucket) = (false, false, .active) }
    hasLeftStop = isStopped && !isNew
    return hasLeftStop
  }

  /// A person, or the maker's task manager, stops it.
  mutating func stop() { isStopped = true }

  /// Sets the exemption from battery optimization, which ends a restriction.
  mutating func setExempt(_ isExempt: Bool) {
    isBatteryExempt = isExempt
    if isExempt { isRestricted = false }
  }

  /// Sets the restriction in the background, which ends an exemption.
  mutating func setRestricted(_ isRestricted: Bool) {
    self.isRestricted = isRestricted
    if isRestricted { isBatteryExempt = false }
  }

  /// The app's process has ended.
  mutating func processDied() { hasLeftStop = false }

  /// BOOT_COMPLETED is sent to the app without a boot, unless that of a boot is still to come.
  mutating func sendBootWithoutRestart() { isBootWithoutRestart = isBootCompleted }

  /// BOOT_COMPLETED is delivered; true where the phone has not restarted.
  mutating func takeBootWithoutRestart() -> Bool {
    defer { isBootWithoutRestart = false }
    return isBootWithoutRestart
  }

  /// The boot's broadcast waits until the app is started otherwise, or no longer.
  mutating func setBootWaiting(_ isWaiting: Bool) { isBootWaiting = isWaiting }

  /// The dialog that asks for the exemption comes to the front; false when it is there already.
  mutating func showExemptionDialog() -> Bool {
    defer { exemptionDialog = .inFront }
    return exemptionDialog != .inFront
  }

  /// The permission dialog has come up in front of it, or gone.
  mutating func permissionDialogChanged(isShown: Bool) {
    guard exemptionDialog != .none else { return }
    exemptionDialog = isShown ? .behindPermission : .inFront
  }

  /// The dialog that asks for the exemption goes, answered or not, or with the app's process.
  mutating func closeExemptionDialog() { exemptionDialog = .none }

  /// Sets the standby bucket.
  mutating func setBucket(_ bucket: StandbyBucket) { self.bucket = bucket }

  /// The phone starts; BOOT_COMPLETED comes after the first unlock.
  mutating func booting() {
    (isBootCompleted, isBootWaiting, isBootWithoutRestart) = (false, false, false)
  }

  /// BOOT_COMPLETED has been sent.
  mutating func bootCompleted() { isBootCompleted = true }

  /// The app was removed and installed again.
  mutating func reinstalled() {
    isStopped = true
    isNew = true
    isBatteryExempt = false
    isRestricted = false
    exemptionDialog = .none
    bucket = .active
  }
}
