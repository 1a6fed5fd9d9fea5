import CivilTime
import DailyNotification
import DeviceModel
import SimulationCore

/// 2: stored schedules and the pending list agree whenever a plugin entry has ended and removals
/// are settled.
///
/// Agreement: each enabled schedule has a request for its next occurrence and, while the window has
/// room, for the one after it; a reminder has one request; a dual notification that is skipped
/// without content has none or one; no request belongs to a schedule that is not stored; no
/// occurrence has two requests. While the plugin cannot read what is stored it has to leave the
/// list alone.
struct BookAgreementChecker: Sendable {
  private var checkedEntries = 0
  private var hasRemovedBlindly = false

  private var reader = StorageReader()

  /// The system lost the pending requests: nothing can agree before the next entry.
  mutating func systemCleared(_ device: borrowing Device) {
    checkedEntries = device.os.plannedEntryCount
  }

  /// Requests are to be removed while the plugin reads nothing: only a call can mean that.
  @inline(never)
  mutating func removalStarted(_ sequence: UInt64, _ device: borrowing Device) {
    var earlier = sequence
    while earlier > device.os.trace.oldestSequence {
      earlier -= 1
      guard case .plugin(.entry(let entry))? = device.os.trace.record(earlier)?.payload else {
        continue
      }
      if entry != .call { hasRemovedBlindly = true }
      return
    }
  }

  mutating func check(_ device: borrowing Device) -> String? {
    if hasRemovedBlindly {
      hasRemovedBlindly = false
      return "requests were removed while the schedules could not be read"
    }
    guard device.os.plannedEntryCount != checkedEntries else { return nil }
    guard device.os.authorization.allowsNotifications, device.os.process.state.isAlive,
      device.os.isStorageReadable
    else {
      // Nothing may be armed before the first entry after a grant.
      checkedEntries = device.os.plannedEntryCount
      return nil
    }
    guard !device.os.isRemovalInFlight else { return nil }
    checkedEntries = device.os.plannedEntryCount
    reader.readSettings(of: device)
    let requests = device.pending
    let rows = device.os.storage.schedules
    return orphan(requests, rows) ?? duplicate(requests)
      ?? lacking(requests, rows, now: device.os.wall(at: device.os.now), device.os.zone)
  }

  private func orphan(_ requests: OperatingSystem.Pending, _ rows: [ScheduleRow]) -> String? {
    for index in requests.indices {
      let isStored = rows.contains {
        $0.isEnabled
          && $0.isNamed(
            requests.content(at: index).info.scheduleID, requests.content(at: index).info.kind)
      }
      if !isStored {
        return "'\(requests[index].identifier)' is pending and its schedule is not stored"
      }
    }
    return nil
  }

  /// An occurrence that has two requests, though a change of zone may have moved one of them.
  ///
  /// A cron expression can come twice at a time of day on which the clocks change.
  private func duplicate(_ requests: OperatingSystem.Pending) -> String? {
    for index in requests.indices {
      for earlier in 0..<index
      where
        (requests.content(at: earlier).info.wallMinute
        == requests.content(at: index).info.wallMinute
        && requests.content(at: index).info.kind != .dual
        || requests.content(at: earlier).info.plannedTime
          == requests.content(at: index).info.plannedTime)
        && requests.content(at: earlier).info.kind == requests.content(at: index).info.kind
        && requests.content(at: earlier).info.scheduleID
          == requests.content(at: index).info.scheduleID
      {
        let info = requests.content(at: index).info
        return "'\(info.scheduleID)' has two requests for \(ISO8601.text(info.plannedTime))"
      }
    }
    return nil
  }

  private mutating func lacking(
    _ requests: OperatingSystem.Pending, _ rows: [ScheduleRow], now: Int64, _ deviceZone: Zone
  ) -> String? {
    for index in rows.indices where rows[index].isEnabled {
      guard let kind = ScheduleKind(rawValue: rows[index].kind) else {
        return "schedule '\(rows[index].id)' is of no known kind"
      }
      let finding =
        switch kind {
        case .daily: lackingRow(requests, rows[index], kind, now: now, deviceZone)
        case .reminder: lackingReminder(requests, rows[index], now: now, deviceZone)
        case .dual:
          reader.dual?.isSkipped == true
            ? nil : lackingRow(requests, rows[index], kind, now: now, deviceZone)
        }
      if let finding { return finding }
    }
    return nil
  }

  private mutating func lackingRow(
    _ requests: OperatingSystem.Pending, _ row: ScheduleRow, _ kind: ScheduleKind, now: Int64,
    _ deviceZone: Zone
  ) -> String? {
    let next = reader.nextOccurrence(of: row, after: now, deviceZone: deviceZone)
    guard let next else { return "schedule '\(row.id)' does not decode" }
    if !contains(requests, row.id, kind, next) {
      return "'\(row.id)' has no request for its next occurrence \(ISO8601.text(next))"
    }
    let after = reader.nextOccurrence(of: row, after: next, deviceZone: deviceZone)
    if let after, !contains(requests, row.id, kind, after) {
      return "'\(row.id)' has no reserve for \(ISO8601.text(after))"
    }
    return nil
  }

  private mutating func lackingReminder(
    _ requests: OperatingSystem.Pending, _ row: ScheduleRow, now: Int64, _ deviceZone: Zone
  ) -> String? {
    guard reader.nextOccurrence(of: row, after: now, deviceZone: deviceZone) != nil else {
      return nil
    }
    let isPending = requests.indices.contains {
      requests.content(at: $0).info.kind == .reminder
        && requests.content(at: $0).info.scheduleID == row.id
    }
    return isPending ? nil : "reminder '\(row.id)' has no request"
  }

  private func contains(
    _ requests: OperatingSystem.Pending, _ id: String, _ kind: ScheduleKind, _ time: Int64
  ) -> Bool {
    for index in requests.indices
    where requests.content(at: index).info.plannedTime == time
      && requests.content(at: index).info.kind == kind
      && requests.content(at: index).info.scheduleID == id
    {
      return true
    }
    return false
  }
}
