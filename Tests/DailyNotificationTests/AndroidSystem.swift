import CivilTime
import ES256K

@testable import DailyNotification

/// Android as the plugin's tests need it: an alarm manager, a shade, unique work and settings.
struct AndroidSystem: AndroidPlatform, MemoryStorage {
  /// Work under a name: what runs, and what waits for its time or for the run to end.
  struct Work: Equatable {
    var running: LaunchedTask?
    var waiting: [Int64] = []
    /// How often the work that runs has asked for another try.
    var retries = 0
  }

  /// A fetch under way.
  struct Fetch: Equatable {
    let number: Int
    let request: FetchRequest
    let startedAt: Int64
  }

  var wallMilliseconds: Int64 = 0
  var uptimeMilliseconds: Int64 = 120_000
  var zone: Zone
  var authorization = AuthorizationStatus.authorized
  var battery = BatteryState(level: 80, isCharging: false)
  var isPowerSavingOn = false
  var isProtectedDataAvailable = true
  var applicationState = ApplicationState.foreground
  var store = MemoryStore()

  var apiLevel = 34
  var exactAlarmCall = Alarm.Call.alarmClock
  var canScheduleExactAlarms = true
  var isBatteryExempt = false
  var wasForceStopped = false
  var canOpenSettings = true
  private(set) var openedPages: [AndroidPage] = []
  /// How often the person was asked to exempt the app from battery optimization.
  private(set) var exemptionRequests = 0

  var alarms: [String: Alarm] = [:]
  var intents: Set<String> = [] { didSet { alarmsRevision += 1 } }
  private(set) var alarmsRevision = 0
  /// How many alarms other code in the app has set.
  var foreignAlarms = 0
  /// How often an exact alarm was tried without the permission.
  private(set) var forbidden = 0
  var channels: [String: ChannelState] = [:]
  var shade: [ActiveNotification] = []
  /// Everything that was ever shown.
  private(set) var showings: [ActiveNotification] = []
  var works: [String: Work] = [:]
  private(set) var results: [WorkResult] = []
  private(set) var policies: [WorkRequest.Policy] = []
  var fetches: [Fetch] = []
  private(set) var finished: [String] = []
  /// Whether no receiver runs.
  private(set) var isReceiverDone = true
  private(set) var lines: [String] = []
  private(set) var missed: [MissedNotification] = []
  private(set) var replies: [Int: PluginReply] = [:]
  private var lastFetch = 0

  init(zone: Zone) { self.zone = zone }

  mutating func zone(named identifier: String) -> Zone? { try? Zone(identifier: identifier) }
  /// Whether the dialog comes once more after a denial.
  var asksAfterDenial = false
  mutating func requestAuthorization() { lines.append("(the person is asked)") }
  mutating func startFetch(_ request: FetchRequest) -> Int {
    lastFetch += 1
    fetches.append(Fetch(number: lastFetch, request: request, startedAt: wallMilliseconds))
    return lastFetch
  }
  mutating func cancelFetch(_ number: Int) { fetches.removeAll { $0.number == number } }
  let isKeychainReadable = true
  func signature(of message: [UInt8], by did: String) -> [UInt8]? {
    TestKeys.standard.signature(of: message, by: did)
  }
  mutating func log(_ message: LogMessage) {
    if message.level > .debug { lines.append(message.text) }
  }
  mutating func notifyHost(_ event: HostEvent) {
    if case .notificationMissed(let report) = event { missed.append(report) }
  }
  mutating func settle(_ call: PluginCall, with reply: PluginReply) {
    replies[call.number] = reply
  }
  mutating func entryBegan(_ entry: PluginEntry) {}
  mutating func entryEnded(_ entry: PluginEntry) {}

  // MARK: Alarms

  mutating func setAlarm(_ alarm: Alarm) throws(AlarmRefusal) {
    if alarm.call.isExact, !canScheduleExactAlarms {
      forbidden += 1
      throw .exactNotAllowed
    }
    if alarms.count + foreignAlarms >= 500 { throw .tooMany }
    alarms[alarm.identifier] = alarm
    intents.insert(alarm.identifier)
  }
  mutating func cancelAlarm(_ identifier: String) {
    alarms[identifier] = nil
    intents.remove(identifier)
  }
  func hasPendingIntent(_ identifier: String) -> Bool { intents.contains(identifier) }
  mutating func receiverFinished(_ alarm: Alarm) {
    finished.append(alarm.identifier)
    isReceiverDone = true
  }
  mutating func receiverBegan() { isReceiverDone = false }
  mutating func receiverDied() { isReceiverDone = true }

  // MARK: Channels

  mutating func createChannel(_ channel: ChannelRequest) {
    guard channels[channel.identifier] == nil else { return }
    channels[channel.identifier] = ChannelState(
      identifier: channel.identifier, name: channel.name, importance: channel.importance)
  }
  func channel(_ identifier: String) -> ChannelState? { channels[identifier] }
  mutating func show(_ content: NotificationContent, as identifier: String, on channel: String) {
    guard authorization.allowsNotifications, channels[channel]?.importance ?? 0 > 0 else { return }
    let place = shade.firstIndex { $0.identifier == identifier }
    guard place != nil || shade.count < 50 else { return }
    let notification = ActiveNotification(
      identifier: identifier, channel: channel, content: content, shownAt: wallMilliseconds)
    if let place { shade[place] = notification } else { shade.append(notification) }
    showings.append(notification)
  }
  var activeNotifications: [ActiveNotification] { shade }
  func activeNotification(_ identifier: String) -> ActiveNotification? {
    shade.first { $0.identifier == identifier }
  }
  mutating func cancelNotification(_ identifier: String) {
    shade.removeAll { $0.identifier == identifier }
  }

  // MARK: Work

  mutating func enqueueWork(_ request: WorkRequest) {
    policies.append(request.policy)
    let old = works[request.name]
    switch request.policy {
    case .keep where old != nil: return
    case .keep, .replace:
      if old?.running != nil { lines.append("(a worker has stopped itself)") }
      works[request.name] = Work(waiting: [request.beginDate])
    case .appendOrReplace: works[request.name, default: Work()].waiting.append(request.beginDate)
    }
  }
  mutating func cancelWork(_ name: String) {
    if works[name]?.running != nil { lines.append("(a worker has stopped itself)") }
    works[name] = nil
  }
  func work(_ name: String) -> WorkState? {
    works[name].map {
      WorkState(name: name, isRunning: $0.running != nil, beginDate: $0.waiting.first)
    }
  }
  mutating func workEnded(_ task: LaunchedTask, _ result: WorkResult) {
    results.append(result)
    guard works[task.identifier]?.running == task else { return }
    works[task.identifier]?.running = nil
    switch result {
    case .success: works[task.identifier]?.retries = 0
    case .retry:
      let retries = works[task.identifier]?.retries ?? 0
      let backoff: Int64 = min(30_000 << min(retries, 10), 5 * 3_600_000)
      works[task.identifier]?.waiting.insert(wallMilliseconds + backoff, at: 0)
      works[task.identifier]?.retries += 1
    case .failure: works[task.identifier]?.waiting.removeAll()
    }
    if works[task.identifier]?.waiting.isEmpty ?? false { works[task.identifier] = nil }
  }

  // MARK: Settings

  mutating func openSettings(_ page: AndroidPage) -> Bool {
    if canOpenSettings { openedPages.append(page) }
    return canOpenSettings
  }

  mutating func requestBatteryExemption() -> Bool {
    if canOpenSettings { exemptionRequests += 1 }
    return canOpenSettings
  }
}
