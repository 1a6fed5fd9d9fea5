import CivilTime
import DailyNotification
import DeviceModel

/// 14: nothing that was shown is reported missed as certain.
///
/// It remembers what was shown, the latest `shownMax`, and looks only when a certain miss is
/// reported, so a delivery costs one write. It goes by wall times, since a journey gives two of
/// them the same instant: whole days apart, or hours where a schedule fires several times a day.
struct ShownNotMissedChecker: Sendable {
  private struct Shown: Sendable {
    let id: String
    let kind: ScheduleKind
    let revision: Int64
    let plannedTime: Int64
    let wallMinute: Int64
  }

  private var shown: [Shown] = []
  /// The place of the oldest one, once there are `shownMax`.
  private var oldest = 0
  private var finding: String?
  private var reader = StorageReader()

  static let shownMax = 2048

  mutating func delivered(_ item: VisibleNotification, _ device: Device) {
    let info = item.content.info
    guard info.isOccurrence else { return }
    // A repeating request says only when it was first planned for.
    let zone = item.isRepeating ? zone(of: info, device) : nil
    remember(
      Shown(
        id: info.scheduleID, kind: info.kind, revision: info.revision,
        plannedTime: item.occurrence,
        wallMinute: zone?.wallMinute(at: item.occurrence) ?? info.wallMinute))
  }

  private mutating func zone(of info: RequestInfo, _ device: Device) -> Zone {
    for row in device.os.storage.schedules where row.isNamed(info.scheduleID, info.kind) {
      return reader.zone(of: row, deviceZone: device.os.zone) ?? device.os.zone
    }
    return device.os.zone
  }

  private mutating func remember(_ item: Shown) {
    guard shown.count == ShownNotMissedChecker.shownMax else { return shown.append(item) }
    shown[oldest] = item
    oldest = (oldest + 1) % ShownNotMissedChecker.shownMax
  }

  /// A call has scheduled anew: what is ahead, by a clock that was set back, may be missed.
  mutating func revised(_ id: String, _ kind: ScheduleKind, _ wallMilliseconds: Int64) {
    let isAhead = { (item: Shown) in
      item.id == id && item.kind == kind && item.plannedTime > wallMilliseconds
    }
    guard shown.contains(where: isAhead) else { return }
    shown.removeAll(where: isAhead)
    oldest = 0
  }

  mutating func see(_ missed: MissedNotification, _ device: Device) {
    guard missed.certainty == .certain else { return }
    let zone = reader.zone(of: missed, on: device)
    let row = device.os.storage.schedules.first { $0.isNamed(missed.id, missed.kind) }
    let revision = row?.revision
    let isShown = shown.contains { item in
      guard item.id == missed.id, item.kind == missed.kind else { return false }
      // In another zone of its own a schedule has the same wall times at other instants.
      let isOfRevision = revision == nil || item.revision == revision
      if item.wallMinute == missed.wallMinute {
        return isOfRevision || item.plannedTime == missed.plannedTime
      }
      // In a gap an occurrence is later than its wall time. Otherwise these are two wall times of
      // a cron expression that two zones have at one instant.
      return item.plannedTime == missed.plannedTime
        && zone.instant(of: WallTime(minutesSinceEpoch: item.wallMinute)) == item.plannedTime
    }
    guard isShown else { return }
    let time = ISO8601.text(missed.plannedTime)
    finding = "'\(missed.id)' of \(time) was shown and is reported missed for certain"
  }

  mutating func takeFinding() -> String? { finding.take() }
}
