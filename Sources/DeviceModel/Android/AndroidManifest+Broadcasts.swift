public import DailyNotification

extension AndroidManifest {
  /// The action of the intents that alarms carry.
  static let alarmAction = "com.timesafari.daily.NOTIFICATION"

  /// Whether an alarm's intent finds a receiver.
  ///
  /// Source: Android, "Support Direct Boot mode": before the first unlock only a receiver that is
  /// direct-boot aware is found.
  /// Not modelled: components that are switched off at run time.
  public func receivesAlarms(isUnlocked: Bool) -> Bool {
    receives(AndroidManifest.alarmAction, isUnlocked: isUnlocked)
  }

  /// Whether a broadcast finds a receiver of the app; those of the boot need a permission.
  ///
  /// Source: Android, Manifest.permission.RECEIVE_BOOT_COMPLETED and <receiver>.
  /// Not modelled: receivers that code registers, ordered broadcasts.
  public func receives(_ broadcast: Broadcast, isUnlocked: Bool) -> Bool {
    switch broadcast {
    case .bootCompleted, .lockedBootCompleted:
      guard has(.receiveBootCompleted) else { return false }
    case .packageReplaced, .timeSet, .timezoneChanged, .exactAlarmPermissionChanged: break
    }
    return receives(broadcast.action, isUnlocked: isUnlocked)
  }

  private func receives(_ action: String, isUnlocked: Bool) -> Bool {
    receivers.contains { receiver in
      receiver.actions.contains(action) && (isUnlocked || receiver.isDirectBootAware)
    }
  }
}

extension Broadcast {
  /// The action of its intent.
  var action: String {
    switch self {
    case .exactAlarmPermissionChanged: "android.app.action.\(rawValue)"
    case .bootCompleted, .lockedBootCompleted, .packageReplaced, .timeSet, .timezoneChanged:
      "android.intent.action.\(rawValue)"
    }
  }
}
