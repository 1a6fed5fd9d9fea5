import CivilTime
import DailyNotification
import DeviceModel

/// 14: nothing that was shown is reported missed as certain.
///
/// It remembers what was shown, the latest `shownMax`, and looks only when a certain miss is
/// reported, so a delivery costs one write. It goes by wall times, since a journey of a whole day
/// gives two dates the same instant.
struct ShownNotMissedChecker: Sendable {
  private struct Shown: Sendable {
    let id: String
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

  mutating func delivered(_ item: VisibleNotification, _ device: borrowing Device) {
    let info = item.content.info
    guard info.isOccurrence else { return }
    // A repeating request says only when it was first planned for.
    let zone = item.isRepeating ? zone(of: info, device) : nil
    remember(
      Shown(
        id: info.scheduleID, revision: info.revision, plannedTime: item.occurrence,
        wallMinute: zone?.wallMinute(at: item.occurrence) ?? info.wallMinute))
  }

  private mutating func zone(of info: RequestInfo, _ device: borrowing Device) -> Zone {
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
  mutating func revised(_ id: String, _ wallMilliseconds: Int64) {
    guard shown.contains(where: { $0.id == id && $0.plannedTime > wallMilliseconds }) else {
      return
    }
    shown.removeAll { $0.id == id && $0.plannedTime > wallMilliseconds }
    oldest = 0
  }

  mutating func see(_ missed: MissedNotification, _ device: borrowing Device) {
    guard missed.certainty == .certain else { return }
    let zone = reader.zone(of: missed, on: device)
    let wallMinute = zone.wallMinute(at: missed.plannedTime)
    let revision = device.os.storage.schedules.first { $0.id == missed.id }?.revision
    let isShown = shown.contains { item in
      guard item.id == missed.id else { return false }
      // In another zone of its own a schedule has the same wall times at other instants.
      let isOfRevision = revision == nil || item.revision == revision
      if item.wallMinute == wallMinute {
        return isOfRevision || item.plannedTime == missed.plannedTime
      }
      // In a gap an occurrence is later than its wall time. Otherwise these are two wall times of
      // a cron expression that two zones have at one instant.
      return item.plannedTime == missed.plannedTime
        && zone.instant(of: WallTime(minutesSinceEpoch: item.wallMinute)) == item.plannedTime
    }
    guard isShown else { return }
    // A daily schedule and a reminder may have the same id, and a report does not say the kind.
    guard device.os.storage.schedules.count(where: { $0.id == missed.id }) < 2 else { return }
    let time = ISO8601.text(missed.plannedTime)
    finding = "'\(missed.id)' of \(time) was shown and is reported missed for certain"
  }

  mutating func takeFinding() -> String? {
    defer { finding = nil }
    return finding
  }
}
