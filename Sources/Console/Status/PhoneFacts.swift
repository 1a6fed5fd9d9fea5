import CellGrid
import CivilTime
import DailyNotification
import DeviceModel
import History
import JSONText

/// What the status rows are made of, read from the phone without running plugin code.
struct PhoneFacts {
  let os: OperatingSystem
  /// The latest of each kind of event.
  let latest: LatestEvents
  /// What is lost.
  let losses: Losses
  let now: Int64
  let zone: Zone
  /// The pending notifications, each with when it fires.
  let plans: [PlannedNotification]
  /// The same, and those that were put off.
  let coming: [PlannedNotification]
  /// The notification that fires next; nil when none is pending.
  let next: PlannedNotification?
  /// When the notification is planned that is skipped before `next`, in milliseconds since the Unix
  /// epoch; nil where none is.
  let skippedNext: Int64?
  /// Whether a notification is overdue.
  let isOneDue: Bool
  /// Whether a schedule is switched on.
  let hasSchedule: Bool
  /// When the dual notification fires that is armed only after its fetch; nil where none waits.
  let awaitingFetch: Int64?
  /// The prefetches that the system knows of, by their begin dates.
  let prefetches: [PendingWork]
  /// Whether a prefetch is stored that the system has forgotten, until the app's code runs again.
  let isPrefetchForgotten: Bool
  /// Whether a task is running.
  let isTaskRunning: Bool
  /// Whether the host has to register a fetcher, and has not since the app's start.
  let isFetcherMissing: Bool

  init(_ device: Device, _ latest: LatestEvents, _ losses: Losses) {
    let os = device.os
    self.os = os
    isFetcherMissing = device.app?.isFetcherMissing ?? false
    (self.latest, self.losses) = (latest, losses)
    now = os.wallMilliseconds
    zone = os.zone
    coming = os.pending.filter { $0.content.info.purpose != .foreign }
      .map { PlannedNotification($0, os) }
    plans = coming.filter { !$0.isPostponed }
    let skips = os.skips
    // What is skipped is pending until its withdrawal has taken effect.
    next = coming.filter { plan in !plan.isDue && !skips.contains { $0.isOf(plan) } }
      .min { $0.time < $1.time }
    skippedNext = skips.map(\.time).filter { [next] in $0 < next?.time ?? .max }.min()
    isOneDue = coming.contains(where: \.isDue)
    hasSchedule = os.storedData.schedules.contains(where: \.isEnabled)
    let dual = os.storedData.schedules.first { $0.isEnabled && $0.decodedKind == .dual }
    awaitingFetch =
      plans.contains { $0.kind == .dual }
      ? nil : dual.flatMap { os.awaitsFetch($0.triggerTime) ? $0.triggerTime : nil }
    let stored = os.backgroundWork.filter(\.isPrefetch).sorted { $0.beginDate < $1.beginDate }
    prefetches = os.isPrefetchKnown ? stored : []
    isPrefetchForgotten = !os.isPrefetchKnown && !stored.isEmpty
    isTaskRunning = os.isTaskRunning
  }

  /// What is said of a notification that is armed only after its fetch: which one, and what it
  /// waits for.
  func awaitingText(_ time: Int64) -> String {
    "dual \(ClockText.moment(time, now: now, zone)): \(awaited)"
  }

  /// What the dual notification waits for: `only with fresh content, prefetch 05:48:00`.
  var awaited: String {
    let begin = taskBegin(for: .dual).map { ", prefetch \(ClockText.moment($0, now: now, zone))" }
    return awaitedWords + (os.skipsDual ? begin ?? "" : "")
  }

  /// The same without a time.
  var awaitedWords: String { os.skipsDual ? Forecast.skipping : Forecast.awaiting }

  /// Whether the next notification that content is fetched for has some.
  var hasNextContent: Bool {
    plans.filter { !$0.isDue && !$0.hasOwnText }.min { $0.time < $1.time }
      .map { $0.source != .default } ?? false
  }

  /// Whether tasks are never submitted: a simulator refuses them.
  var isTaskless: Bool { !os.isAndroid && os.configuration.variant == .simulator }

  /// What lets a fetch succeed that would fail now; nil where nothing is known to be in its way.
  var wayToFetch: String? {
    if os.storage.isFull { return os.step(":fillDisk off") }
    return os.network.condition == .offline ? ":setNetwork online" : nil
  }

  /// The earliest begin date of a prefetch that the system knows of; nil when there is none.
  var taskBegin: Int64? { prefetches.first?.beginDate }

  /// The earliest begin date of a prefetch for a kind of schedule.
  func taskBegin(for kind: ScheduleKind) -> Int64? {
    prefetches.first { OperatingSystem.fetches($0.identifier, for: kind) }?.beginDate
  }

  /// Whether a schedule needs content to be fetched.
  var wantsFetch: Bool { wantsFetch(for: .daily) || wantsFetch(for: .dual) }

  /// Whether a schedule of a kind does.
  func wantsFetch(for kind: ScheduleKind) -> Bool {
    switch kind {
    case .daily: os.storedData.wantsDailyFetch
    case .dual: os.storedData.wantsDualFetch
    case .reminder: false
    }
  }

  /// When the next notification fires; nil when none is pending.
  var nextOccurrence: Int64? { next?.time }

  /// Whether what is pending can be shown.
  var isDenied: Bool { os.authorization == .denied }

  /// What keeps the notifications back whose time has come; nil where one is on its way.
  var dueHold: PrefetchHold? {
    let due = coming.filter(\.isDue)
    return due.allSatisfy { $0.hold != nil } ? due.first?.hold : nil
  }

  /// What keeps the next notification from being shown, with what ends it; nil where nothing does.
  var nextObstacle: Obstacle? {
    (isOneDue ? coming.first(where: \.isDue) : next).flatMap(os.obstacle)
  }

  /// What arms what is stored, and why it is not armed.
  var notArmed: String { "\(wayToArm) · \(notArmedReason)" }

  /// Why nothing is armed of what is stored: `stored, but no alarm is set`.
  var notArmedReason: String {
    let what =
      !os.isAndroid
      ? ", but no request is pending"
      : os.canScheduleExactAlarms ? ", but no alarm is set" : "; no exact alarms"
    return "stored\(what)"
  }

  /// What lets stored schedules be armed again: the first that lacks.
  var wayToArm: String {
    if os.authorization == .denied { return os.wayToAllow }
    if os.isAndroid, !os.canScheduleExactAlarms { return os.step(":setExactAlarm granted") }
    return os.wayToArm
  }

  /// What schedules a notification: what lacks, then the button, as far as they have room.
  func wayToSchedule(_ bindings: Bindings) -> String {
    // Without a switch in Settings nothing helps, and no button does.
    if os.authorization == .denied, !os.hasNotificationSwitch { return os.wayToAllow }
    let key = bindings.text(ofControl: "scheduleTestNotification")
    let lack = os.asksAfterDenial ? wayToAllow(bindings) : lackForSchedule
    guard let lack else { return "press \(key)" }
    let first = lack.split(separator: ",").first.map(String.init) ?? lack
    return ["\(lack), then \(key)", lack].first {
      TextWidth.columns(of: $0) <= Obstacle.stepColumns
    } ?? first
  }

  /// What allows notifications after a denial: the button while the system asks again.
  func wayToAllow(_ bindings: Bindings) -> String {
    os.asksAfterDenial
      ? os.press(bindings.text(ofControl: "requestPermissions")) : os.wayToAllow
  }

  /// What has to be allowed before something can be scheduled; nil when nothing has.
  var lackForSchedule: String? {
    if let way = os.wayToPage ?? os.wayToDialog { return way }
    let channel = os.isAndroid ? os.android.channels.channel(ScheduleKind.daily.channelID) : nil
    if os.authorization == .denied { return os.wayToAllow }
    if os.isAndroid, !os.canScheduleExactAlarms { return ":setExactAlarm granted" }
    if let channel, channel.importance == 0 { return ":setChannel \(channel.identifier) high" }
    return os.storage.isFull ? ":fillDisk off" : nil
  }
}

extension OperatingSystem {
  /// What is so while no event lies ahead: nothing is stored, or nothing of it is armed.
  var nothingAhead: String {
    guard storedData.schedules.contains(where: \.isEnabled) else { return "nothing is scheduled" }
    return isAndroid ? "no alarm is set" : "no request is pending"
  }

  /// What arms stored schedules again, from wherever the phone is.
  ///
  /// A boot of Android arms them after the first unlocking, where a receiver hears of it; else the
  /// app does when it comes to the screen, as every entry does.
  fileprivate var wayToArm: String {
    guard isAndroid else { return wayToEntry }
    if android.install.isStopped { return wayToEntry }
    let isBooted = power.isPoweredOn && android.install.isBootCompleted
    guard !isBooted, armsAfterBoot else { return wayToEntry }
    return power.isPoweredOn && power.hasBeenUnlocked ? ":advance 1m" : wayToUnlock
  }

  /// What lets the app's code run, from wherever the phone is.
  private var wayToEntry: String {
    guard process.state.isAlive else { return wayToLaunch }
    return process.state.isOnScreen ? ":background, then :foreground" : wayToScreen
  }

  /// What lets a button of the page be pressed; nil where nothing is in its way.
  var wayToPage: String? {
    guard process.state.isAlive else { return wayToLaunch }
    return process.state == .suspended ? wayToScreen : nil
  }

  /// What lets the permission dialog come up that a call asks for; nil where nothing is in its way.
  ///
  /// Android shows it over an app in front only.
  fileprivate var wayToDialog: String? {
    isAndroid && authorization == .notDetermined && !process.state.isOnScreen ? wayToScreen : nil
  }

  /// What brings an app to the screen that runs, from wherever the phone is.
  private var wayToScreen: String {
    power.isLocked ? "\(wayToUnlock), then :foreground" : ":foreground"
  }

  /// The pressing of a button, from wherever the phone is.
  func press(_ key: String) -> String { wayToPage.map { "\($0), then \(key)" } ?? "press \(key)" }

  /// A change of a setting, from wherever the phone is: one that is off takes none.
  func step(_ command: String) -> String {
    power.isPoweredOn ? command : ":powerOn, then \(command)"
  }

  /// What starts an app that does not run, from wherever the phone is.
  var wayToLaunch: String {
    power.isPoweredOn && !power.isLocked ? ":launch" : "\(wayToUnlock), then :launch"
  }

  /// Whether a receiver of the app hears of the end of a boot, after the first unlock.
  var armsAfterBoot: Bool {
    switch configuration.knobs.bootBroadcast {
    case .sent: android.manifest.receives(.bootCompleted, isUnlocked: true)
    case .never: false
    }
  }

  /// What unlocks the phone, from wherever it is.
  var wayToUnlock: String { power.isPoweredOn ? ":unlock" : ":powerOn, then :unlock" }

  /// What brings an app to the screen that does not run, from wherever the phone is.
  var wayToOpen: String {
    power.isPoweredOn && !power.isLocked ? ":launch opens it" : wayToLaunch
  }

  /// What ends what holds a prefetch back, from wherever the phone is.
  func remedy(of hold: PrefetchHold) -> String {
    switch hold {
    case .forceQuit, .stopped, .bootUnheard: wayToLaunch
    case .phoneOff, .lockedSinceStart: wayToUnlock
    case .justStarted, .refreshOff, .lowPower, .appInFront, .doze, .offline, .batterySaver,
      .restricted:
      step(hold.remedy)
    }
  }
}

extension DeviceStorage {
  /// Whether content is fetched for a daily notification.
  fileprivate var wantsDailyFetch: Bool {
    schedules.contains { $0.isEnabled && $0.decodedKind == .daily }
  }

  /// Whether the dual schedule fetches content.
  var wantsDualFetch: Bool {
    guard case .text(let text)? = value(.dualConfiguration),
      let stored = try? JSONParser.parse(text)
    else { return false }
    return stored["isPaused"]?.boolValue != true
      && stored["contentFetch"]?["enabled"]?.boolValue == true
  }
}
