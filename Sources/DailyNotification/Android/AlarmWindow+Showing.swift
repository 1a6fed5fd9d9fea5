extension AlarmWindow {
  /// Whether notifications of a kind can be shown now.
  func canShow(_ kind: ScheduleKind, on platform: System) -> Bool {
    platform.authorization.allowsNotifications
      && !AndroidChannels.isBlocked(kind.channelID, on: platform)
  }

  /// Shows what an alarm has fired for and ends its receiver.
  mutating func show(
    _ alarm: Alarm, _ schedule: Schedule?, _ contents: inout Contents,
    on platform: inout System
  ) {
    lastReceiver = platform.uptimeMilliseconds
    present(alarm, schedule, &contents, on: &platform)
    platform.receiverFinished(alarm)
  }

  /// Shows an alarm's notification with the best content there is now.
  ///
  /// A schedule that does not decode any more shows what the alarm carries.
  mutating func present(
    _ alarm: Alarm, _ schedule: Schedule?, _ contents: inout Contents,
    on platform: inout System
  ) {
    let info = alarm.payload.info
    guard canShow(info.kind, on: platform) else {
      let isAllowed = platform.authorization.allowsNotifications
      return end(info, .missed(.certain, isAllowed ? .channelBlocked : .notificationsDenied))
    }
    var content = alarm.payload
    var hasContent = content.info.source != .default
    if let schedule {
      let occurrence = Occurrence(time: info.plannedTime, wallMinute: info.wallMinute)
      let now = platform.wallMilliseconds
      hasContent = contents.hasFresh(for: schedule, occurrence, shownAt: now, on: platform)
      content = contents.best(for: schedule, occurrence, shownAt: now, on: &platform)
      if !hasContent,
        let earlier = contents.earlier(for: schedule, occurrence, shownAt: now, on: platform)
      {
        (content, hasContent) = (earlier, true)
      }
    }
    if info.kind == .dual, !hasContent, contents.rules.isDualSkippedWithoutContent {
      return end(info, .skipped)
    }
    // Other code in the app may have deleted it.
    if platform.channel(info.kind.channelID) == nil { load(on: &platform) }
    makeRoom(for: alarm.identifier, on: &platform)
    platform.show(content, as: alarm.identifier, on: info.kind.channelID)
    guard platform.activeNotification(alarm.identifier)?.content == content else {
      return end(info, .missed(.certain, .notDelivered))
    }
    shown.append(
      ShownNotification(content: content, deliveredAt: platform.wallMilliseconds))
  }

  /// Takes the plugin's oldest notification from a full shade, which would drop the new one.
  ///
  /// Nobody has looked at fifty of them, and the latest is worth more than the oldest. What other
  /// code in the app shows stays.
  mutating func makeRoom(for identifier: String, on platform: inout System) {
    let active = platform.activeNotifications
    guard active.count >= AlarmLimits.shownMax,
      let oldest = active.first(where: { $0.content.info.purpose == .occurrence }),
      platform.activeNotification(identifier) == nil
    else { return }
    if !hasReadShade {
      removed.append(
        ShownNotification(content: oldest.content, deliveredAt: oldest.shownAt))
    }
    platform.cancelNotification(oldest.identifier)
  }

  /// The receiver of an alarm waits for content; a later process learns of it if this one ends.
  mutating func wait(_ alarm: Alarm, on platform: inout System) {
    if waiting.isEmpty { died = platform.value(.receiving) ?? died }
    waiting.append(alarm)
    let info = alarm.payload.info
    platform.setValue(
      AlarmWindow.receiving(info.kind, info.scheduleID, info.wallMinute), for: .receiving)
  }

  /// The value that stands for the receiver of an occurrence.
  private static func receiving(
    _ kind: ScheduleKind, _ id: String, _ wallMinute: Int64
  ) -> StoredValue {
    .text("\(OccurrenceIdentifier(kind, id).text) \(wallMinute)")
  }

  /// Whether an earlier process ended while the receiver of an occurrence waited for content.
  func hasDiedReceiving(
    _ occurrence: Occurrence, _ id: String, _ kind: ScheduleKind, on platform: System
  ) -> Bool {
    [platform.value(.receiving), died].contains(
      AlarmWindow.receiving(kind, id, occurrence.wallMinute))
  }

  private mutating func end(_ info: RequestInfo, _ absence: Absence) {
    if ended.count == AlarmLimits.endedMax { ended.removeFirst() }
    ended.append((info, absence))
  }

  public mutating func contentSettled(
    _ kind: ScheduleKind, for occurrence: Int64, _ schedules: [Schedule],
    _ contents: inout Contents, on platform: inout System
  ) -> Bool {
    let due = waiting.filter {
      $0.payload.info.kind == kind && $0.payload.info.plannedTime == occurrence
    }
    guard !due.isEmpty else { return false }
    waiting.removeAll {
      $0.payload.info.kind == kind && $0.payload.info.plannedTime == occurrence
    }
    platform.setValue(nil, for: .receiving)
    for alarm in due {
      let info = alarm.payload.info
      let schedule = schedules.first { $0.owns(info) && $0.row.revision == info.revision }
      show(alarm, schedule, &contents, on: &platform)
    }
    return true
  }
}
