import CivilTime
import DailyNotification
import DeviceModel

/// 14: nothing that was shown is reported missed as certain.
///
/// It remembers what was shown, the latest `shownMax`, and looks only when a certain miss is
/// reported, so a delivery costs one write.
struct ShownNotMissedChecker: Sendable {
  private struct Shown: Sendable {
    let id: String
    let plannedTime: Int64
  }

  private var shown: [Shown] = []
  /// The place of the oldest one, once there are `shownMax`.
  private var oldest = 0
  private var finding: String?

  static let shownMax = 2048

  mutating func delivered(_ item: VisibleNotification) {
    remember(Shown(id: item.content.info.scheduleID, plannedTime: item.occurrence))
    let plannedTime = item.content.info.plannedTime
    // A repeating request says only when it was first planned for.
    if !item.isRepeating, plannedTime != item.occurrence {
      remember(Shown(id: item.content.info.scheduleID, plannedTime: plannedTime))
    }
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
    guard missed.certainty == .certain,
      shown.contains(where: { $0.id == missed.id && $0.plannedTime == missed.plannedTime })
    else { return }
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
