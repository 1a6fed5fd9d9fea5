import CivilTime
import DailyNotification
import DeviceModel
import SimulationCore

/// 15: the earliest regular prefetch still ahead owns the task, or a record says why not.
///
/// Checked whenever an entry with steps, or a run, has ended: the task that is pending begins no
/// later than that prefetch is due, whatever content its occurrence has already. What excuses is a
/// record that the system refused the task, while nothing of what it refuses for has changed, or
/// that a write failed in that entry. On Android each kind of schedule has work of its own.
struct TaskOwnerChecker: Sendable {
  /// What the system refuses a task for.
  private struct Conditions: Hashable {
    let isRefreshAvailable: Bool
    let isPowerSavingOn: Bool
    let otherWorkCount: Int

    init(_ device: Device) {
      isRefreshAvailable = device.os.backgroundRefresh == .available
      isPowerSavingOn = device.os.isPowerSavingOn
      otherWorkCount = device.backgroundWork.count { !$0.isPrefetch }
    }
  }

  private var isDue = false
  private var runs: [Int] = []
  private var hasWriteFailed = false
  /// The tasks that other code has cancelled since the latest entry with steps.
  private var cancelled: [String] = []
  private var refusedUnder: Conditions?
  /// What the search leaves out.
  private var needless: [Needless] = []

  /// An occurrence of a daily schedule that needs no content any more: its time has come, by a
  /// clock that may have gone back since, or it was shown or reported.
  private struct Needless: Sendable {
    let scheduleID: String
    /// Its wall time, in minutes since 1970-01-01 00:00.
    let wallMinute: Int64
  }

  /// The distance to now that a begin date needs, in milliseconds.
  static let aheadMilliseconds: Int64 = 60_000

  /// An entry for a task leaves the task to its run.
  mutating func entryBegan(_ entry: PluginEntry) {
    guard entry.hasEntrySteps, entry != .task, entry != .backgroundLaunch else { return }
    isDue = true
    hasWriteFailed = false
    cancelled.removeAll()
  }

  mutating func writeFailed() { hasWriteFailed = true }

  mutating func launched(_ task: LaunchedTask) { runs.append(task.number) }

  mutating func lost(_ task: LaunchedTask) { runs.removeAll { $0 == task.number } }

  mutating func completed(_ task: LaunchedTask) {
    guard runs.contains(task.number) else { return }
    runs.removeAll { $0 == task.number }
    isDue = true
  }

  mutating func submitted() { refusedUnder = nil }

  /// Other code has cancelled a task: the next entry submits it again.
  mutating func cancelledByOtherCode(_ name: String) { cancelled.append(name) }

  mutating func refused(_ device: Device) { refusedUnder = Conditions(device) }

  mutating func check(_ device: Device, _ reader: inout StorageReader) -> String? {
    // What a run submits is settled at its end; what a receiver is about to show needs no content
    // any more.
    guard isDue, runs.isEmpty, !device.os.isReceiverRunning else { return nil }
    isDue = false
    guard device.os.authorization.allowsNotifications, device.os.process.state.isAlive,
      device.os.isStorageReadable, !hasWriteFailed, !isRefused(device)
    else { return nil }
    reader.readSettingsOnce(of: device)
    guard device.os.isAndroid else { return finding(of: nil, device, &reader) }
    return finding(of: .daily, device, &reader) ?? finding(of: .dual, device, &reader)
  }

  /// What is wrong with the task of a kind of schedule; nil for the one that all kinds share.
  private mutating func finding(
    of kind: ScheduleKind?, _ device: Device, _ reader: inout StorageReader
  ) -> String? {
    if cancelled.contains(where: { name in
      kind.map { OperatingSystem.fetches(name, for: $0) } ?? true
    }) {
      return nil
    }
    guard let due = earliestDue(of: kind, device, &reader) else { return nil }
    let pending = TaskOwnerChecker.pendingBegin(of: kind, device)
    if let pending, pending <= due { return nil }
    // Rarely so far: what is on its way, was shown or was reported needs no content any more,
    // though clock or zone may have put it ahead again.
    findNeedless(device, &reader)
    defer { needless.removeAll() }
    guard let due = needless.isEmpty ? due : earliestDue(of: kind, device, &reader) else {
      return nil
    }
    let word = device.os.isAndroid ? "work" : "task"
    guard let pending else { return "no \(word) is pending for the fetch of \(ISO8601.text(due))" }
    return pending <= due
      ? nil
      : "the \(word) waits until \(ISO8601.text(pending)); a fetch is due at \(ISO8601.text(due))"
  }

  private static func pendingBegin(
    of kind: ScheduleKind?, _ device: Device
  ) -> Int64? {
    guard let kind else { return device.backgroundWork.prefetch?.beginDate }
    var first: Int64?
    for work in device.backgroundWork
    where OperatingSystem.fetches(work.identifier, for: kind) {
      first = min(first ?? .max, work.beginDate)
    }
    return first
  }

  private mutating func findNeedless(_ device: Device, _ reader: inout StorageReader) {
    let now = device.os.clocks.wall(at: device.os.clocks.now)
    let pending = device.pending
    for index in pending.indices {
      let info = pending.content(at: index).info
      guard info.isOccurrence, info.kind == .daily,
        pending.isOverdue(at: index) || pending[index].triggerMilliseconds <= now
      else { continue }
      needless.append(Needless(scheduleID: info.scheduleID, wallMinute: info.wallMinute))
    }
    let delivered = device.delivered
    for index in delivered.indices {
      let info = delivered.content(at: index).info
      guard info.isOccurrence, info.kind == .daily else { continue }
      needless.append(Needless(scheduleID: info.scheduleID, wallMinute: info.wallMinute))
    }
    for row in device.os.storage.history where row.kind == .daily && row.plannedTime > now {
      addNeedless(row.scheduleID, row.plannedTime, device, &reader)
    }
    for row in device.os.storage.misses where row.kind == .daily && row.plannedTime > now {
      addNeedless(row.id, row.plannedTime, device, &reader)
    }
  }

  /// Adds what was planned for an instant: by the zone of its schedule.
  private mutating func addNeedless(
    _ id: String, _ plannedTime: Int64, _ device: Device, _ reader: inout StorageReader
  ) {
    for row in device.os.storage.schedules where row.isNamed(id, .daily) {
      guard let zone = reader.zone(of: row, deviceZone: device.os.clocks.zone) else { continue }
      needless.append(Needless(scheduleID: id, wallMinute: zone.wallMinute(at: plannedTime)))
    }
  }

  /// Whether the system has refused the task and nothing of what it refuses for has changed.
  private func isRefused(_ device: Device) -> Bool {
    refusedUnder.map { $0 == Conditions(device) } ?? false
  }

  /// When the earliest fetch that can still be submitted is due.
  private func earliestDue(
    of kind: ScheduleKind?, _ device: Device, _ reader: inout StorageReader
  ) -> Int64? {
    if kind == .dual { return dualDue(device, reader) }
    var earliest: Int64?
    for index in device.os.storage.schedules.indices
    where device.os.storage.schedules[index].isEnabled
      && device.os.storage.schedules[index].decodedKind == .daily
    {
      guard let due = due(ofRow: index, device, &reader) else { continue }
      earliest = min(earliest ?? due, due)
    }
    guard kind == nil, let due = dualDue(device, reader) else { return earliest }
    return min(earliest ?? due, due)
  }

  /// A lead that follows the battery may stand at either end.
  private func due(
    ofRow row: Int, _ device: Device, _ reader: inout StorageReader
  ) -> Int64? {
    if let minutes = device.os.storage.schedules[row].leadMinutes {
      return due(ofRow: row, lead: minutes * 60_000, device, &reader)
    }
    let usual = due(ofRow: row, lead: reader.leadMilliseconds, device, &reader)
    guard reader.isAdaptive else { return usual }
    let widened = due(ofRow: row, lead: reader.widenedLeadMilliseconds, device, &reader)
    guard let usual, let widened else { return nil }
    return max(usual, widened)
  }

  private func due(
    ofRow row: Int, lead: Int64, _ device: Device, _ reader: inout StorageReader
  ) -> Int64? {
    let now = device.os.clocks.wall(at: device.os.clocks.now)
    var time = now + TaskOwnerChecker.aheadMilliseconds + lead - 1
    while let next = reader.nextOccurrence(ofRow: row, after: time, on: device) {
      if needless.isEmpty || !isNeedless(next, row, device, &reader) { return next - lead }
      time = next
    }
    return nil
  }

  private func isNeedless(
    _ occurrence: Int64, _ row: Int, _ device: Device, _ reader: inout StorageReader
  ) -> Bool {
    guard
      let zone = reader.zone(
        of: device.os.storage.schedules[row], deviceZone: device.os.clocks.zone)
    else { return false }
    let minute = zone.wallMinute(at: occurrence)
    return needless.contains {
      $0.wallMinute == minute && $0.scheduleID == device.os.storage.schedules[row].id
    }
  }

  /// The dual schedule's next fetch.
  private func dualDue(_ device: Device, _ reader: StorageReader) -> Int64? {
    let earliest =
      device.os.clocks.wall(at: device.os.clocks.now) + TaskOwnerChecker.aheadMilliseconds - 1
    return reader.dual?.fetch.flatMap {
      $0.nextOccurrence(after: earliest, in: device.os.zone)
    }
  }
}
