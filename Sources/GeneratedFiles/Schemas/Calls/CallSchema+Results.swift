import DailyNotification
import JSONText

extension CallSchema {
  /// What a call is answered with.
  static func result(of method: PluginMethod) -> Schema {
    switch method {
    case .configure, .cancelAllNotifications, .setAdaptiveScheduling, .setActiveDidFromHost,
      .refreshAuthenticationForNewIdentity, .updateBackgroundTaskIdentity,
      .coordinateBackgroundTasks, .handleAppLifecycleEvent, .scheduleDailyReminder,
      .cancelDailyReminder, .updateDailyReminder, .scheduleContentFetch, .scheduleUserNotification,
      .cancelDualSchedule, .pauseDualSchedule, .resumeDualSchedule, .configureNativeFetcher,
      .registerCallback:
      .object([:])
    case .scheduleDailyNotification, .updateSettings, .scheduleDualNotification,
      .updateDualScheduleConfig:
      .object(["warning": .shared("warning")])
    case .getLastNotification:
      .any(of: [
        .null,
        .object([
          "id": .string, "title": .string, "body": .string,
          "timestamp": .shared("time"), "url": .string.orNull, "fromCache": .boolean,
        ]),
      ])
    case .getNotificationStatus:
      .object([
        "isEnabled": .boolean, "isScheduled": .boolean,
        "lastNotificationTime": .shared("timeOrNull"),
        "nextNotificationTime": .shared("timeOrNull"), "pending": .count,
        "missed": .count, "unaccounted": .count,
        "skipped": .list(
          .object([
            "id": .shared("scheduleId"), "kind": .words(ScheduleKind.self),
            "plannedTime": .shared("time"), "plannedWallDate": .shared("date"),
          ])),
        "settings": .any(of: [
          .null,
          .object([
            "id": .shared("scheduleId"), "time": .shared("wallTime"),
            "timezone": .string.orNull, "title": .string, "body": .string, "sound": .boolean,
            "vibration": .boolean, "priority": .shared("priority"),
            "rolloverIntervalMinutes?": .integer(1...10_080).about(
              "Left out where the next one follows on the next day."),
          ]),
        ]),
        "error": .words([
          "notifications_denied", "exact_alarm_permission_required", "channel_disabled",
          "background_refresh_disabled", "task_scheduling_failed",
        ]).orNull,
      ])
    case .checkPermissionStatus:
      permissions
    case .requestNotificationPermissions, .requestPermissions:
      .object(["granted": .boolean, "notifications": .shared("permission")])
    case .isChannelEnabled:
      .object(["enabled": .boolean, "channelId": .string, "importance": .integer(0...5)])
    case .openChannelSettings, .openExactAlarmSettings:
      .object(["opened": .boolean, "target": .string])
    case .getBatteryStatus:
      .object([
        "level": .integer(0...100), "isCharging": .boolean,
        "powerState": .shared("powerState"), "isOptimizationExempt": .boolean,
      ])
    case .requestBatteryOptimizationExemption, .requestExactAlarmPermission:
      .object(["granted": .boolean, "action": .shared("action")])
    case .getPowerState:
      .object([
        "powerState": .shared("powerState"), "isLowPowerMode": .boolean,
        "isOptimizationExempt": .boolean,
        "backgroundRefreshStatus": .shared("backgroundRefresh"),
      ])
    case .maintainRollingWindow:
      .object(["scheduled": .count, "removed": .count, "pending": .count])
    case .getRollingWindowStats:
      .object([
        "stats": .string, "pending": .count, "capacity": .count, "evictions": .count,
        "maintenanceNeeded": .boolean, "timeUntilNextMaintenance": .count,
      ])
    case .getExactAlarmStatus:
      .object([
        "supported": .boolean, "enabled": .boolean, "canSchedule": .boolean,
        "toleranceSeconds": .count,
      ])
    case .getRebootRecoveryStatus:
      .object([
        "inProgress": .boolean, "lastRecoveryTime": .shared("timeOrNull"),
        "timeSinceLastRecovery": .integer.orNull, "recoveryNeeded": .boolean,
        "lastScenario": .shared("scenario"), "missedDetected": .count,
        "rescheduled": .count,
      ])
    case .clearCacheForNewIdentity, .clearContentCache:
      .object(["cleared": .count])
    case .testJWTGeneration:
      .object([
        "success": .boolean, "jwt": .filled, "algorithm": .word("ES256K"), "issuer": .string,
        "issuedAt": .shared("timeOrNull"),
        "expiresAt": .shared("timeOrNull"),
        "signer?": .words(["host", "keychain"]).about(
          "Who signed it: the host, or the identity's key in the keychain."),
      ])
    case .testEndorserAPI:
      .object([
        "success": .boolean, "status": .integer(100...599).orNull, "durationMs": .count,
        "etag": .string.orNull, "notModified": .boolean, "error": .string.orNull,
      ])
    case .getCoordinationStatus:
      .object([
        "lifecycle": .words(ApplicationState.self), "pendingTasks": .count,
        "lastCoordination": .shared("timeOrNull"),
        "lastScenario": .shared("scenario"), "identity": .string.orNull,
        "inSync": .boolean,
      ])
    case .getScheduledReminders:
      .object([
        "reminders": .list(
          .object([
            "id": .shared("scheduleId"), "title": .string, "body": .string,
            "time": .shared("wallTime"),
            "nextTriggerTime": .shared("timeOrNull"), "isScheduled": .boolean,
            "repeatDaily": .boolean, "sound": .boolean, "vibration": .boolean,
            "priority": .shared("reminderPriority"), "timezone": .string.orNull,
          ]))
      ])
    case .getDualScheduleStatus:
      .object([
        "contentFetch": .object([
          "isEnabled": .boolean, "isScheduled": .boolean,
          "lastFetchTime": .shared("timeOrNull"),
          "nextFetchTime": .shared("timeOrNull"),
        ]),
        "userNotification": .object([
          "isEnabled": .boolean, "isScheduled": .boolean,
          "lastNotificationTime": .shared("timeOrNull"),
          "nextNotificationTime": .shared("timeOrNull"),
        ]),
        "relationship": .object([
          "isLinked": .boolean, "contentAvailable": .boolean,
          "lastLinkTime": .shared("timeOrNull"),
        ]),
        "overall": .object([
          "isActive": .boolean, "lastActivity": .shared("timeOrNull"),
          "errorCount": .count, "successRate": .number.with(["minimum": 0, "maximum": 1]),
        ]),
      ])
    case .updateStarredPlans:
      .object(["count": .count])
    case .checkStatus:
      .object([
        "isReady": .boolean,
        "issues": .list(
          .object([
            "issue": .words(ReadinessIssue.self), "isBlocking": .boolean, "remedy": .string,
            "call": .string.orNull,
          ])),
        "permissions": permissions, "schedules": .count, "pending": .count,
        "nextNotificationTime": .shared("timeOrNull"),
        "lastNotificationTime": .shared("timeOrNull"),
        "nextFetchTime": .shared("timeOrNull"),
        "lastFetchTime": .shared("timeOrNull"),
      ])
    case .isAlarmScheduled, .getNextAlarmTime:
      .object(["scheduled": .boolean, "triggerAtMillis": .shared("timeOrNull")])
    case .getContentCache:
      .object([
        "contents": .list(
          content)
      ])
    case .getContentHistory:
      .object([
        "history": .list(
          .object([
            "id": .string, "kind": .words(ScheduleKind.self), "title": .string, "body": .string,
            "url": .string.orNull, "plannedTime": .shared("time"),
            "certainty": .words(Certainty.self),
            "deliveredAt": .shared("time"), "source": .words(ContentSource.self),
          ]))
      ])
    case .getLatestContentCache:
      .any(of: [
        .null,
        content,
      ])
    case .getStarredPlans:
      .object(["planIds": .list(.string), "count": .count])
    case .getSchedules:
      .object([
        "schedules": .list(
          schedule)
      ])
    case .createSchedule:
      schedule
    case .unregisterCallback:
      .object(["removed": .boolean])
    case .skipNext, .undoSkip:
      .object([
        "plannedTime": .shared("time"), "plannedWallDate": .shared("date"),
        "nextNotificationTime": .shared("timeOrNull"),
      ])
    case .getRegisteredCallbacks:
      .object(["callbacks": .list(.object(["id": .string, "events": .count]))])
    }
  }

  private static let permissions = Schema.object([
    "notifications": .shared("permission"), "exactAlarm": .boolean,
    "backgroundRefresh": .shared("backgroundRefresh"), "channel": .boolean,
  ])

  private static let content = Schema.object([
    "kind": .words(["DAILY", "DUAL"]), "scheduledFor": .shared("time"),
    "fetchedAt": .shared("time"), "ttlSeconds": .count, "isFresh": .boolean,
    "title": .string.orNull, "body": .string.orNull, "url": .string.orNull, "bytes": .count,
    "etag": .string.orNull, "contentHash": .string(matching: "^[0-9a-f]{12}$"),
  ])

  private static let schedule = Schema.object([
    "id": .string, "kind": .words(ScheduledTask.self), "cron": .string.orNull,
    "clockTime": .string.orNull, "enabled": .boolean,
    "lastRunAt": .shared("timeOrNull"),
    "nextRunAt": .shared("timeOrNull"),
  ])
}

extension Schema {
  /// A type that calls share.
  fileprivate static func shared(_ name: String) -> Schema { .ref("../plugin-types", name) }
}
