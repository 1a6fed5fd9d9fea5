import DailyNotification
import DeviceModel

/// 1: at most 64 pending, on Android 500, and no add of the plugin evicts anything.
struct PendingLimitChecker: Sendable {
  private var evicted: String?

  /// An add of the plugin has evicted a request.
  mutating func evicted(_ identifier: String) { evicted = identifier }

  mutating func check(_ device: Device) -> String? {
    let count = device.os.pendingCount
    if count > device.os.pendingMax { return "\(count) requests are pending" }
    guard let evicted else { return nil }
    self.evicted = nil
    return "the system evicted '\(evicted)'"
  }
}

/// 3: the plugin adds nothing while denied.
struct NoGhostChecker: Sendable {
  private var finding: String?

  mutating func added(_ identifier: String, _ device: Device) {
    guard device.os.authorization == .denied else { return }
    finding = "'\(identifier)' was added while notifications are denied"
  }

  /// Something was shown; on Android plugin code decides that, while it may.
  mutating func delivered(_ item: VisibleNotification, _ device: Device) {
    guard device.os.isAndroid else { return }
    if !device.os.authorization.allowsNotifications {
      finding = "'\(item.identifier)' was shown while notifications are not allowed"
    } else if item.content.info.isOccurrence {
      let channel = device.os.android.channels.channel(item.content.info.kind.channelID)
      guard let channel, channel.importance == 0 else { return }
      finding = "'\(item.identifier)' was shown on the channel \(channel.identifier), which is off"
    }
  }

  /// The system dropped a request because notifications are denied.
  mutating func dropped(_ identifier: String) {
    finding = "'\(identifier)' was added while notifications are not allowed"
  }

  mutating func takeFinding() -> String? { finding.take() }
}

/// 8: nothing stale is shown: where code of the app runs then, when it is shown, that is on Android
/// and in front of an iPhone's app; else at its planned trigger.
struct NothingStaleChecker: Sendable {
  /// A request of an iPhone that was on its way when another time to live was configured.
  private struct OnItsWay: Sendable {
    let identifier: String
    let plannedTime: Int64
    /// The time to live of then, in milliseconds.
    let limit: Int64

    func isOf(_ info: RequestInfo) -> Bool { info.plannedTime == plannedTime }
  }

  private var reader = StorageReader()
  /// The time to live as it was configured last, in milliseconds; nil before that.
  private var limit: Int64?
  /// What keeps an earlier time to live.
  private var onTheirWay: [OnItsWay] = []
  private var finding: String?

  /// The app was configured: from now on another time to live may hold.
  mutating func configured(_ device: Device) { readLimit(device, before: dailyLimit(device)) }

  /// Records were dropped, and nobody knows what was configured before.
  mutating func lostSight(_ device: Device) { readLimit(device, before: .max) }

  private mutating func readLimit(_ device: Device, before: Int64) {
    reader.readSettings(of: device)
    limit = reader.ttlMilliseconds
    let (pending, now) = (device.pending, device.os.wallMilliseconds)
    onTheirWay.removeAll { item in
      !pending.contains { $0.identifier == item.identifier && item.isOf($0.content.info) }
    }
    for index in pending.indices
    where pending.isOverdue(at: index) || pending[index].triggerMilliseconds <= now {
      let (identifier, info) = (pending[index].identifier, pending.content(at: index).info)
      let isKnown = onTheirWay.contains { $0.identifier == identifier && $0.isOf(info) }
      if isKnown || device.os.isAndroid { continue }
      onTheirWay.append(
        OnItsWay(identifier: identifier, plannedTime: info.plannedTime, limit: before))
    }
  }

  /// The app was installed anew: the contract's time to live holds again.
  mutating func reinstalled() { self = NothingStaleChecker() }

  mutating func see(_ item: VisibleNotification, _ device: Device) {
    let info = item.content.info
    guard info.source != .default else { return }
    guard let fetchedAt = info.fetchedAt else {
      finding = "'\(item.identifier)' shows content of unknown age"
      return
    }
    let isChecked = device.os.isAndroid || item.presentation.decidedBy == .delegate
    let age = (isChecked ? item.deliveredAt : info.plannedTime) - fetchedAt
    let place = onTheirWay.firstIndex { $0.identifier == item.identifier && $0.isOf(info) }
    let earlier = place.map { onTheirWay.remove(at: $0).limit }
    let limit = info.kind == .dual ? dualLimit(device) : earlier ?? dailyLimit(device)
    if age > limit {
      finding =
        "'\(item.identifier)' shows content \(age / 1000) s old "
        + "(time to live \(limit / 1000) s)"
    }
  }

  private func dailyLimit(_ device: Device) -> Int64 {
    limit ?? device.os.configuration.knobs.plugin.ttlDefault.seconds * 1000
  }

  /// The dual schedule's own limit; cancelling it takes its notifications away.
  private mutating func dualLimit(_ device: Device) -> Int64 {
    reader.readSettings(of: device)
    return reader.dual?.contentTimeoutMilliseconds ?? .max
  }

  mutating func takeFinding() -> String? { finding.take() }
}
