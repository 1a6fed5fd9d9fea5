import CivilTime
import DailyNotification
import DeviceModel

/// 13: after a quiet phase (allowed, unlocked, opened once, no more faults) all is as it should be.
struct ConvergenceChecker: Sendable {
  private var reader = StorageReader()

  /// What is not as it should be; nil when everything is.
  mutating func check(_ device: Device) -> String? {
    reader.readSettings(of: device)
    let activities = device.activities.map(\.rawValue)
    if !activities.isEmpty { return "still busy: \(activities.joined(separator: ", "))" }
    let now = device.os.wall(at: device.os.now)
    let isFull = device.pending.count == device.os.pendingMax
    let hasDualFetch = reader.dual?.fetch != nil
    var hasDailyFetch = false
    for index in device.os.storage.schedules.indices
    where device.os.storage.schedules[index].isEnabled {
      let row = device.os.storage.schedules[index]
      hasDailyFetch = hasDailyFetch || row.decodedKind == .daily
      if row.decodedKind == .dual, reader.dual?.isSkipped == true { continue }
      guard
        let next = reader.nextOccurrence(ofRow: index, after: now, on: device)
      else { continue }
      let isArmed = device.pending.contains {
        $0.content.info.isOccurrence && $0.content.info.scheduleID == row.id
          && $0.content.info.kind.rawValue == row.kind
      }
      // Other code may hold every place.
      if !isArmed, !isFull { return "'\(row.id)' has no request for \(ISO8601.text(next))" }
      if row.triggerTime <= now - 3_600_000 {
        return "'\(row.id)' of \(ISO8601.text(row.triggerTime)) is not accounted for"
      }
    }
    let isTaskPossible =
      device.os.backgroundRefresh == .available && !device.os.isSimulator
      && device.backgroundWork.allSatisfy(\.isPrefetch)
    guard isTaskPossible else { return nil }
    if device.os.isAndroid {
      let kinds: [ScheduleKind] = (hasDailyFetch ? [.daily] : []) + (hasDualFetch ? [.dual] : [])
      for name in device.os.workNames
      where OperatingSystem.onlyKind(ofWork: name).map(kinds.contains) ?? false {
        let isWaiting = device.backgroundWork.contains { $0.identifier == name }
        if !isWaiting { return "no work named \(name) is pending" }
      }
    } else if hasDailyFetch || hasDualFetch, device.backgroundWork.prefetch == nil {
      return "no prefetch task is pending"
    }
    return nil
  }
}
