import DailyNotification
import DeviceModel
import JSONText

/// 11: cancelling one kind leaves the others.
///
/// While schedules of more than one kind are stored, what stands is noted after each event, without
/// what is being removed. When a call cancels a reminder or the dual schedule, the next occurrence
/// of each other schedule that stood must still have a request once the removals have settled. The
/// request may be another one: the entry before the call may have planned anew.
struct IsolationChecker: Sendable {
  private struct Standing: Sendable {
    let number: Int
    let kind: ScheduleKind
    let id: String
    let identifier: String
    let plannedTime: Int64
    let wallMinute: Int64

    func isOfSameSchedule(_ other: Standing) -> Bool { kind == other.kind && id == other.id }
  }

  private var standing: [Standing] = []
  /// Whether something that is being removed is left out of `standing`.
  private var isPartial = false
  private var expected: [Standing]?

  /// A call began; another one than a cancelling one ends what is expected.
  mutating func called(_ call: PluginCall) {
    if call.method == PluginMethod.cancelDailyReminder.rawValue {
      let id = call.options["reminderId"]?.stringValue
      expected = nextOnes { $0.kind != .reminder || $0.id != id }
    } else if call.method == PluginMethod.cancelDualSchedule.rawValue {
      expected = nextOnes { $0.kind != .dual }
    } else {
      expected = nil
    }
  }

  /// The earliest request of each schedule that a call has to leave.
  private func nextOnes(_ isLeft: (Standing) -> Bool) -> [Standing] {
    var earliest: [Standing] = []
    for request in standing where isLeft(request) {
      guard let place = earliest.firstIndex(where: request.isOfSameSchedule) else {
        earliest.append(request)
        continue
      }
      if request.plannedTime < earliest[place].plannedTime { earliest[place] = request }
    }
    return earliest
  }

  /// Something else took requests or schedules away.
  mutating func disturbed() { expected = nil }

  /// What was shown has fired, also by a zone in which its time had come already.
  mutating func delivered(_ identifier: String) {
    expected?.removeAll { $0.identifier == identifier }
  }

  /// Notes what stands; costs nothing while there is one kind of schedule.
  @inline(__always)
  mutating func note(_ device: Device) {
    let count = device.os.storage.schedules.count
    guard count > 1,
      device.os.storage.schedules[0].kind != device.os.storage.schedules[count - 1].kind
        || device.os.storage.schedules[0].decodedKind == .reminder
    else {
      if !standing.isEmpty { standing.removeAll() }
      return
    }
    noteKinds(device)
  }

  /// Apart from `note`, which is called for each event and mostly ends early.
  @inline(never)
  private mutating func noteKinds(_ device: Device) {
    let pending = device.pending
    let isRemoving = device.os.isRemovalInFlight
    let isSame =
      !isRemoving && !isPartial && standing.count == pending.count
      && standing.indices.allSatisfy { standing[$0].number == pending.number(at: $0) }
    if isSame { return }
    isPartial = isRemoving
    standing = pending.indices.compactMap { index in
      let item = pending[index]
      if isRemoving, device.os.isBeingRemoved(item.identifier) { return nil }
      let info = item.content.info
      guard info.isOccurrence else { return nil }
      return Standing(
        number: pending.number(at: index), kind: info.kind, id: info.scheduleID,
        identifier: item.identifier, plannedTime: info.plannedTime, wallMinute: info.wallMinute)
    }
  }

  mutating func check(_ device: Device) -> String? {
    guard let expected, !device.os.isRemovalInFlight else { return nil }
    self.expected = nil
    guard device.os.authorization.allowsNotifications, device.os.process.state.isAlive else {
      return nil
    }
    let now = device.os.wall(at: device.os.now)
    let pending = device.pending
    for request in expected where request.plannedTime > now {
      let isPending = pending.indices.contains {
        let info = pending.content(at: $0).info
        return info.isOccurrence && info.kind == request.kind && info.scheduleID == request.id
          && (info.wallMinute == request.wallMinute || info.plannedTime == request.plannedTime)
      }
      if !isPending {
        return "cancelling something else took '\(request.identifier)' away"
      }
    }
    return nil
  }
}
