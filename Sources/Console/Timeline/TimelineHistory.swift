import CivilTime
import DailyNotification
import DeviceModel
import History
import Scenarios
import SimulationCore

/// What the timeline shows of the history, taken in once as it comes: marks, states and zones.
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
  private var platform = DevicePlatform.ios
  /// The channels that there are, on Android.
  private var channels: [String] = []
  /// What is lost.
  private(set) var losses = Losses()
  /// The place of the history's first mark that has yet to be read.
  private var cursor = 0
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

  /// Reads what has happened since, and what has come to nothing in the time that has passed.
  mutating func read(_ run: InteractiveRun) {
    let history = run.history
    platform = history.context.platform
    zones = ZoneHistory(history.context.zones)
    if start == nil { begin(run.device.os, history) }
    let marks = history.marks
    for place in max(cursor, marks.omittedCount)..<marks.endIndex {
      if let mark = marks[place] { see(mark, history, run.device.os) }
    }
    cursor = marks.endIndex
    let change = losses.read(run, since: start ?? run.device.os.wallMilliseconds)
    for number in change.gone { self.marks.removeAll { $0.lostNumber == number } }
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
        row: row, sign: .notShown(lost.cause.words(on: platform)), time: lost.planned,
        lostNumber: number))
  }

  /// What held when the phone began.
  private mutating func begin(_ os: OperatingSystem, _ history: PhoneHistory) {
    let context = history.context
    let time = context.startWallMilliseconds ?? os.wallMilliseconds
    start = time
    let point = TracePoint(sequence: 0, wallMilliseconds: time)
    change(.phone, .line, PowerMachine.State.unlocked.title, point)
    change(.permission, .none, "not asked", point)
    change(.network, .line, NetworkCondition.online.rawValue, point)
    if let zone = context.zones.changes.first?.value { change(.zone, .line, zone.shortName, point) }
    switch context.platform {
    case .ios: break
    case .android:
      change(.limits, .line, TimelineHistory.notInDoze, point)
      let change = history.marks.kept.lazy.compactMap { mark -> Bool? in
        if case .exactAlarmsSet(let isGranted) = mark.event { isGranted } else { nil }
      }.first
      self.change(exactAlarms: change.map { !$0 } ?? os.android.exactAlarms.isGranted, point)
    }
  }

  private static let notInDoze = "not in Doze"

  private mutating func see(_ mark: PhoneMark, _ history: PhoneHistory, _ os: OperatingSystem) {
    let point = mark.point
    switch mark.event {
    case .power(let state):
      change(.phone, TimelineState.Look(state), state.title, point)
      self.mark(.phone, .phone(state), point)
    case .rebooted: self.mark(.phone, .rebooted, point)
    case .clockSet(let milliseconds):
      self.mark(.zone, .clockSet(milliseconds: milliseconds), point)
    case .zoneSet(let zone):
      change(.zone, .line, zone.shortName, point)
      self.mark(.zone, .zone(zone.identifier), point)
    case .networkSet(let condition):
      change(.network, TimelineState.Look(condition), condition.rawValue, point)
      self.mark(.network, .network(condition), point)
    case .app(let state):
      let look = TimelineState.Look(state)
      if states(of: .app).last?.look != look { self.mark(.app, sign(of: state), point) }
      change(.app, look, "", point)
    case .crashed: self.mark(.app, .crashed, point)
    case .restored:
      self.mark(.limits, .setting("restored on a new phone"), point)
      if !os.restoresPermission { change(.permission, .none, "not asked", point) }
    case .reinstalled where os.keepsPermission: break
    case .reinstalled: change(.permission, .none, "not asked", point)
    case .dialogShown: self.mark(.permission, .dialogShown, point)
    case .dialogDismissed: self.mark(.permission, .permission("dialog dismissed"), point)
    case .permissionSet(let status):
      change(.permission, status == .denied ? .trouble : .line, status.replyWord, point)
      self.mark(.permission, .permission(status.replyWord), point)
    case .shown(let showing): see(showing, history)
    case .notShown(_, let kind, let purpose, let reason):
      // What is planned is marked with all that is lost, and with its cause.
      if purpose == .postponed { self.mark(TimelineRow(kind), .notShown(reason.words), point) }
    case .missed(let missed): see(missed, point)
    case .skipSet(let kind, let planned, let isSkipped):
      let zone = history.context.zone(atWall: planned)
      let time = ClockText.moment(planned, now: point.wallMilliseconds, zone)
      self.mark(
        TimelineRow(kind), .setting("\(time) \(isSkipped ? "skipped" : "no longer skipped")"), point
      )
    case .taskLaunched(_, let id, let begin):
      if OperatingSystem.isPrefetch(id) { self.mark(.prefetch, .ran, point, since: begin) }
    case .taskEnded(_, let id, let end):
      if OperatingSystem.isPrefetch(id) { see(end, point) }
    case .taskMissed: self.mark(.prefetch, .taskNeverRan, point)
    case .prefetched(let status, let bytes):
      self.mark(.prefetch, .fetched(status: status, bytes: bytes), point)
    case .prefetchFailed(let reason, let status):
      self.mark(.prefetch, .fetchFailed(reason, status: status), point)
    case .alarmLost(let id, let loss): self.mark(.alarms, .alarmLost(id, loss.words), point)
    case .exactAlarmsSet(let isGranted):
      change(exactAlarms: isGranted, point)
      self.mark(.alarms, .setting("exact alarms \(isGranted ? "allowed" : "not allowed")"), point)
    case .dozeChanged(.active): doze("Doze ends", .line, TimelineHistory.notInDoze, point)
    case .dozeChanged(.idle): doze("Doze begins", .trouble, "Doze", point)
    case .dozeChanged(.maintenance):
      doze("a maintenance window of Doze", .line, "window", point)
    case .channelSet(let id, let importance): see(channel: id, importance, point)
    case .channelDeleted(let id):
      self.mark(.limits, .setting("channel \(id) deleted"), point)
    case .permissionReset:
      change(.permission, .none, "taken back", point)
      self.mark(.permission, .permission("taken back: the app was unused"), point)
    case .hibernationSet(let isHibernating):
      self.mark(.limits, .setting(isHibernating ? "hibernates" : "hibernation ends"), point)
    case .bucketSet(let bucket):
      self.mark(.limits, .upkeep("standby bucket \(bucket.rawValue)"), point)
    case .exemptionSet(let isExempt):
      let word = isExempt ? "exempt from battery optimization" : "battery optimized"
      self.mark(.limits, .setting(word), point)
    case .restrictionSet(let isRestricted):
      let word = isRestricted ? "restricted in the background" : "not restricted"
      self.mark(.limits, .setting(word), point)
    case .exemptionRefused: self.mark(.limits, .setting("no exemption"), point)
    case .exemptionDialogShown:
      self.mark(.limits, .setting("dialog for the exemption"), point)
    case .exemptionDialogDismissed:
      self.mark(.limits, .setting("dialog for the exemption dismissed"), point)
    case .armed, .withdrawn, .tapped, .taskSubmitted, .taskRefused, .taskCancelled, .fetchStarted,
      .fetchEnded, .fetchCancelled, .recovered:
      break
    }
  }

  private func sign(of state: ProcessMachine.State) -> TimelineSign {
    platform == .android && state == .forceQuit ? .appStopped : .app(state)
  }

  private mutating func see(_ showing: Showing, _ history: PhoneHistory) {
    let isDefault = showing.source == .default && showing.kind != .reminder
    let sign: TimelineSign =
      isDefault
      ? .shownWithDefault(history.missingContent(of: showing).cause) : .shown(showing.source)
    add(
      TimelineMark(
        row: TimelineRow(showing.kind), sign: sign, time: showing.point.wallMilliseconds,
        sequence: showing.point.sequence, remark: showing.presentation.remark))
  }

  private mutating func see(_ missed: MissedNotification, _ point: TracePoint) {
    if losses.has(missed) { return }
    add(
      TimelineMark(
        row: TimelineRow(missed.kind), sign: .missed(missed.reason, missed.certainty),
        time: missed.plannedTime, sequence: point.sequence))
  }

  private mutating func see(_ end: PhoneEvent.TaskEnd, _ point: TracePoint) {
    switch end {
    case .expired: mark(.prefetch, .taskExpired, point)
    case .lost: mark(.prefetch, .taskLost, point)
    case .succeeded, .failed, .stopped: break
    }
  }

  // MARK: Android

  private mutating func see(channel id: String, _ importance: Int64, _ point: TracePoint) {
    let isBlocked = importance == 0
    // That the app makes its channel is no change of a setting.
    let isNew = !channels.contains(id) && !isBlocked
    if !channels.contains(id) { channels.append(id) }
    if isNew { return }
    let word = isBlocked ? "off" : ChannelWord.word(of: importance)
    mark(.limits, .setting("channel \(id) \(word)"), point)
  }

  private mutating func doze(
    _ what: String, _ look: TimelineState.Look, _ word: String, _ point: TracePoint
  ) {
    change(.limits, look, word, point)
    mark(.limits, .upkeep(what), point)
  }

  private mutating func change(exactAlarms isGranted: Bool, _ point: TracePoint) {
    change(.alarms, isGranted ? .line : .trouble, isGranted ? "exact" : "no exact ones", point)
  }

  private mutating func mark(
    _ row: TimelineRow, _ sign: TimelineSign, _ point: TracePoint, since: Int64? = nil
  ) {
    add(
      TimelineMark(
        row: row, sign: sign, time: point.wallMilliseconds,
        since: since.flatMap { $0 < point.wallMilliseconds ? $0 : nil },
        sequence: point.sequence))
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
    _ row: TimelineRow, _ look: TimelineState.Look, _ word: String, _ point: TracePoint
  ) {
    let last = states[row.rawValue].last
    guard last?.look != look || last?.word != word else { return }
    states[row.rawValue].append(
      TimelineState(
        time: point.wallMilliseconds, sequence: point.sequence, look: look, word: word))
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
