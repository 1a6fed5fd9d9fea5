import CivilTime
import DailyNotification
import DeviceModel
import SimulationCore

/// 4: at most one pending prefetch task; the old one is cancelled before a new one is submitted.
///
/// On Android each work has the name of a kind, at most one of a name waits for each date, with
/// what follows it, and when an entry has ended only one name waits.
struct OnePrefetchTaskChecker: Sendable {
  private var finding: String?
  /// Whether an entry has planned what is to be fetched first.
  private var isPlanned = false

  mutating func submitted(_ isReplacement: Bool) {
    if isReplacement { finding = "a prefetch task was submitted while one was pending" }
  }

  mutating func entryBegan(_ entry: PluginEntry) {
    if entry.hasEntrySteps { isPlanned = true }
  }

  mutating func check(_ device: borrowing Device) -> String? {
    defer { isPlanned = false }
    if device.os.isAndroid {
      if let finding = wrongWork(device) { return finding }
    } else if device.os.backgroundWorkCount > 1 {
      let count = device.backgroundWork.count { $0.isPrefetch }
      if count > 1 { return "\(count) prefetch tasks are pending" }
    }
    defer { finding = nil }
    return finding
  }

  /// What is wrong with the works that wait; nil when nothing is.
  @inline(never)
  private func wrongWork(_ device: borrowing Device) -> String? {
    guard device.os.backgroundWorkCount > 0 else { return nil }
    let waiting = device.backgroundWork
    let names = device.os.workNames
    if let other = waiting.first(where: { $0.isPrefetch && !names.contains($0.identifier) }) {
      return "work named \(other.identifier) is pending, which is the name of no kind"
    }
    guard waiting.count > 1 else { return nil }
    let work = waiting.filter(\.isPrefetch)
    for (index, waiting) in work.enumerated() {
      let others = work[..<index].filter { $0.identifier == waiting.identifier }
      // Work that the system has stopped waits again, before what was appended to it.
      if others.count > 1 {
        return "\(others.count + 1) works named \(waiting.identifier) are pending"
      }
      if others.contains(where: { $0.beginDate == waiting.beginDate }) {
        let date = ISO8601.text(waiting.beginDate)
        return "two works named \(waiting.identifier) are pending for \(date)"
      }
    }
    // A worker that runs keeps what it has appended until it returns.
    guard isPlanned, work.count > 1, work.contains(where: { $0.identifier != work[0].identifier }),
      device.os.process.state.isAlive, device.os.isStorageReadable,
      !device.os.isBackgroundWorkRunning
    else { return nil }
    return "works of two names are pending"
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

  mutating func check(_ device: borrowing Device) -> String? {
    defer { finding = nil }
    if let finding { return finding }
    guard let overdue = running.first(where: { $0.end < device.os.now }) else {
      return nil
    }
    running.removeAll { $0 == overdue }
    return "task \(overdue.number) was never completed"
  }
}

/// 6: a daily prefetch is asked one lead before its notification and at least 60 s ahead; tasks
/// after a miss or for a retry are apart.
struct PrefetchLeadChecker: Sendable {
  private var reader = StorageReader()
  private var isExempt = false
  private var requests: [(begin: Int64, wall: Int64, isExempt: Bool)] = []

  /// The app was installed anew: the contract's lead holds again.
  mutating func reinstalled() { self = PrefetchLeadChecker() }

  /// What is submitted next in this entry is no daily prefetch.
  mutating func exempt() { isExempt = true }

  mutating func entryBegan() { isExempt = false }

  mutating func submitted(_ begin: Int64, _ wallMilliseconds: Int64) {
    requests.append((begin, wallMilliseconds, isExempt))
    isExempt = false
  }

  mutating func check(_ device: borrowing Device) -> String? {
    guard !requests.isEmpty else { return nil }
    defer { requests.removeAll(keepingCapacity: true) }
    reader.readSettings(of: device)
    for (begin, wall, isExempt) in requests {
      if let finding = check(begin, wall, isExempt, device) { return finding }
    }
    return nil
  }

  private mutating func check(
    _ begin: Int64, _ wall: Int64, _ isExempt: Bool, _ device: borrowing Device
  ) -> String? {
    if begin < wall + 60_000 {
      return "a prefetch was asked for \(ISO8601.text(begin)), less than 60 s ahead"
    }
    if isExempt || isOccurrence(begin + reader.leadMilliseconds, device) { return nil }
    if isDualFetch(begin, device) || isOwnLead(begin, device) { return nil }
    // `configure` may change the lead in the event whose entry steps asked by the earlier one.
    let isEarlierLead =
      isOccurrence(begin + reader.earlierLeadMilliseconds, device) || isWidened(begin, device)
    if isEarlierLead { return nil }
    // A call that could not store its schedule has cancelled the task again.
    let isPending = device.backgroundWork.contains { $0.beginDate == begin }
    return !isPending || isArmed(begin + reader.leadMilliseconds, device)
      ? nil : "a prefetch was asked for \(ISO8601.text(begin)), one lead before no notification"
  }

  /// Whether the dual schedule asks for a fetch at that very time.
  private func isDualFetch(_ begin: Int64, _ device: borrowing Device) -> Bool {
    reader.dual?.fetch?.nextOccurrence(after: begin - 1, in: device.os.zone) == begin
  }

  /// Whether a schedule with a lead of its own asks for a fetch at that very time.
  private mutating func isOwnLead(_ begin: Int64, _ device: borrowing Device) -> Bool {
    for index in device.os.storage.schedules.indices {
      guard let minutes = device.os.storage.schedules[index].leadMinutes else { continue }
      let time = begin + minutes * 60_000
      if reader.nextOccurrence(ofRow: index, after: time - 1, on: device) == time { return true }
    }
    return false
  }

  /// Whether the lead was widened because power is short.
  private mutating func isWidened(_ begin: Int64, _ device: borrowing Device) -> Bool {
    reader.isAdaptive
      && (isOccurrence(begin + reader.widenedLeadMilliseconds, device)
        || isOccurrence(begin + reader.earlierWidenedLeadMilliseconds, device))
  }

  /// Whether a daily notification is armed for a time, though its row could not be written.
  private func isArmed(_ time: Int64, _ device: borrowing Device) -> Bool {
    device.pending.contains {
      $0.content.info.kind == .daily && $0.content.info.plannedTime == time
    }
  }

  private mutating func isOccurrence(_ time: Int64, _ device: borrowing Device) -> Bool {
    for index in device.os.storage.schedules.indices
    where device.os.storage.schedules[index].isEnabled
      && device.os.storage.schedules[index].kind == ScheduleKind.daily.rawValue
    {
      if reader.nextOccurrence(ofRow: index, after: time - 1, on: device) == time { return true }
    }
    return false
  }
}

/// 7: a miss is noticed at the first entry later than 15 minutes after the begin date.
struct MissNoticedChecker: Sendable {
  private var begin: Int64?
  private var isDue = false
  private var finding: String?

  mutating func noticed() { isDue = false }

  /// Records were dropped before they could be read: a submission or a launch may be among them.
  mutating func lostSight() {
    begin = nil
    isDue = false
  }

  mutating func submitted(_ date: Int64) { begin = date }

  mutating func launched() { begin = nil }

  mutating func cancelled(_ device: borrowing Device) {
    // A call while denied cancels what is overdue; there is nothing left to notice.
    if device.os.authorization == .denied { isDue = false }
    if !isDue { begin = nil }
  }

  mutating func entryBegan(
    _ entry: PluginEntry, _ wallMilliseconds: Int64, _ device: borrowing Device
  ) {
    close(device)
    isDue = isOverdue(at: wallMilliseconds) && isExpectedToNotice(entry)
  }

  mutating func check(_ device: borrowing Device) -> String? {
    close(device)
    defer { finding = nil }
    return finding
  }

  /// Ends an entry: what it should have noticed and has not is a finding.
  private mutating func close(_ device: borrowing Device) {
    if isDue, let begin, device.os.authorization.allowsNotifications {
      finding = "the task of \(ISO8601.text(begin)) was missed and nobody noticed"
    }
    isDue = false
  }

  private func isOverdue(at wallMilliseconds: Int64) -> Bool {
    begin.map { wallMilliseconds > $0 + 900_000 } ?? false
  }

  private func isExpectedToNotice(_ entry: PluginEntry) -> Bool {
    switch entry {
    case .launch, .resume, .timeChange, .call, .maintenance, .delegate, .tap, .dismissal,
      .harness, .alarm, .boot, .broadcast:
      true
    case .backgroundLaunch, .task, .expiration, .fetch, .authorization, .removal: false
    }
  }
}
