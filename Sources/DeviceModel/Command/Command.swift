public import CivilTime
public import DailyNotification
public import JSONText

/// Something that a person, a test or a fault does to the phone.
///
/// The passing of time is no command.
public enum Command: Hashable, Sendable {
  /// The host app calls the plugin.
  case call(method: String, options: JSONObject)
  // Clocks
  case warpClock(milliseconds: Int64)
  case setZone(Zone)
  case shiftDST
  // The process
  case launch
  case foreground
  case background
  case swipeAway
  case systemTerminate
  case forceStop
  case updateApp
  case reinstall
  // Power and lock
  case lock
  case unlock
  case reboot(isLocked: Bool)
  case powerOff
  case powerOn(isLocked: Bool)
  // The person
  case answerDialog(isAllowed: Bool)
  case tapNotification(identifier: String)
  case dismissDelivered(identifier: String?)
  // Settings
  case setPermission(AuthorizationStatus)
  case setBackgroundRefresh(BackgroundRefreshStatus)
  case setLowPowerMode(isOn: Bool)
  case setBattery(level: Int, isCharging: Bool?)
  case setNetwork(NetworkCondition)
  case setExactAlarm(isGranted: Bool)
  case setChannel(identifier: String, importance: String)
  // Faults
  case tamperCache(CacheTampering)
  case fillDisk(isOn: Bool)
  case failWrites(count: Int)
  case clearPending
  // The content API
  case scriptAPI([ScriptedResponse])
  // The debugger's verbs
  case simulateTaskLaunch(identifier: String)
  case simulateTaskExpiration(identifier: String)
  // The test app's own buttons
  case harness(HarnessVerb)
}
