import CivilTime
import JSONText

extension Plugin {
  /// Call 44: whether notifications will be shown, and what to do where they will not.
  mutating func readiness(on platform: inout Family.System) -> JSONValue {
    let rows = platform.scheduleRows.filter(\.isEnabled)
    let isAllowed = platform.authorization.allowsNotifications
    let next = isAllowed ? delivery.nextTime(of: nil, nil, ledger, on: platform) : nil
    let issues = readinessIssues(rows, isArmed: next != nil, on: &platform)
    let lastFetch = platform.integer(.lastPrefetch)
    return [
      "isReady": .bool(!issues.contains(where: \.isBlocking)),
      "issues": .array(
        issues.map { issue in
          [
            "issue": .string(issue.rawValue),
            "isBlocking": .bool(issue.isBlocking),
            "remedy": .string(issue.remedy),
            "call": issue.call.map { .string($0.rawValue) } ?? .null,
          ]
        }),
      "permissions": permissionStatus(on: platform),
      "schedules": .integer(Int64(rows.count)),
      "pending": .integer(Int64(delivery.armedCount(on: platform))),
      "nextNotificationTime": JSONValue(integerOrNull: next),
      "lastNotificationTime": JSONValue(integerOrNull: platform.historyRows.last?.deliveredAt),
      "nextFetchTime": JSONValue(integerOrNull: prefetch.work.pendingBeginDate(on: platform)),
      "lastFetchTime": JSONValue(integerOrNull: lastFetch),
    ]
  }

  private mutating func readinessIssues(
    _ rows: [ScheduleRow], isArmed: Bool, on platform: inout Family.System
  ) -> [ReadinessIssue] {
    var issues: [ReadinessIssue] = []
    if platform.authorization == .notDetermined {
      issues.append(.notificationsNotAsked)
    } else if !platform.authorization.allowsNotifications {
      issues.append(.notificationsDenied)
    } else if !channelsInUse(rows).allSatisfy({
      Family.Settings.channel($0, on: platform).isEnabled
    }) {
      issues.append(.channelDisabled)
    }
    if !Family.Settings.reportedExactAlarm(on: platform) {
      issues.append(.exactAlarmPermissionRequired)
    }
    if rows.isEmpty { issues.append(.noSchedule) }
    if issues.isEmpty {
      let isAwaiting = isAwaitingFetch(on: platform)
      if isAwaiting { issues.append(.awaitingFetch) }
      if !isArmed, !isAwaiting { issues.append(.nothingArmed) }
    }
    if contents.rules.emptyResult == .skip, DualStatistics(on: platform).isLatestEmpty {
      issues.append(.nothingNew)
    }
    return issues + fetchIssues(rows, on: &platform)
  }

  /// Whether a chained dual notification is not armed, since no fetch for it has ended.
  private func isAwaitingFetch(on platform: Family.System) -> Bool {
    contents.rules.isDualChained && dual.configuration?.activeNotification != nil
      && delivery.nextTime(of: .dual, nil, ledger, on: platform) == nil
  }

  /// What keeps content from being fetched in the background.
  private mutating func fetchIssues(
    _ rows: [ScheduleRow], on platform: inout Family.System
  ) -> [ReadinessIssue] {
    var issues: [ReadinessIssue] = isFetcherMissing ? [.noNativeFetcher] : []
    if Family.Settings.backgroundRefresh(on: platform) != "available" {
      issues.append(.backgroundRefreshDisabled)
    } else if !Family.Settings.isOptimizationExempt(on: platform) {
      issues.append(.batteryOptimization)
    }
    if standingProblem(rows, on: &platform) == PrefetchPlan.refusedWarning {
      issues.append(.taskSchedulingFailed)
    }
    if platform.isPowerSavingOn { issues.append(.powerSaving) }
    return issues
  }

  private func channelsInUse(_ rows: [ScheduleRow]) -> [String] {
    let named = rows.map(\.channelID)
    return named.isEmpty ? [ScheduleKind.defaultChannel] : named
  }

  /// Call 45: whether a notification is armed, of one schedule or any, next or at a given time.
  mutating func alarmStatus(
    _ options: JSONObject, on platform: inout Family.System
  ) throws(Rejection) -> JSONValue {
    let reader = OptionReader(options, of: .isAlarmScheduled)
    let id = try reader.text("id")
    let time = try reader.integer("triggerAtMillis")
    guard platform.authorization.allowsNotifications else { return alarmValue(nil, asked: time) }
    guard let time else {
      return alarmValue(delivery.nextTime(of: nil, id, ledger, on: platform), asked: nil)
    }
    let schedules = readSchedules(on: &platform).filter { id == nil || $0.row.id == id }
    let isArmed = schedules.contains { schedule in
      guard time > platform.wallMilliseconds,
        let occurrence = schedule.firstOccurrence(after: time - 1), occurrence.time == time
      else { return false }
      if Family.Delivery.isRepeatedBySystem(schedule) {
        return delivery.isArmed(schedule.row.id, schedule.kind, on: platform)
      }
      return delivery.held(schedule, occurrence, on: platform)?.plannedTime == time
    }
    return alarmValue(isArmed ? time : nil, asked: time)
  }

  /// Call 46: when the next armed notification fires.
  func nextAlarm(on platform: Family.System) -> JSONValue {
    let isAllowed = platform.authorization.allowsNotifications
    return alarmValue(
      isAllowed ? delivery.nextTime(of: nil, nil, ledger, on: platform) : nil, asked: nil)
  }

  private func alarmValue(_ armed: Int64?, asked: Int64?) -> JSONValue {
    [
      "scheduled": .bool(armed != nil),
      "triggerAtMillis": JSONValue(integerOrNull: armed ?? asked),
    ]
  }
}
