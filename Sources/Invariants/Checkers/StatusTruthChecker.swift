import CivilTime
import DailyNotification
import DeviceModel
import JSONText

/// 16: what the plugin answers about itself agrees with what the phone holds.
///
/// It looks when calls 5, 29, 32 or 37 are answered. While removals are in flight, and for times
/// while a reminder is overdue whose next request the system has yet to make, or while something
/// overdue is ahead by a clock that was set back, there is no one answer.
struct StatusTruthChecker: Sendable {
  private var finding: String?

  mutating func replied(
    _ call: PluginCall, _ reply: PluginReply, _ device: Device
  ) {
    guard case .value(let value) = reply, device.os.isStorageReadable else { return }
    if call.method == PluginMethod.getNotificationStatus.rawValue {
      finding = finding ?? status(value, device)
    } else if call.method == PluginMethod.getScheduledReminders.rawValue {
      finding = finding ?? reminders(value, device)
    } else if call.method == PluginMethod.getDualScheduleStatus.rawValue {
      finding = finding ?? dual(value, device)
    } else if call.method == PluginMethod.getCoordinationStatus.rawValue {
      finding = finding ?? coordination(value, device)
    }
  }

  mutating func takeFinding() -> String? { finding.take() }

  private func status(_ value: JSONValue, _ device: Device) -> String? {
    let isAllowed = device.os.authorization.allowsNotifications
    if value["isEnabled"]?.boolValue != isAllowed {
      return "the status says isEnabled \(!isAllowed) while notifications are "
        + device.os.authorization.rawValue
    }
    if device.os.authorization == .denied {
      return deniedStatus(value, device)
    }
    if isAllowed, let finding = blockedStatus(value, device) { return finding }
    guard isAllowed, !device.os.isRemovalInFlight else { return nil }
    let held = Held(device) { _ in true }
    let counts = [held.count, held.ownCount, held.count - held.lateCount].map(Int64.init)
    if !counts.contains(value["pending"]?.integerValue ?? -1) {
      return "the status says \(text(value["pending"])) pending, the phone holds \(held.count)"
    }
    guard !held.isUndecided else { return nil }
    if value["isScheduled"]?.boolValue != (held.next != nil) {
      return "the status says isScheduled \(text(value["isScheduled"])), and the next request of a "
        + "schedule is \(held.nextText)"
    }
    return differs(value["nextNotificationTime"], held, "the status")
  }

  private func deniedStatus(_ value: JSONValue, _ device: Device) -> String? {
    if value["isScheduled"] != false { return "the status says scheduled while denied" }
    let isAnyEnabled = device.os.storage.schedules.contains(where: \.isEnabled)
    if isAnyEnabled, value["error"] != "notifications_denied" {
      return "the status says error \(text(value["error"])) while notifications are denied"
    }
    return nil
  }

  /// On Android nothing is shown on a channel that is off, and the status says that something is
  /// in the way.
  private func blockedStatus(_ value: JSONValue, _ device: Device) -> String? {
    guard device.os.isAndroid, value["error"]?.stringValue == nil else { return nil }
    let channels = device.os.android.channels
    for row in device.os.storage.schedules where row.isEnabled {
      guard let kind = ScheduleKind(rawValue: row.kind),
        let channel = channels.channel(kind.channelID), channel.importance == 0
      else { continue }
      return "the status says no error while the channel \(channel.identifier) is off"
    }
    return nil
  }

  private func reminders(_ value: JSONValue, _ device: Device) -> String? {
    guard device.os.authorization.allowsNotifications, !device.os.isRemovalInFlight else {
      return nil
    }
    for reminder in value["reminders"]?.arrayValue ?? [] {
      let id = reminder["id"]?.stringValue
      let held = Held(device) { $0.kind == .reminder && $0.scheduleID == id }
      guard !held.isUndecided else { continue }
      let name = "the list of reminders, for '\(id ?? "")',"
      if reminder["isScheduled"]?.boolValue != (held.next != nil) {
        return "\(name) says isScheduled \(text(reminder["isScheduled"])), and its next request is "
          + held.nextText
      }
      guard held.next != nil else { continue }
      if let finding = differs(reminder["nextTriggerTime"], held, name) { return finding }
    }
    return nil
  }

  private func dual(_ value: JSONValue, _ device: Device) -> String? {
    guard device.os.authorization.allowsNotifications, !device.os.isRemovalInFlight else {
      return nil
    }
    let held = Held(device) { $0.kind == .dual }
    if held.isUndecided { return nil }
    return differs(
      value["userNotification"]?["nextNotificationTime"], held, "the status of the dual schedule")
  }

  private func coordination(_ value: JSONValue, _ device: Device) -> String? {
    // What a worker has appended, and will not follow it, waits until the worker returns.
    if device.os.isAndroid, device.os.isBackgroundWorkRunning { return nil }
    let names = Set(device.backgroundWork.filter(\.isPrefetch).map(\.identifier))
    return value["pendingTasks"]?.integerValue == Int64(names.count)
      ? nil
      : "the status says \(text(value["pendingTasks"])) tasks pending, the phone holds "
        + String(names.count)
  }

  private func differs(_ value: JSONValue?, _ held: Held, _ what: String) -> String? {
    guard value?.integerValue != held.next else { return nil }
    let said = value?.integerValue.map(ISO8601.text) ?? "nothing"
    return "\(what) says \(said) comes next, the phone's next request is \(held.nextText)"
  }

  private func text(_ value: JSONValue?) -> String { value?.canonicalText ?? "nothing" }

  /// What the phone holds of enabled schedules.
  private struct Held {
    var count = 0
    /// How many the phone holds of the plugin in all, those of no enabled schedule included.
    var ownCount = 0
    /// Those whose time has passed and that fire late, as the phone's maker has it.
    ///
    /// The plugin cannot know whether they are there.
    var lateCount = 0
    /// When the next one fires, ms since the Unix epoch.
    var next: Int64?
    /// Whether nobody but the system knows what fires next.
    var isUndecided = false

    init(_ device: Device, where isCounted: (RequestInfo) -> Bool) {
      let now = device.os.wall(at: device.os.now)
      let pending = device.pending
      for index in pending.indices {
        let info = pending.content(at: index).info
        guard info.purpose != .foreign else { continue }
        ownCount += 1
        guard info.isOccurrence else { continue }
        let isStored = device.os.storage.schedules.contains {
          $0.isEnabled && $0.isNamed(info.scheduleID, info.kind)
        }
        guard isStored, isCounted(info) else { continue }
        count += 1
        let item = pending[index]
        if item.isOverdue {
          if info.kind == .reminder || item.triggerMilliseconds > now { isUndecided = true }
        } else if item.triggerMilliseconds > now {
          next = min(next ?? .max, item.triggerMilliseconds)
        } else {
          lateCount += 1
        }
      }
    }

    var nextText: String { next.map(ISO8601.text) ?? "none" }
  }
}
