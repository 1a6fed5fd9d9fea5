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

  mutating func takeFinding() -> String? {
    defer { finding = nil }
    return finding
  }
}

/// 8: nothing stale is shown: at its planned trigger, on Android when it is shown.
struct NothingStaleChecker: Sendable {
  private var reader = StorageReader()
  /// The times to live that were configured, each with the wall time from which it held.
  private var limits: [(from: Int64, milliseconds: Int64)] = []
  private var finding: String?

  /// The app was configured: from now on another time to live may hold.
  mutating func configured(_ wallMilliseconds: Int64, _ device: Device) {
    if limits.isEmpty {
      let choices = device.os.configuration.knobs.plugin
      limits.append((.min, choices.ttlDefault.seconds * 1000))
    }
    reader.readSettings(of: device)
    limits.append((wallMilliseconds, reader.ttlMilliseconds))
    if limits.count > 100 { limits.removeFirst() }
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
    let age = (device.os.isAndroid ? item.deliveredAt : info.plannedTime) - fetchedAt
    // What a journey has made due was on its way from then on.
    let trigger = min(info.plannedTime, item.occurrence)
    let limit = info.kind == .dual ? dualLimit(device) : dailyLimit(at: trigger)
    if age > limit {
      finding =
        "'\(item.identifier)' shows content \(age / 1000) s old "
        + "(time to live \(limit / 1000) s)"
    }
  }

  /// What is due when another time to live is configured is on its way.
  private func dailyLimit(at time: Int64) -> Int64 {
    limits.last { $0.from < time }?.milliseconds ?? limits.first?.milliseconds
      ?? reader.ttlMilliseconds
  }

  /// The dual schedule's own limit; cancelling it takes its notifications away.
  private mutating func dualLimit(_ device: Device) -> Int64 {
    reader.readSettings(of: device)
    return reader.dual?.contentTimeoutMilliseconds ?? .max
  }

  mutating func takeFinding() -> String? {
    defer { finding = nil }
    return finding
  }
}
