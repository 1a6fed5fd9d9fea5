import CivilTime
import DailyNotification
import DeviceModel
import SimulationCore

/// 4: at most one pending prefetch task; the old one is cancelled before a new one is submitted.
///
/// On Android each work has the name of a kind, and of each name at most one waits for a date, with
/// what follows it. When an entry has ended, a name waits only where an enabled schedule of its
/// kind has content to fetch.
struct OnePrefetchTaskChecker: Sendable {
  private var reader = StorageReader()
  private var finding: String?
  /// Whether an entry has planned what is to be fetched.
  private var isPlanned = false
  /// The names whose work the system has stopped, and that has not begun again.
  private var stopped: [String] = []

  mutating func workStopped(_ task: LaunchedTask) { stopped.append(task.identifier) }

  mutating func launched(_ task: LaunchedTask) {
    if !stopped.isEmpty { stopped.removeAll { $0 == task.identifier } }
  }

  mutating func submitted(_ isReplacement: Bool) {
    if isReplacement { finding = "a prefetch task was submitted while one was pending" }
  }

  mutating func entryBegan(_ entry: PluginEntry) {
    if entry.hasEntrySteps { isPlanned = true }
  }

  mutating func check(_ device: Device) -> String? {
    defer { isPlanned = false }
    if device.os.isAndroid {
      if let finding = wrongWork(device) { return finding }
    } else if device.os.backgroundWorkCount > 1 {
      let count = device.backgroundWork.count { $0.isPrefetch }
      if count > 1 { return "\(count) prefetch tasks are pending" }
    }
    return finding.take()
  }

  /// What is wrong with the works that wait; nil when nothing is.
  @inline(never)
  private mutating func wrongWork(_ device: Device) -> String? {
    guard device.os.backgroundWorkCount > 0 else { return nil }
    let waiting = device.backgroundWork
    let names = device.os.workNames
    if let other = waiting.first(where: { $0.isPrefetch && !names.contains($0.identifier) }) {
      return "work named \(other.identifier) is pending, which is the name of no kind"
    }
    if isPlanned, let finding = needlessWork(waiting, device) { return finding }
    guard waiting.count > 1 else { return nil }
    let work = waiting.filter(\.isPrefetch)
    for (index, waiting) in work.enumerated() {
      let others = work[..<index].filter { $0.identifier == waiting.identifier }
      // Work that the system has stopped waits again, before what was appended to it.
      if others.count > 1 {
        return "\(others.count + 1) works named \(waiting.identifier) are pending"
      }
      let isStopped = stopped.contains(waiting.identifier)
      if !isStopped, others.contains(where: { $0.beginDate == waiting.beginDate }) {
        let date = ISO8601.text(waiting.beginDate)
        return "two works named \(waiting.identifier) are pending for \(date)"
      }
    }
    return nil
  }

  /// Work that waits for a kind of which nothing is to be fetched.
  private mutating func needlessWork(
    _ waiting: OperatingSystem.BackgroundWork, _ device: Device
  ) -> String? {
    // A worker that runs keeps what it has appended until it returns.
    guard device.os.process.state.isAlive, device.os.isStorageReadable,
      !device.os.isBackgroundWorkRunning
    else { return nil }
    for work in waiting {
      guard let kind = OperatingSystem.onlyKind(ofWork: work.identifier) else { continue }
      if kind == .dual { reader.readSettings(of: device) }
      let isNeeded =
        kind == .dual
        ? reader.dual?.fetch != nil
        : device.os.storage.schedules.contains { $0.isEnabled && $0.decodedKind == kind }
      if !isNeeded { return "work named \(work.identifier) is pending, and nothing needs it" }
    }
    return nil
  }
}

/// 5: every launched task completes at most once, and exactly once unless its process dies; on
/// Android a receiver ends within its ten seconds.
struct CompletesOnceChecker: Sendable {
  private struct Run: Hashable {
    let number: Int
    /// The last instant at which it may still run.
    let end: SimulationInstant
  }

  private var running: [Run] = []
  private var finding: String?
  /// The first task whose launch was seen without a gap since; earlier ones are unknown.
  private var knownFrom = 0

  /// How long a task has to complete after its time is up.
  static let graceMilliseconds: Int64 = 5_000

  mutating func launched(_ task: LaunchedTask, _ instant: SimulationInstant) {
    let limit = OperatingSystem.runLimitMilliseconds(ofWork: task.identifier)
    let end = instant.advanced(
      byMilliseconds: limit + CompletesOnceChecker.graceMilliseconds)
    knownFrom = min(knownFrom, task.number)
    running.append(Run(number: task.number, end: end))
  }

  mutating func completed(_ task: LaunchedTask) {
    if task.number >= knownFrom, !running.contains(where: { $0.number == task.number }) {
      finding = "task \(task.number) was completed and is not running"
    }
    lost(task)
  }

  /// Records were dropped before they could be read: launches and completions among them.
  mutating func lostSight() {
    running.removeAll()
    knownFrom = .max
  }

  /// What other code does with its own tasks is recorded and breaks nothing of the plugin's.
  mutating func completedTwice(_ task: LaunchedTask) {
    guard OperatingSystem.workIdentifiers.contains(task.identifier) else { return }
    finding = "task \(task.number) was completed twice"
  }

  mutating func lost(_ task: LaunchedTask) {
    running.removeAll { $0.number == task.number }
  }

  mutating func crashed(_ reason: String) {
    if reason.hasPrefix("task ") || reason.hasPrefix("a receiver ") { finding = reason }
  }

  mutating func check(_ device: Device) -> String? {
    if let finding = finding.take() { return finding }
    guard let overdue = running.first(where: { $0.end < device.os.now }) else {
      return nil
    }
    running.removeAll { $0 == overdue }
    return "task \(overdue.number) was never completed"
  }
}

/// 6: a daily prefetch is asked one lead before its notification and at least 60 s ahead; tasks
/// after a miss or for a retry are apart.
///
/// On Android work of each name begins by its own kind of schedule. What follows a run that has
/// failed or was cut short is apart too, since it is tried again. What follows a run that has
/// succeeded was decided during that run, so it need not be 60 s ahead of the run's end.
struct PrefetchLeadChecker: Sendable {
  private struct Request: Sendable {
    let name: String
    let begin: Int64
    let wallMilliseconds: Int64
    /// Whether it may begin at another time than one lead before a notification.
    let hasOwnTime: Bool
    /// Whether it was decided before it was enqueued, while a run was going on.
    let isDecidedEarlier: Bool
  }

  /// A run of Android's work.
  private struct Run: Sendable {
    let task: LaunchedTask
    /// Whether what follows it has its own time.
    var isRetried = false
  }

  private var isExempt = false
  private var requests: [Request] = []
  /// Android's runs that have not ended.
  private var running: [Run] = []
  /// Android's runs that have ended in this event.
  private var ended: [Run] = []

  /// The app was installed anew: nothing that ran or was submitted counts any more.
  mutating func reinstalled() { self = PrefetchLeadChecker() }

  /// Records were dropped before they could be read: what runs is unknown.
  mutating func lostSight() { running.removeAll() }

  /// What is submitted next in this entry is no daily prefetch, nor what follows the runs.
  mutating func exempt() {
    isExempt = true
    for index in running.indices { running[index].isRetried = true }
  }

  mutating func entryBegan() { isExempt = false }

  mutating func launched(_ task: LaunchedTask) { running.append(Run(task: task)) }

  /// The plugin has cancelled a run or replaced its work, so that nothing is tried again.
  mutating func cancelled(_ task: LaunchedTask) { running.removeAll { $0.task == task } }

  /// A run has ended; one whose launch was not seen is taken as one that is tried again.
  mutating func ended(_ task: LaunchedTask, isSuccess: Bool) {
    let place = running.firstIndex { $0.task == task }
    var run = place.map { running.remove(at: $0) } ?? Run(task: task, isRetried: true)
    if !isSuccess { run.isRetried = true }
    ended.append(run)
  }

  mutating func submitted(_ name: String, _ begin: Int64, _ wallMilliseconds: Int64) {
    let last = ended.last { $0.task.identifier == name }
    let current = running.last { $0.task.identifier == name }
    let isRetried = last?.isRetried ?? current?.isRetried ?? false
    requests.append(
      Request(
        name: name, begin: begin, wallMilliseconds: wallMilliseconds,
        hasOwnTime: isExempt || isRetried, isDecidedEarlier: last != nil))
    isExempt = false
  }

  mutating func check(_ device: Device, _ reader: inout StorageReader) -> String? {
    if !ended.isEmpty, requests.isEmpty { ended.removeAll(keepingCapacity: true) }
    guard !requests.isEmpty else { return nil }
    defer {
      requests.removeAll(keepingCapacity: true)
      if !ended.isEmpty { ended.removeAll(keepingCapacity: true) }
    }
    reader.readSettingsOnce(of: device)
    for request in requests {
      if let finding = check(request, device, &reader) { return finding }
    }
    return nil
  }

  private func check(
    _ request: Request, _ device: Device, _ reader: inout StorageReader
  ) -> String? {
    let begin = request.begin
    if begin < request.wallMilliseconds + 60_000, !request.isDecidedEarlier {
      return "a prefetch was asked for \(ISO8601.text(begin)), less than 60 s ahead"
    }
    if request.hasOwnTime || isPlanned(request, device, &reader) { return nil }
    // A call that could not store its schedule has cancelled the work again.
    let isPending = device.backgroundWork.contains {
      $0.identifier == request.name && $0.beginDate == begin
    }
    return isPending
      ? "a prefetch was asked for \(ISO8601.text(begin)), one lead before no notification" : nil
  }

  /// Whether a schedule, of the kind that the work fetches for, asks for a fetch at that time.
  ///
  /// Android's work of a kind of which nothing is to be fetched breaks number 4.
  private func isPlanned(
    _ request: Request, _ device: Device, _ reader: inout StorageReader
  ) -> Bool {
    let begin = request.begin
    switch OperatingSystem.onlyKind(ofWork: request.name) {
    case .dual: return reader.dual?.fetch == nil || isDualFetch(begin, device, reader)
    case .daily: return !hasDaily(device) || isDailyFetch(begin, device, &reader)
    case .reminder: return false
    case nil: return isDualFetch(begin, device, reader) || isDailyFetch(begin, device, &reader)
    }
  }

  /// Whether a daily schedule asks for a fetch at that time, by any lead that may be in force.
  private func isDailyFetch(
    _ begin: Int64, _ device: Device, _ reader: inout StorageReader
  ) -> Bool {
    // `configure` may change the lead in the event whose entry steps asked by the earlier one.
    isOccurrence(begin + reader.leadMilliseconds, device, &reader)
      || isOwnLead(begin, device, &reader)
      || isOccurrence(begin + reader.earlierLeadMilliseconds, device, &reader)
      || isWidened(begin, device, &reader)
      || isArmed(begin + reader.leadMilliseconds, device)
  }

  /// Whether the dual schedule asks for a fetch at that very time.
  private func isDualFetch(_ begin: Int64, _ device: Device, _ reader: StorageReader) -> Bool {
    reader.dual?.fetch?.nextOccurrence(after: begin - 1, in: device.os.zone) == begin
  }

  /// Whether a schedule with a lead of its own asks for a fetch at that very time.
  private func isOwnLead(
    _ begin: Int64, _ device: Device, _ reader: inout StorageReader
  ) -> Bool {
    for index in device.os.storage.schedules.indices {
      guard let minutes = device.os.storage.schedules[index].leadMinutes else { continue }
      let time = begin + minutes * 60_000
      if reader.nextOccurrence(ofRow: index, after: time - 1, on: device) == time { return true }
    }
    return false
  }

  /// Whether the lead was widened because power is short.
  private func isWidened(
    _ begin: Int64, _ device: Device, _ reader: inout StorageReader
  ) -> Bool {
    reader.isAdaptive
      && (isOccurrence(begin + reader.widenedLeadMilliseconds, device, &reader)
        || isOccurrence(begin + reader.earlierWidenedLeadMilliseconds, device, &reader))
  }

  /// Whether a daily notification is armed for a time, though its row could not be written.
  private func isArmed(_ time: Int64, _ device: Device) -> Bool {
    device.pending.contains {
      $0.content.info.kind == .daily && $0.content.info.plannedTime == time
    }
  }

  private func hasDaily(_ device: Device) -> Bool {
    for index in device.os.storage.schedules.indices where isDaily(index, device) { return true }
    return false
  }

  /// Whether the row at a place is an enabled daily schedule.
  private func isDaily(_ index: Int, _ device: Device) -> Bool {
    device.os.storage.schedules[index].isEnabled
      && device.os.storage.schedules[index].decodedKind == .daily
  }

  private func isOccurrence(
    _ time: Int64, _ device: Device, _ reader: inout StorageReader
  ) -> Bool {
    for index in device.os.storage.schedules.indices where isDaily(index, device) {
      if reader.nextOccurrence(ofRow: index, after: time - 1, on: device) == time { return true }
    }
    return false
  }
}

/// 7: a miss is noticed at the first entry later than 15 minutes after the begin date.
///
/// On Android this holds for the work of each name.
struct MissNoticedChecker: Sendable {
  /// Work that waits for its begin date.
  private struct Waiting: Sendable {
    let name: String
    var begin: Int64
    /// The begin date whose miss the entry that runs has to notice; nil where there is none.
    var overdue: Int64?
  }

  private var waiting: [Waiting] = []
  private var finding: String?
  /// How many misses the entry has reported whose work is not known yet.
  private var noticedCount = 0
  /// The names of work that the system begins again, which nobody has submitted.
  private var restarted: [String] = []

  /// The plugin has reported a miss; the line does not name the work, which is submitted next.
  mutating func noticed() { noticedCount += 1 }

  /// The work at a place is the one whose miss was reported, if one was.
  private mutating func settle(_ place: Int) {
    guard noticedCount > 0, waiting[place].overdue != nil else { return }
    noticedCount -= 1
    waiting[place].overdue = nil
  }

  /// Records were dropped before they could be read: a submission or a launch may be among them.
  mutating func lostSight() {
    waiting.removeAll(keepingCapacity: true)
    noticedCount = 0
  }

  /// A run was cut short: the system puts its work back by itself.
  mutating func restarts(_ name: String) { restarted.append(name) }

  mutating func submitted(_ name: String, _ date: Int64) {
    if let place = restarted.firstIndex(of: name) {
      restarted.remove(at: place)
    } else if let place = place(name) {
      settle(place)
      waiting[place].begin = date
    } else {
      waiting.append(Waiting(name: name, begin: date))
    }
  }

  mutating func launched(_ name: String) {
    if let place = place(name) { waiting.remove(at: place) }
  }

  mutating func cancelled(_ name: String, _ device: Device) {
    guard let place = place(name) else { return }
    // A call without the permission cancels what is overdue; there is nothing left to notice.
    if !device.os.authorization.allowsNotifications { waiting[place].overdue = nil }
    settle(place)
    if waiting[place].overdue == nil { waiting.remove(at: place) }
  }

  mutating func entryBegan(
    _ entry: PluginEntry, _ wallMilliseconds: Int64, _ device: Device
  ) {
    close(device)
    // What is stored cannot be read before the first unlock.
    guard isExpectedToNotice(entry), device.os.isStorageReadable else { return }
    for place in waiting.indices where wallMilliseconds > waiting[place].begin + 900_000 {
      waiting[place].overdue = waiting[place].begin
    }
  }

  mutating func check(_ device: Device) -> String? {
    close(device)
    if !restarted.isEmpty { restarted.removeAll(keepingCapacity: true) }
    return finding.take()
  }

  /// Ends an entry: what it should have noticed and has not is a finding.
  private mutating func close(_ device: Device) {
    defer { noticedCount = 0 }
    guard waiting.contains(where: { $0.overdue != nil }) else { return }
    // A miss that was reported and not submitted again is that of the first work.
    for place in waiting.indices { settle(place) }
    for place in waiting.indices {
      guard let begin = waiting[place].overdue else { continue }
      waiting[place].overdue = nil
      guard device.os.authorization.allowsNotifications else { continue }
      let word = device.os.isAndroid ? "work" : "task"
      finding = "the \(word) of \(ISO8601.text(begin)) was missed and nobody noticed"
    }
  }

  private func place(_ name: String) -> Int? { waiting.firstIndex { $0.name == name } }

  private func isExpectedToNotice(_ entry: PluginEntry) -> Bool {
    switch entry {
    case .launch, .resume, .timeChange, .call, .maintenance, .delegate, .tap, .dismissal,
      .harness, .alarm, .boot, .broadcast:
      true
    case .backgroundLaunch, .task, .expiration, .fetch, .authorization, .removal: false
    }
  }
}
