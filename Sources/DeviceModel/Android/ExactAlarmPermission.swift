import DailyNotification

/// The permission for exact alarms ("Alarms & reminders").
///
/// Source: Android, "Schedule exact alarms are denied by default" (34) and the page of
/// AlarmManager: below 31 there is no such permission; on 31 to 33 it is granted with the install,
/// from 34 on it is denied then. USE_EXACT_ALARM, from 33 on, is granted with the install and
/// cannot be taken away.
/// Not modelled: the store's review of USE_EXACT_ALARM, a permission that comes with a backup.
public struct ExactAlarmPermission: Hashable, Sendable {
  private let apiLevel: Int
  /// Whether the app asks for SCHEDULE_EXACT_ALARM.
  private let isAskedFor: Bool
  /// Whether USE_EXACT_ALARM came with the install.
  private let isGrantedByInstall: Bool
  /// What the switch on the page of Settings says.
  private var isSwitchedOn: Bool

  init(apiLevel: Int, manifest: AndroidManifest) {
    self.apiLevel = apiLevel
    isAskedFor = manifest.has(.scheduleExactAlarm)
    isGrantedByInstall = apiLevel >= 33 && manifest.has(.useExactAlarm)
    isSwitchedOn = apiLevel < 34
  }

  /// Whether exact alarms can be set.
  public var isGranted: Bool {
    if apiLevel < 31 || isGrantedByInstall { return true }
    return isSwitchedOn && isAskedFor
  }

  /// Whether it keeps the app from rarely used standby buckets.
  var raisesBucket: Bool {
    isGrantedByInstall || ((31...33).contains(apiLevel) && isGranted)
  }

  /// Whether Settings have a switch for this app.
  public var isSwitchable: Bool {
    apiLevel >= 31 && !isGrantedByInstall && isAskedFor
  }

  /// The person flips the switch; false when it stood there.
  mutating func set(_ isOn: Bool) -> Bool {
    defer { isSwitchedOn = isOn }
    return isSwitchedOn != isOn
  }

  /// The app was installed anew.
  mutating func reinstalled() { isSwitchedOn = apiLevel < 34 }
}
