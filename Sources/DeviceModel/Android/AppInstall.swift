import DailyNotification

/// How the app stands with the system: stopped or hibernating, exempt, restricted.
///
/// Source: Android, FLAG_STOPPED and FLAG_INCLUDE_STOPPED_PACKAGES: no alarm, broadcast or job
/// reaches a stopped app; a new install and a force-stop stop it, opening it ends that. AOSP,
/// AppHibernationService: hibernating stops it as well.
/// Not modelled: activities and services of other apps that start it.
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
  /// Why the broadcasts of a boot are on their way without one; nil where they are not.
  private(set) var bootlessReason: BootlessReason?
  /// The dialog that asks the person for the exemption.
  private(set) var exemptionDialog = ExemptionDialog.none
  /// Whether the system has stopped it because it is unused.
  public private(set) var isHibernating = false
  /// Whether it came with a backup, and nobody has opened it since.
  public private(set) var isRestored = false
  /// Whether the app's process was started out of hibernation.
  private(set) var hasLeftHibernation = false
  /// Whether the boot's broadcasts have been sent since the phone was started.
  public private(set) var isBootCompleted = true

  /// A person opens it; true when that ends the stopped state that a force-stop began.
  mutating func opened() -> Bool {
    defer { (isStopped, isNew, isHibernating, isRestored) = (false, false, false, false) }
    hasLeftStop = isStopped && !isNew
    hasLeftHibernation = isHibernating
    return hasLeftStop
  }

  /// The system lets it hibernate, or no longer; false where nothing changes.
  mutating func setHibernating(_ isHibernating: Bool) -> Bool {
    defer { self.isHibernating = isHibernating }
    return isHibernating != self.isHibernating
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
  mutating func processDied() { (hasLeftStop, hasLeftHibernation) = (false, false) }

  /// The broadcasts of a boot are sent without one, unless those of a boot are still to come.
  mutating func sendBootWithoutRestart(_ reason: BootlessReason) {
    bootlessReason = isBootCompleted ? reason : nil
  }

  /// A broadcast is delivered; why without a boot where it is one of those.
  ///
  /// BOOT_COMPLETED is the last of them.
  mutating func takeBootlessReason(_ broadcast: Broadcast) -> BootlessReason? {
    switch broadcast {
    case .lockedBootCompleted: return bootlessReason
    case .bootCompleted:
      defer { bootlessReason = nil }
      return bootlessReason
    case .timeSet, .timezoneChanged, .packageReplaced, .exactAlarmPermissionChanged: return nil
    }
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

  /// The phone starts; BOOT_COMPLETED comes after the first unlock.
  mutating func booting() {
    (isBootCompleted, isBootWaiting, bootlessReason) = (false, false, nil)
  }

  /// BOOT_COMPLETED has been sent.
  mutating func bootCompleted() { isBootCompleted = true }

  /// The app was installed with a backup, after `reinstalled`.
  mutating func restored() { isRestored = true }

  /// The app was removed and installed again.
  mutating func reinstalled() {
    isStopped = true
    isNew = true
    isBatteryExempt = false
    isRestricted = false
    isHibernating = false
    isRestored = false
    exemptionDialog = .none
  }
}
