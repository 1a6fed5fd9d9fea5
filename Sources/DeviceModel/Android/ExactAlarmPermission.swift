import DailyNotification

/// The permission for exact alarms ("Alarms & reminders").
///
/// Source: Android, "Schedule exact alarms are denied by default" (34) and the page of
/// AlarmManager: below 31 there is no such permission; on 31 to 33 it is granted with the install,
/// from 34 on it is denied then. USE_EXACT_ALARM, from 33 on, is granted with the install and
/// cannot be taken away.
/// Not modelled: the store's review of USE_EXACT_ALARM.
public struct ExactAlarmPermission: Hashable, Sendable {
  private let apiLevel: Int
  /// The API level for which the app was built.
  private let targetSdk: Int
  /// Whether the app asks for SCHEDULE_EXACT_ALARM.
  private let isAskedFor: Bool
  /// Whether USE_EXACT_ALARM came with the install.
  private let isGrantedByInstall: Bool
  /// What the switch on the page of Settings says.
  private var isSwitchedOn: Bool

  init(
    apiLevel: Int, targetSdk: Int = DeviceConfiguration.targetSdkDefault, manifest: AndroidManifest
  ) {
    self.apiLevel = apiLevel
    self.targetSdk = targetSdk
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
  ///
  /// Source: AOSP, AlarmManagerService.shouldGetBucketElevation and
  /// AppStandbyController.getAppMinBucket: USE_EXACT_ALARM always does, SCHEDULE_EXACT_ALARM on 31
  /// to 33, and later for apps that were built for 33 or less.
  /// Not modelled: that an app on 34 loses the floor only when it sets its next alarm.
  var raisesBucket: Bool {
    if isGrantedByInstall { return true }
    return apiLevel >= 31 && isGranted && (apiLevel <= 33 || targetSdk <= 33)
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
