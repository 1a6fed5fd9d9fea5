/// One act of a person, the host app or a fault, or time that passes.
public enum Act: Hashable, Sendable {
  // Time
  case wait(milliseconds: Int64)
  /// To an offset from the next time at which the phone's clock shows a minute of the day.
  case waitUntil(minuteOfDay: Int, offsetMilliseconds: Int64)
  // The app
  case open
  case leave
  case swipeAway
  case systemTerminate
  case updateApp
  case runTask
  /// The host app calls the plugin, which replies.
  case call(HostCall)
  // The phone
  case warp(milliseconds: Int64)
  case setZone(String)
  case shiftDST
  case lock
  case unlock
  case reboot(isLocked: Bool)
  case powerOff
  case powerOn(isLocked: Bool)
  // The person
  case tapLatest
  /// It is to come again in an hour.
  case postponeLatest
  case dismissLatest
  case dismissAll
  // Settings and faults
  case setPermission(isGranted: Bool)
  case answerDialog(isAllowed: Bool)
  case dismissDialog
  case setRefresh(isAvailable: Bool)
  case setNetwork(isOnline: Bool)
  case failWrites(count: Int)
  case fillDisk(isOn: Bool)
  case clearPending
  // Other code in the app
  /// It adds a request, or sets an alarm on Android; few enough to leave the plugin its places.
  case otherAdds(Int, afterMilliseconds: Int64)
  /// It removes its own requests or alarms, or everybody's.
  case otherRemoves(isAll: Bool)
  /// It cancels everybody's tasks or work.
  case otherCancelsWork
  // An Android phone alone
  case forceStop
  case reinstall
  case setExactAlarms(isGranted: Bool)
  case setChannel(isOfReminders: Bool, isBlocked: Bool)
  case setDoze(isOn: Bool)
  case setStandbyBucket(String)
  case setHibernation(isOn: Bool)
  case setBatteryExemption(isOn: Bool)
  case setBackgroundRestricted(isOn: Bool)
  /// What is seen and heard of notifications, which changes nothing else.
  case setPresentation(PresentationSetting)
  // A new phone
  case restoreBackup(isEncrypted: Bool)
  case stopWork
}

/// A setting that decides what is seen and heard of what is shown.
public enum PresentationSetting: Hashable, Sendable {
  // An iPhone's
  case focus(isOn: Bool)
  /// A switch of the app's page in Settings, by its name.
  case notificationSwitch(String, isOn: Bool)
  // An Android phone's
  case doNotDisturb(String)
  /// The importance of an open channel, by its name; not none.
  case importance(isOfReminders: Bool, String)
}

/// A call of the plugin, which gets a reply.
public enum HostCall: Hashable, Sendable {
  case scheduleDaily(id: String, minuteOfDay: Int, zone: String?)
  case updateDaily(id: String, minuteOfDay: Int?, zone: String?)
  /// A schedule that goes on every so many minutes.
  case scheduleInterval(id: String, minuteOfDay: Int, zone: String?, minutes: Int)
  /// A daily schedule goes on every so many minutes from now on.
  case updateInterval(id: String, minutes: Int)
  case cancelAll
  case scheduleReminder(
    id: String, minuteOfDay: Int, zone: String?, isRepeating: Bool, isUpdate: Bool)
  case cancelReminder(id: String)
  case configureFetcher
  case scheduleDual(WallRule, isSkipping: Bool, isUpdate: Bool)
  /// Only the notification of the dual schedule; what else there is of it stays.
  case scheduleUser(WallRule)
  case cancelDual
  case pauseDual
  case resumeDual
  /// The next notification of a schedule is skipped, or no longer.
  case skipNext(id: String)
  case undoSkip(id: String)
  case status
  case requestPermission
  case aside(Aside)
}

/// A call that must make no difference to what is shown, missed or reported.
///
/// Each of them is an entry of the plugin, with all that entries do.
public enum Aside: Hashable, Sendable {
  /// `configure`; what is nil keeps its value.
  case configure(ttlSeconds: Int?, leadMinutes: Int?, retentionDays: Int?, perDayMax: Int?)
  case configureServer(String)
  case adaptive(isOn: Bool)
  case maintainWindow
  case coordinate
  case lifecycle(String)
  /// Another identity of those whose keys the phone has, by its number.
  case identity(Int)
  case newToken(Int)
  case clearIdentityCache
  case clearContent
  case starredPlans(Int)
  /// Content of the dual schedule is fetched at another hour, or not.
  case contentFetch(hour: Int?)
  /// A call that only reads, by its name.
  case question(String)
}

/// What differs from one Android phone to another.
public struct AndroidTraits: Hashable, Sendable {
  /// The version of the system.
  public var apiLevel = 34
  /// Which of the alarm manager's exact calls the plugin uses: the value of the knob `exactApi`.
  public var exactCall = "alarmClock"
  /// Whether a pending intent outlives its alarm.
  public var keepsIntents = false
  /// Whether swiping the app away stops it.
  public var stopsOnSwipe = false
  /// Whether another version of the app loses its alarms.
  public var dropsAlarmsOnUpdate = false
  /// After how many days without use the app hibernates.
  public var unusedAfterDays = 90
  /// How late its maker lets alarms fire at most, in minutes; 0 for one that does not.
  public var makerDelayMinutes = 0
  /// Whether that holds of alarm clocks, too.
  public var delaysAlarmClocks = false

  /// The phone that keeps to the documentation.
  public init() {}
}

/// A phone and what happens to it.
public struct History: Hashable, Sendable {
  /// The seed of the phone's own randomness.
  public var seed: UInt64
  /// The wall time at the start, in milliseconds since the Unix epoch.
  public var startMilliseconds: Int64
  /// The identifier of the phone's zone at the start.
  public var zone: String
  /// Whether notifications are up to three minutes late (true) or punctual.
  public var hasDrift: Bool
  /// Whether what became due while the phone was off is shown at its start (true) or never.
  public var showsAtBoot: Bool
  /// When tasks run: the value of the knob `taskLateness`.
  public var taskLateness: String
  /// The Android phone; nil for an iPhone.
  public var android: AndroidTraits?
  /// The acts, in order.
  public var acts: [Act]

  /// Creates a history.
  public init(
    seed: UInt64 = 1, startMilliseconds: Int64 = 1_763_185_350_000, zone: String = "UTC",
    hasDrift: Bool = false, showsAtBoot: Bool = true, taskLateness: String = "never",
    acts: [Act] = []
  ) {
    self.seed = seed
    self.startMilliseconds = startMilliseconds
    self.zone = zone
    self.hasDrift = hasDrift
    self.showsAtBoot = showsAtBoot
    self.taskLateness = taskLateness
    self.acts = acts
  }
}
