import CivilTime
import DailyNotification
import DeviceModel
import History
import Scenarios
import SimulationCore

/// What the timeline keeps of the records, taken in once as they come: marks, states and zones.
///
/// Marks are in the order of the wall clock, so that a clock that was set back shows both passes.
struct TimelineHistory: Hashable, Sendable {
  /// How many marks, and how many states of a row, are kept; of more, the oldest are dropped.
  let countMax: Int

  private(set) var marks: [TimelineMark] = []
  private(set) var zones = ZoneHistory()
  /// What happened since it was last taken.
  private var tally = TimelineTally()
  /// How many marks were added in all.
  private(set) var markCount = 0
  /// The wall clock at the first record, in milliseconds since the Unix epoch.
  private(set) var start: Int64?
  private var states: [[TimelineState]] = Array(repeating: [], count: TimelineRow.allCases.count)
  private var tracker = PrefetchTracker()
  /// The channels that there are, on Android.
  private var channels: [String] = []
  /// What is lost.
  private(set) var losses = Losses()
  private var cursor: UInt64 = 0
  /// The kind of event that somebody waits for.
  private var awaited: AwaitedEvent?
  /// The first mark of the awaited kind; nil until there is one.
  private(set) var awaitedMark: TimelineMark?

  /// Keeps at least three quarters of so many marks, and of so many states of each row.
  init(countMax: Int = 16_384) {
    self.countMax = countMax
  }

  /// The states of a row, the oldest first.
  func states(of row: TimelineRow) -> [TimelineState] { states[row.rawValue] }

  /// What holds a due prefetch back; nil when the system may run it.
  var hold: PrefetchHold? { tracker.hold }

  /// What happened since the previous call, which is then forgotten.
  @discardableResult
  mutating func takeTally() -> TimelineTally {
    defer { tally = TimelineTally() }
    return tally
  }

  /// Begins to wait for an event, and to count what happens meanwhile; nil ends the waiting.
  mutating func watch(for event: AwaitedEvent?) {
    awaited = event
    awaitedMark = nil
    takeTally()
  }

  /// Reads the records that are new, and what has come to nothing in the time that has passed.
  mutating func read(_ run: InteractiveRun) {
    read(run.device.os)
    let change = losses.read(run, since: start ?? run.device.os.wallMilliseconds)
    for number in change.gone { marks.removeAll { $0.lostNumber == number } }
    for number in change.found {
      if let lost = losses[number] { add(lost, number) }
    }
  }

  /// Marks a loss at its time; the plugin's word for it is no second one.
  private mutating func add(_ lost: LostNotification, _ number: Int) {
    let row = TimelineRow(lost.kind)
    marks.removeAll { $0.time == lost.planned && $0.row == row && $0.sign.isMiss }
    add(
      TimelineMark(
        row: row, sign: .notShown(lost.cause.words(on: tracker.platform)), time: lost.planned,
        lostNumber: number))
  }

  private mutating func read(_ os: OperatingSystem) {
    guard cursor < os.trace.nextSequence else { return }
    os.trace.forEachInPlace(from: cursor) { see($0.pointee) }
    cursor = os.trace.nextSequence
    guard os.isAndroid, states(of: .alarms).isEmpty, let start else { return }
    begin(exactAlarms: os.android.exactAlarms.isGranted, at: start)
  }

  private mutating func see(_ record: Record<DeviceRecord>) {
    if start == nil { begin(record) }
    // What was known when it was shown, before the record itself changes that.
    if case .notification(let notification) = record.payload {
      switch notification {
      case .delivered(let shown): delivered(shown, record)
      case .notDelivered(let item):
        // What is planned is marked with all that is lost, and with its cause.
        guard item.content.info.purpose == .postponed else { break }
        mark(TimelineRow(item.content.info.kind), .notShown(item.reason.words), record)
      case .tapped, .dismissed: break
      }
    }
    tracker.read(record.payload)
    seeAndroid(record)
    switch record.payload {
    case .command(.performed(let command)): see(command, record)
    case .plugin(.log(let message)): see(message, record)
    case .plugin(.hostEvent(.notificationMissed(let missed))): self.missed(missed, record)
    case .power(.changed(let state)):
      change(.phone, TimelineState.Look(state), state.title, record)
      mark(.phone, .phone(state), record)
    // What follows at once says whether it comes to the screen.
    case .process(.changed(.launching)): break
    case .process(.changed(let state)):
      let look = TimelineState.Look(state)
      if states(of: .app).last?.look != look { mark(.app, sign(of: state), record) }
      change(.app, look, "", record)
    case .process(.crashed): mark(.app, .crashed, record)
    case .authorization(.dialogShown): mark(.permission, .dialogShown, record)
    case .authorization(.dialogDismissed):
      mark(.permission, .permission("dialog dismissed"), record)
    case .authorization(.dialogAnswered(let isAllowed)):
      permission(isAllowed ? "granted" : "denied", record)
    case .task(.launched(let task)) where task.isPrefetch:
      mark(.prefetch, .ran, record, since: task.beginDate)
    case .task(.expired(let task)) where task.isPrefetch: mark(.prefetch, .taskExpired, record)
    case .task(.lost(let task)) where task.isPrefetch: mark(.prefetch, .taskLost, record)
    case .command, .plugin, .power, .authorization, .request, .notification, .task, .fetch,
      .storage, .android:
      break
    }
  }

  private func sign(of state: ProcessMachine.State) -> TimelineSign {
    tracker.platform == .android && state == .forceQuit ? .appStopped : .app(state)
  }

  private mutating func begin(_ record: Record<DeviceRecord>) {
    start = record.wallMilliseconds
    if case .command(.began(let configuration)) = record.payload {
      moved(to: configuration.zone, record)
    }
    change(.phone, .line, PowerMachine.State.unlocked.title, record)
    change(.permission, .none, "not asked", record)
    change(.network, .line, NetworkCondition.online.rawValue, record)
    guard case .command(.began(let configuration)) = record.payload,
      configuration.platform == .android
    else { return }
    change(.limits, .line, TimelineHistory.notInDoze, record)
  }

  private static let notInDoze = "not in Doze"

  // MARK: Android

  private mutating func seeAndroid(_ record: Record<DeviceRecord>) {
    guard case .android(let android) = record.payload else { return }
    switch android {
    case .alarmLost(let identifier, let loss, .plugin):
      mark(.alarms, .alarmLost(identifier, loss.words), record)
    case .channelChanged(let identifier, let importance):
      let isBlocked = importance == 0
      // That the app makes its channel is no change of a setting.
      let isNew = !channels.contains(identifier) && !isBlocked
      if !channels.contains(identifier) { channels.append(identifier) }
      if isNew { break }
      let word = ChannelWord.word(of: importance)
      mark(.limits, .setting("channel \(identifier) \(isBlocked ? "off" : word)"), record)
    case .channelDeleted(let identifier):
      mark(.limits, .setting("channel \(identifier) deleted"), record)
    case .dozeChanged(let phase):
      switch phase {
      case .active: doze("Doze ends", .line, TimelineHistory.notInDoze, record)
      case .idle: doze("Doze begins", .trouble, "Doze", record)
      case .maintenance: doze("a maintenance window of Doze", .line, "window", record)
      }
    case .exactAlarmsChanged(let isGranted):
      if states(of: .alarms).isEmpty, let start { begin(exactAlarms: !isGranted, at: start) }
      change(
        .alarms, TimelineHistory.look(exactAlarms: isGranted),
        TimelineHistory.word(exactAlarms: isGranted), record)
      mark(.alarms, .setting("exact alarms \(isGranted ? "allowed" : "not allowed")"), record)
    case .exemptionDialogShown: mark(.limits, .setting("dialog for the exemption"), record)
    case .exemptionAnswered(let isAllowed):
      let word = isAllowed ? TimelineHistory.word(exempt: true) : "no exemption"
      mark(.limits, .setting(word), record)
    case .exemptionDismissed: mark(.limits, .setting("dialog for the exemption dismissed"), record)
    case .alarmSet, .alarmLost, .unreceived, .alarmRefused, .alarmCancelled, .alarmHeld,
      .alarmFired, .broadcast, .stoppedChanged,
      .workStopped, .settingsOpened:
      break
    }
  }

  private static func word(exempt isExempt: Bool) -> String {
    isExempt ? "exempt from battery optimization" : "battery optimized"
  }

  private mutating func doze(
    _ what: String, _ look: TimelineState.Look, _ word: String, _ record: Record<DeviceRecord>
  ) {
    change(.limits, look, word, record)
    mark(.limits, .doze(what), record)
  }

  /// What held of exact alarms when the phone began.
  private mutating func begin(exactAlarms isGranted: Bool, at time: Int64) {
    states[TimelineRow.alarms.rawValue].append(
      TimelineState(
        time: time, sequence: 0, look: TimelineHistory.look(exactAlarms: isGranted),
        word: TimelineHistory.word(exactAlarms: isGranted)))
  }

  private static func look(exactAlarms isGranted: Bool) -> TimelineState.Look {
    isGranted ? .line : .trouble
  }

  private static func word(exactAlarms isGranted: Bool) -> String {
    isGranted ? "exact" : "no exact ones"
  }

  private mutating func delivered(_ item: VisibleNotification, _ record: Record<DeviceRecord>) {
    let info = item.content.info
    // What other code shows belongs to no row.
    guard info.purpose != .foreign else { return }
    let isDefault = info.source == .default && info.kind != .reminder
    let sign: TimelineSign =
      isDefault
      ? .shownWithDefault(tracker.reason(info.kind, at: record.wallMilliseconds))
      : .shown(info.source)
    mark(TimelineRow(info.kind), sign, record)
  }

  private mutating func missed(_ missed: MissedNotification, _ record: Record<DeviceRecord>) {
    if losses.has(missed) { return }
    add(
      TimelineMark(
        row: TimelineRow(missed.kind),
        sign: .missed(missed.reason, missed.certainty),
        time: missed.plannedTime, sequence: record.sequence))
  }

  private mutating func see(_ command: Command, _ record: Record<DeviceRecord>) {
    if case .setPermission(let status) = command { permission(status.replyWord, record) }
    if case .setNetwork(let condition) = command {
      change(.network, TimelineState.Look(condition), condition.rawValue, record)
      mark(.network, .network(condition), record)
    }
    if case .setZone(let zone) = command {
      moved(to: zone, record)
      mark(.zone, .zone(zone.identifier), record)
    }
    if case .shiftDST = command, let zone = zones.zone {
      let other = zone.unshifted ?? zone.shifted
      moved(to: other, record)
      mark(.zone, .zone(other.identifier), record)
    }
    if case .warpClock(let milliseconds) = command {
      mark(.zone, .clockSet(milliseconds: milliseconds), record)
    }
    if case .setStandbyBucket(let bucket) = command {
      mark(.limits, .setting("standby bucket \(bucket.rawValue)"), record)
    }
    if case .setBatteryExemption(let isOn) = command {
      mark(.limits, .setting(TimelineHistory.word(exempt: isOn)), record)
    }
    if case .reboot = command { mark(.phone, .rebooted, record) }
    if case .reinstall = command { change(.permission, .none, "not asked", record) }
  }

  private mutating func moved(to zone: Zone, _ record: Record<DeviceRecord>) {
    zones.note(zone, sequence: record.sequence, time: record.wallMilliseconds)
    change(.zone, .line, zone.shortName, record)
  }

  private mutating func see(_ message: LogMessage, _ record: Record<DeviceRecord>) {
    if case .prefetchSucceeded(let status, let bytes) = message {
      mark(.prefetch, .fetched(status: status, bytes: bytes), record)
    }
    if case .prefetchFailed(let reason, let status) = message {
      mark(.prefetch, .fetchFailed(reason, status: status), record)
    }
    if message.isWorkMissed { mark(.prefetch, .taskNeverRan, record) }
  }

  private mutating func permission(_ word: String, _ record: Record<DeviceRecord>) {
    change(.permission, word == "denied" ? .trouble : .line, word, record)
    mark(.permission, .permission(word), record)
  }

  private mutating func mark(
    _ row: TimelineRow, _ sign: TimelineSign, _ record: Record<DeviceRecord>, since: Int64? = nil
  ) {
    add(
      TimelineMark(
        row: row, sign: sign, time: record.wallMilliseconds,
        since: since.flatMap { $0 < record.wallMilliseconds ? $0 : nil },
        sequence: record.sequence))
  }

  private mutating func add(_ mark: TimelineMark) {
    // Nearly always it is the latest.
    if let last = marks.last, last.time > mark.time {
      marks.insert(mark, at: place(after: mark.time))
    } else {
      marks.append(mark)
    }
    markCount += 1
    tally.add(mark)
    if awaitedMark == nil, let awaited, awaited.isMark(mark.sign) { awaitedMark = mark }
    if marks.count >= countMax { marks.removeFirst(marks.count / 4) }
  }

  private mutating func change(
    _ row: TimelineRow, _ look: TimelineState.Look, _ word: String,
    _ record: Record<DeviceRecord>
  ) {
    let last = states[row.rawValue].last
    guard last?.look != look || last?.word != word else { return }
    states[row.rawValue].append(
      TimelineState(
        time: record.wallMilliseconds, sequence: record.sequence, look: look, word: word))
    if states[row.rawValue].count >= countMax {
      states[row.rawValue].removeFirst(countMax / 4)
    }
  }

  /// The place of the first mark that is after a time; O(log n).
  func place(after time: Int64) -> Int {
    var low = 0
    var high = marks.count
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The marks of a stretch of time, the oldest first.
  func marks(in times: Range<Int64>) -> ArraySlice<TimelineMark> {
    marks[place(after: times.lowerBound - 1)..<place(after: times.upperBound - 1)]
  }
}
