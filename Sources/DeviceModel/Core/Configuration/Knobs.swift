public import DailyNotification
import PlainText

/// Choices, each with a default, where evidence about the real system conflicts or is missing.
public struct Knobs: Hashable, Sendable {
  /// Which requests stay when more than 64 are pending.
  public enum PendingOverflow: String, CaseIterable, Sendable { case keepLastAdded, keepSoonest }
  /// What happens to a request that is added while notifications are denied.
  public enum AddWhileDenied: String, CaseIterable, Sendable { case silentDrop, retained }
  /// What happens to a request without title and body: only its sound and badge act, or it is not
  /// retained.
  public enum EmptyContent: String, CaseIterable, Sendable { case badgeOnly, dropped }
  /// Whether a notification with a title and no body is shown.
  public enum TitleOnly: String, CaseIterable, Sendable { case shown, notShown }
  /// Whether an iPhone's app has the capability for time-sensitive notifications.
  public enum TimeSensitiveCapability: String, CaseIterable, Sendable { case no, yes }
  /// Whether setBadgeCount(0) removes what was delivered, as applicationIconBadgeNumber does.
  public enum SetBadgeZeroClears: String, CaseIterable, Sendable { case no, yes }
  /// Whether the app is told that what the scheduled summary holds was delivered.
  public enum SummaryHeldInDelivered: String, CaseIterable, Sendable { case no, yes }
  /// What is seen of a notification that Do Not Disturb intercepts: all but banner, sound and
  /// vibration, or nothing.
  public enum DNDVisual: String, CaseIterable, Sendable { case muted, hidden }
  /// What happens to a pending wall time without a zone when the phone's zone changes.
  public enum FloatingTriggerOnZoneChange: String, CaseIterable, Sendable { case follow, freeze }
  /// Whether processing tasks run after a force-quit: from iOS 18.3 on, or never.
  public enum ForceQuitProcessing: String, CaseIterable, Sendable { case byVersion, blocked }
  /// Whether submitting a task fails in Low Power Mode, or the task is accepted and not run.
  public enum SubmitUnderLowPower: String, CaseIterable, Sendable { case acceptNotRun, code1 }
  /// What an app finds that runs before the first unlock: no data, or it cannot run at all.
  public enum StorageBeforeFirstUnlock: String, CaseIterable, Sendable { case empty, blocked }
  /// How late after its begin date a task runs.
  public enum TaskLateness: String, CaseIterable, Sendable { case heavyTail, fixed, never }
  /// Whether completing a task twice is recorded as a violation.
  public enum DoubleComplete: String, CaseIterable, Sendable { case violation, ignore }
  /// How late after its trigger a notification is shown.
  public enum DeliveryDrift: String, CaseIterable, Sendable { case bounded180, none, beyond }
  /// What submitting a task does on the simulator variant.
  public enum SimulatorSubmit: String, CaseIterable, Sendable { case code1, accept }
  /// What happens to a notification that becomes due while the phone is off.
  public enum TriggerWhileOff: String, CaseIterable, Sendable { case deliverAtBoot, lost }
  /// Whether the app's keychain keeps its keys when the app is removed and installed again.
  public enum KeychainSurvivesReinstall: String, CaseIterable, Sendable { case yes, no }
  /// When the app's keychain can be read: from the first unlock after a start on, or only while the
  /// phone is unlocked.
  public enum KeychainAccess: String, CaseIterable, Sendable { case afterFirstUnlock, whenUnlocked }
  /// Whether the permission to notify is there when the app is removed and installed again.
  ///
  /// Source: Apple, Technical Note TN2265: an app installed again within a day does not ask again.
  /// Later systems are reported to ask.
  public enum ReinstallPermission: String, CaseIterable, Sendable { case notDetermined, kept }
  /// Whether the keys in an iPhone's keychain may leave the phone, within an encrypted backup, or
  /// are for this device only.
  public enum KeychainMigrates: String, CaseIterable, Sendable { case yes, no }
  /// Whether the permission to notify comes with a backup.
  public enum RestoreKeepsPermission: String, CaseIterable, Sendable { case yes, no }
  /// Whether an iPhone's pending requests and tasks come with a backup.
  public enum RestoreKeepsPending: String, CaseIterable, Sendable { case no, yes }
  /// How much later refresh tasks of an unused app run: no later, or an hour for each day.
  public enum RefreshDisuse: String, CaseIterable, Sendable { case none, hourADay }
  /// How many alarms may fire in Doze: by the version, 72 or 7 an hour, or one in nine minutes.
  public enum DozeQuota: String, CaseIterable, Sendable {
    case byVersion, aosp, sevenAnHour, nineMinutes
  }
  /// How many notifications of an app are shown: as the version does, 50 or 25.
  public enum MaxShown: String, CaseIterable, Sendable {
    case byVersion
    case fifty = "50"
    case twentyFive = "25"
  }
  /// Whether a job of an app that is not in the active bucket waits for others.
  public enum JobBatching: String, CaseIterable, Sendable { case seeded, off }
  /// What swiping the app out of the app switcher does: its process ends, or it is stopped.
  public enum SwipeKills: String, CaseIterable, Sendable { case stock, asForceStop }
  /// Whether the pending intent of an alarm that has fired or was lost stays.
  public enum PendingIntentAfterAlarm: String, CaseIterable, Sendable { case gone, stays }
  /// Whether installing another version of the app loses its alarms.
  public enum UpdateDropsAlarms: String, CaseIterable, Sendable { case no, yes }
  /// With which call the plugin sets its alarms.
  public enum ExactApi: String, CaseIterable, Sendable { case alarmClock, allowWhileIdle, exact }
  /// Whether alarms are still set after the phone was started again.
  ///
  /// Source: reports from phones of some makers, on which a boot that arms nothing still fires.
  public enum BootKeepsAlarms: String, CaseIterable, Sendable { case no, yes }
  /// How often the receiver of an alarm that fires is called.
  ///
  /// Source: reports from phones of some makers, of duplicates within a minute.
  public enum AlarmReceipt: String, CaseIterable, Sendable { case once, twice }
  /// Whether the app hears that the phone was started.
  ///
  /// Source: reports from phones of some makers and emulators, on which a receiver that the
  /// manifest declares is never called.
  public enum BootBroadcast: String, CaseIterable, Sendable { case sent, never }
  /// Whether alarm clocks of an app fire that the person has restricted in the background.
  public enum RestrictedAlarmClock: String, CaseIterable, Sendable { case fires, held }
  /// Whether Doze takes exact alarms away when it begins.
  ///
  /// Source: reports from phones of some makers, on which exact alarms are gone after a night.
  public enum DozeDropsAlarms: String, CaseIterable, Sendable { case no, yes }

  /// Default keepLastAdded.
  public var pendingOverflow = PendingOverflow.keepLastAdded
  /// Default silentDrop.
  public var addWhileDenied = AddWhileDenied.silentDrop
  /// Default badgeOnly.
  public var emptyContent = EmptyContent.badgeOnly
  /// Default shown.
  public var titleOnly = TitleOnly.shown
  /// Default no.
  public var timeSensitiveCapability = TimeSensitiveCapability.no
  /// Default no.
  public var setBadgeZeroClears = SetBadgeZeroClears.no
  /// Default no.
  public var summaryHeldInDelivered = SummaryHeldInDelivered.no
  /// Default muted.
  public var dndVisual = DNDVisual.muted
  /// Default follow.
  public var floatingTriggerOnZoneChange = FloatingTriggerOnZoneChange.follow
  /// Default byVersion.
  public var forceQuitProcessing = ForceQuitProcessing.byVersion
  /// Default acceptNotRun.
  public var submitUnderLowPower = SubmitUnderLowPower.acceptNotRun
  /// Default empty.
  public var storageBeforeFirstUnlock = StorageBeforeFirstUnlock.empty
  /// Default heavyTail.
  public var taskLateness = TaskLateness.heavyTail
  /// Default violation.
  public var doubleComplete = DoubleComplete.violation
  /// Default bounded180.
  public var deliveryDrift = DeliveryDrift.bounded180
  /// Default code1.
  public var simulatorSubmit = SimulatorSubmit.code1
  /// Default deliverAtBoot.
  public var triggerWhileOff = TriggerWhileOff.deliverAtBoot
  /// Default yes.
  public var keychainSurvivesReinstall = KeychainSurvivesReinstall.yes
  /// Default afterFirstUnlock.
  public var keychainAccess = KeychainAccess.afterFirstUnlock
  /// Default notDetermined.
  public var reinstallPermission = ReinstallPermission.notDetermined
  /// Default yes.
  public var keychainMigrates = KeychainMigrates.yes
  /// Default yes.
  public var restoreKeepsPermission = RestoreKeepsPermission.yes
  /// Default no.
  public var restoreKeepsPending = RestoreKeepsPending.no
  /// Default none.
  public var refreshDisuse = RefreshDisuse.none
  /// Default full.
  public var pluginRegistration = PluginRegistration.full
  /// Default byVersion.
  public var dozeQuota = DozeQuota.byVersion
  /// Default byVersion.
  public var maxShown = MaxShown.byVersion
  /// Default seeded.
  public var jobBatching = JobBatching.seeded
  /// Default stock.
  public var swipeKills = SwipeKills.stock
  /// Default gone.
  public var pendingIntentAfterAlarm = PendingIntentAfterAlarm.gone
  /// Default no.
  public var updateDropsAlarms = UpdateDropsAlarms.no
  /// Default alarmClock.
  public var exactApi = ExactApi.alarmClock
  /// Default no.
  public var bootKeepsAlarms = BootKeepsAlarms.no
  /// Default once.
  public var alarmReceipt = AlarmReceipt.once
  /// Default sent.
  public var bootBroadcast = BootBroadcast.sent
  /// Default no.
  public var dozeDropsAlarms = DozeDropsAlarms.no
  /// Default fires.
  public var restrictedAlarmClock = RestrictedAlarmClock.fires
  /// Default drawn.
  public var bootBroadcastDelay = BootBroadcastDelay.drawn
  /// Default none.
  public var makerDelay = MakerDelay()
  /// After how long without use the app is restricted; default byVersion.
  public var restrictedAfter = DisuseLimit.byVersion
  /// After how long without use the app counts as unused, in milliseconds; default 90 days.
  public var unusedAfter: Int64 = 90 * 86_400_000
  /// What the plugin does where its versions differ.
  public var plugin = PluginChoices()

  /// Creates knobs with their default values.
  public init() {}

  /// What a knob takes.
  public enum Form: Sendable {
    /// One of its values.
    case word
    /// A duration, up to so many milliseconds, or one of its values but the last.
    case duration(max: Int64)
    /// An object with these keys, or one of its values but the last.
    case object(keys: [String])
  }

  /// A knob as a table row: its name, its values with the default first, and access to it.
  public struct Row: Sendable {
    /// The knob's name.
    public let name: String
    /// Its values, the default first; where it takes others as well, the last is one of them.
    public let values: [String]
    /// What it takes beside them.
    public let form: Form
    /// The platforms on which it has an effect.
    public let platforms: [DevicePlatform]
    /// Whether a run's first record names it also where it has its default.
    ///
    /// Knobs that came later do not: the records of runs without them stay as they were.
    let isAlwaysRecorded: Bool
    let read: @Sendable (Knobs) -> String
    let write: @Sendable (inout Knobs, String) -> Bool
  }

  /// Every knob, in the order of the documentation.
  public static let table: [Row] = [
    row("pendingOverflow", \.pendingOverflow),
    row("addWhileDenied", \.addWhileDenied),
    row("floatingTriggerOnZoneChange", \.floatingTriggerOnZoneChange),
    row("forceQuitProcessing", \.forceQuitProcessing),
    row("submitUnderLowPower", \.submitUnderLowPower),
    row("storageBeforeFirstUnlock", \.storageBeforeFirstUnlock),
    row("emptyContent", \.emptyContent, isAlwaysRecorded: false),
    row("titleOnly", \.titleOnly, isAlwaysRecorded: false),
    row("timeSensitiveCapability", \.timeSensitiveCapability, isAlwaysRecorded: false),
    row("setBadgeZeroClears", \.setBadgeZeroClears, isAlwaysRecorded: false),
    row("summaryHeldInDelivered", \.summaryHeldInDelivered, isAlwaysRecorded: false),
    row("taskLateness", \.taskLateness, on: DevicePlatform.allCases),
    row("doubleComplete", \.doubleComplete),
    row("deliveryDrift", \.deliveryDrift),
    row("simulatorSubmit", \.simulatorSubmit),
    row("triggerWhileOff", \.triggerWhileOff),
    row("keychainSurvivesReinstall", \.keychainSurvivesReinstall),
    row("keychainAccess", \.keychainAccess, isAlwaysRecorded: false),
    row("reinstallPermission", \.reinstallPermission, isAlwaysRecorded: false),
    row("keychainMigrates", \.keychainMigrates, isAlwaysRecorded: false),
    row(
      "restoreKeepsPermission", \.restoreKeepsPermission, on: DevicePlatform.allCases,
      isAlwaysRecorded: false),
    row("restoreKeepsPending", \.restoreKeepsPending, isAlwaysRecorded: false),
    row("refreshDisuse", \.refreshDisuse, isAlwaysRecorded: false),
    Row(
      name: "pluginRegistration", values: PluginRegistration.words + [PluginRegistration.example],
      form: .object(keys: PluginRegistration.keys), platforms: DevicePlatform.allCases,
      isAlwaysRecorded: true, read: { $0.pluginRegistration.text },
      write: { knobs, text in
        PluginRegistration(text).map { knobs.pluginRegistration = $0 } != nil
      }),
    row("dozeQuota", \.dozeQuota, on: [.android]),
    row("swipeKills", \.swipeKills, on: [.android]),
    row("pendingIntentAfterAlarm", \.pendingIntentAfterAlarm, on: [.android]),
    row("updateDropsAlarms", \.updateDropsAlarms, on: [.android]),
    row("exactApi", \.exactApi, on: [.android]),
    row("bootKeepsAlarms", \.bootKeepsAlarms, on: [.android], isAlwaysRecorded: false),
    row("alarmReceipt", \.alarmReceipt, on: [.android], isAlwaysRecorded: false),
    row("bootBroadcast", \.bootBroadcast, on: [.android], isAlwaysRecorded: false),
    row("dozeDropsAlarms", \.dozeDropsAlarms, on: [.android], isAlwaysRecorded: false),
    row("maxShown", \.maxShown, on: [.android], isAlwaysRecorded: false),
    row("jobBatching", \.jobBatching, on: [.android], isAlwaysRecorded: false),
    row("restrictedAlarmClock", \.restrictedAlarmClock, on: [.android], isAlwaysRecorded: false),
    Row(
      name: "bootBroadcastDelay", values: ["drawn", "10m"],
      form: .duration(max: BootBroadcastDelay.millisecondsMax), platforms: [.android],
      isAlwaysRecorded: false, read: { $0.bootBroadcastDelay.text },
      write: { knobs, text in
        BootBroadcastDelay(text).map { knobs.bootBroadcastDelay = $0 } != nil
      }),
    Row(
      name: "makerDelay", values: ["none", "min 5m, max 20m, alarmClocks false"],
      form: .object(keys: MakerDelay.keys), platforms: [.android], isAlwaysRecorded: false,
      read: { $0.makerDelay.text },
      write: { knobs, text in MakerDelay(text).map { knobs.makerDelay = $0 } != nil }),
    Row(
      name: "restrictedAfter", values: ["byVersion", "20d"],
      form: .duration(max: DurationText.millisecondsMax), platforms: [.android],
      isAlwaysRecorded: false, read: { $0.restrictedAfter.text },
      write: { knobs, text in DisuseLimit(text).map { knobs.restrictedAfter = $0 } != nil }),
    Row(
      name: "unusedAfter", values: ["90d", "30d"],
      form: .duration(max: DurationText.millisecondsMax), platforms: [.android],
      isAlwaysRecorded: false, read: { DurationText.text($0.unusedAfter) },
      write: { knobs, text in
        DurationText.milliseconds(text).map { knobs.unusedAfter = $0 } != nil
      }),
    row("dndVisual", \.dndVisual, on: [.android], isAlwaysRecorded: false),
    ofPlugin("ttlDefault", \.plugin.ttlDefault),
    ofPlugin("leadDefault", \.plugin.leadDefault),
    ofPlugin("reminderZone", \.plugin.reminderZone),
    ofPlugin("reminderPriority", \.plugin.reminderPriority),
    ofPlugin("dailyRollover", \.plugin.dailyRollover),
    ofPlugin("dualMode", \.plugin.dualMode),
    ofPlugin("emptyResult", \.plugin.emptyResult),
    ofPlugin("fetchRetries", \.plugin.fetchRetries),
    ofPlugin("errorNames", \.plugin.errorNames),
    ofPlugin("contentApi", \.plugin.contentAPI),
    ofPlugin("nativeFetcher", \.plugin.nativeFetcher),
  ]

  /// The knobs that have an effect on a platform, in the order of the table.
  public static func table(on platform: DevicePlatform) -> [Row] {
    table.filter { $0.platforms.contains(platform) }
  }

  /// The values of a platform's knobs, in the order of the table.
  public func settings(on platform: DevicePlatform) -> [(name: String, value: String)] {
    Knobs.table(on: platform).map { ($0.name, $0.read(self)) }
  }

  /// The same as far as the first record of a run names them.
  func recordedSettings(on platform: DevicePlatform) -> [(name: String, value: String)] {
    Knobs.table(on: platform).filter { $0.isAlwaysRecorded || $0.read(self) != $0.values[0] }
      .map { ($0.name, $0.read(self)) }
  }

  /// Sets a knob by name; the error lists the possible values.
  public mutating func set(_ name: String, to value: String) throws(KnobError) {
    guard let row = Knobs.table.first(where: { $0.name == name }) else {
      throw .unknownKnob(name, known: Knobs.table.map(\.name))
    }
    guard row.write(&self, value) else {
      throw .unknownValue(value, knob: name, known: row.values)
    }
  }

  /// Sets a knob of a phone whose system is one of `platforms`; one of another system is an error.
  public mutating func set(
    _ name: String, to value: String, on platforms: [DevicePlatform]
  ) throws(KnobError) {
    try set(name, to: value)
    guard let row = Knobs.table.first(where: { $0.name == name }),
      !row.platforms.contains(where: platforms.contains)
    else { return }
    throw .otherPlatform(name, of: row.platforms[0], on: platforms[0])
  }

  /// A choice of the plugin's, which every platform has.
  private static func ofPlugin<Value>(
    _ name: String, _ path: any WritableKeyPath<Knobs, Value> & Sendable
  ) -> Row where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    row(name, path, on: DevicePlatform.allCases, isAlwaysRecorded: false)
  }

  private static func row<Value>(
    _ name: String, _ path: any WritableKeyPath<Knobs, Value> & Sendable,
    on platforms: [DevicePlatform] = [.ios], isAlwaysRecorded: Bool = true
  ) -> Row where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    Row(
      name: name, values: Value.allCases.map(\.rawValue), form: .word, platforms: platforms,
      isAlwaysRecorded: isAlwaysRecorded,
      read: { $0[keyPath: path].rawValue },
      write: { knobs, text in
        guard let value = Value(rawValue: text) else { return false }
        knobs[keyPath: path] = value
        return true
      })
  }
}

/// Why a knob could not be set.
public enum KnobError: Error, Hashable, Sendable, CustomStringConvertible {
  case unknownKnob(String, known: [String])
  case unknownValue(String, knob: String, known: [String])
  /// The knob has no effect on the phone's system.
  case otherPlatform(String, of: DevicePlatform, on: DevicePlatform)

  public var description: String {
    switch self {
    case .unknownKnob(let name, let known):
      "there is no knob '\(name)'; knobs: \(known.joined(separator: ", "))"
    case .unknownValue(let value, let knob, let known):
      "knob '\(knob)' has no value '\(value)'; values: \(known.joined(separator: ", "))"
    case .otherPlatform(let name, let owner, let platform):
      "knob '\(name)' belongs to \(owner.title), and this phone runs \(platform.title)"
    }
  }
}
