import DailyNotification
import DeviceModel
import JSONText

/// 11: cancelling one kind leaves the others.
///
/// While schedules of more than one kind are stored, what stands is noted after each event; when a
/// call cancels a reminder or the dual schedule, the rest of it must still stand once the removals
/// have settled.
struct IsolationChecker: Sendable {
  private struct Standing: Sendable {
    let number: Int
    let kind: ScheduleKind
    let id: String
    let identifier: String
    let plannedTime: Int64
  }

  private var standing: [Standing] = []
  private var expected: [Standing]?

  /// A call began; another one than a cancelling one ends what is expected.
  mutating func called(_ call: PluginCall) {
    if call.method == PluginMethod.cancelDailyReminder.rawValue {
      let id = call.options["reminderId"]?.stringValue
      expected = standing.filter { $0.kind != .reminder || $0.id != id }
    } else if call.method == PluginMethod.cancelDualSchedule.rawValue {
      expected = standing.filter { $0.kind != .dual }
    } else {
      expected = nil
    }
  }

  /// Something else took requests or schedules away.
  mutating func disturbed() { expected = nil }

  /// Notes what stands; costs nothing while there is one kind of schedule.
  mutating func note(_ device: borrowing Device) {
    let count = device.os.storage.schedules.count
    guard count > 1,
      device.os.storage.schedules[0].kind != device.os.storage.schedules[count - 1].kind
        || device.os.storage.schedules[0].kind == ScheduleKind.reminder.rawValue
    else {
      if !standing.isEmpty { standing.removeAll() }
      return
    }
    let pending = device.pending
    let isSame =
      standing.count == pending.count
      && standing.indices.allSatisfy { standing[$0].number == pending.number(at: $0) }
    if isSame { return }
    standing = pending.indices.map {
      let item = pending[$0]
      return Standing(
        number: pending.number(at: $0), kind: item.content.info.kind,
        id: item.content.info.scheduleID, identifier: item.identifier,
        plannedTime: item.content.info.plannedTime)
    }
  }

  mutating func check(_ device: borrowing Device) -> String? {
    guard let expected, !device.os.isRemovalInFlight else { return nil }
    self.expected = nil
    guard device.os.authorization.allowsNotifications else { return nil }
    let now = device.os.wall(at: device.os.now)
    for request in expected where request.plannedTime > now {
      let isPending = device.pending.contains { $0.identifier == request.identifier }
      if !isPending {
        return "cancelling something else took '\(request.identifier)' away"
      }
    }
    return nil
  }
}
