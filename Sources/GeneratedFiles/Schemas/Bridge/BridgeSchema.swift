import Bridge
import DailyNotification
import DeviceModel
import JSONText

/// What `dnp bridge` writes, and what its methods return.
enum BridgeSchema {
  static let file = SchemaFile(
    "bridge", "Message of the bridge",
    """
    A line that `dnp bridge` writes: a reply or a notification. What a method returns is under \
    `$defs` by the method's name. Times are milliseconds since the Unix epoch.
    """,
    .one(of: [.ref("reply"), .ref("failure"), .ref("notification")]),
    definitions: [
      ("reply", reply), ("failure", failure), ("notification", notification), ("version", version),
      ("id", id), ("error", error), ("nothing", nothing), ("time", time),
      ("timeOrNull", timeOrNull), ("owner", owner), ("record", record),
      ("shortRecord", shortRecord), ("session.configure", sessionConfigure),
      ("session.quiesce", sessionQuiesce), ("plugin.call", pluginCall),
      ("time.advance", timeAdvance), ("time.runToNextEvent", timeRunToNextEvent),
      ("time.runUntilIdle", timeRunUntilIdle), ("device.perform", devicePerform),
      ("state.get", stateGet), ("trace.get", traceGet), ("scenario.run", scenarioRun),
      ("$/events", events), ("$/cancelRequest", cancelRequest), ("state", state),
      ("pendingRequest", pendingRequest), ("deliveredNotification", deliveredNotification),
      ("scheduleRow", scheduleRow), ("ledgerRow", ledgerRow), ("contentRow", contentRow),
      ("deliveredRow", deliveredRow), ("missedRow", missedRow), ("snapshot", snapshot),
      ("recordNotification", recordNotification), ("pluginEvent", pluginEvent),
      ("recordsDropped", recordsDropped), ("progress", progress), ("malformedJSON", malformedJSON),
      ("notARequest", notARequest), ("unknownMethod", unknownMethod),
      ("wrongParameters", wrongParameters), ("rejected", rejected), ("appCannotRun", appCannotRun),
      ("callLost", callLost), ("refused", refused), ("notSettled", notSettled),
      ("cancelled", cancelled), ("replyTooLong", replyTooLong),
    ])

  private static let reply = Schema.object([
    "jsonrpc": .ref("version"), "id": .ref("id"),
    "result": .any.about(
      "What the method returns: #/$defs/METHOD, with / in the method's name as ~1."),
  ]).about("The answer to a request that was carried out.")

  private static let failure = Schema.object([
    "jsonrpc": .ref("version"), "id": .ref("id"), "error": .ref("error"),
  ]).about("The answer to a request that was not, or to a line that is none.")

  private static let notification = Schema.one(of: [
    .ref("recordNotification"), .ref("pluginEvent"), .ref("recordsDropped"), .ref("progress"),
  ]).about("A message that nobody answers.")

  private static let version = Schema.word("2.0")

  private static let id = Schema.type("string", "number").with([
    "maxLength": 256, "minimum": -9_007_199_254_740_992, "maximum": 9_007_199_254_740_992,
  ]).orNull.about("The request's id; null when its line had no valid one.")

  private static let error = Schema.one(of: [
    .ref("malformedJSON"), .ref("notARequest"), .ref("unknownMethod"), .ref("wrongParameters"),
    .ref("rejected"), .ref("appCannotRun"), .ref("callLost"), .ref("refused"), .ref("notSettled"),
    .ref("cancelled"), .ref("replyTooLong"),
  ])

  private static let nothing = Schema.object([:])

  private static let time = Schema.integer.about("Milliseconds since the Unix epoch.")

  private static let timeOrNull = Schema.integer.orNull

  private static let owner = Schema.words(CodeOwner.self).about(
    "The plugin, or another one and the host.")

  private static let record = Schema.one(of: [.ref("record", nil), .ref("shortRecord")])

  private static let shortRecord = Schema.object([
    "sequence": .count, "cause": .count.orNull, "instant": .count, "time": .ref("time"),
    "level": .words(LogLevel.self), "kind": .filled,
    "omittedBytes": .integer(from: 1).about("How large it is."),
  ]).about("A record that is too large for a message: its size instead of its fields.")

  private static let sessionConfigure = Schema.object([
    "traceHash": .string(matching: "^[0-9a-f]{16}$").about(
      "16 hexadecimal digits over every record.")
  ]).about("The new phone.")

  private static let sessionQuiesce = Schema.object([
    "now": .ref("time"), "events": .count.about("How many events happened."),
    "isConverged": .boolean, "finding": .string.orNull.about("What has not converged."),
    "broken": .count.about("How many invariants failed meanwhile."),
  ])

  private static let pluginCall = Schema.any.about(
    "What the plugin's method returns: #/$defs/result of plugin/METHOD.schema.json.")

  private static let timeAdvance = Schema.object([
    "now": .ref("time"), "events": .count.about("How many events happened."),
  ])

  private static let timeRunToNextEvent = Schema.object([
    "now": .ref("time"), "events": .count.about("How many events happened."),
  ])

  private static let timeRunUntilIdle = Schema.object([
    "now": .ref("time"), "events": .count.about("How many events happened."),
    "waiting?": .word("dialog").about("When only a person's answer is missing."),
  ])

  private static let devicePerform = Schema.ref("nothing")

  private static let stateGet = Schema.any.about(
    """
    Without a path the whole state, #/$defs/state; with one the part that it refers to, such as \
    #/$defs/state/properties/clocks.
    """
  )

  private static let traceGet = Schema.object([
    "records": .list(.ref("record"), 0...10_000), "next": .count.about("Where to continue."),
    "hash": .string(matching: "^[0-9a-f]{16}$").about("16 hexadecimal digits over every record."),
  ])

  private static let scenarioRun = Schema.ref("run-summary", nil)

  private static let events = Schema.ref("nothing")

  private static let cancelRequest = Schema.ref("nothing")

  private static let state = Schema.object([
    "clocks": .object([
      "now": .ref("time"), "iso": .string.about("The same time as ISO 8601 UTC."),
      "instantMilliseconds": .count.about("Since the run began."),
      "uptimeMilliseconds": .count.about(
        "Since the phone was started, with the time before the run."),
      "appUptimeMilliseconds": .count.orNull.about(
        "Since the app's process began; null without one."),
      "warpedMilliseconds": .integer.about("By how much the wall clock was set."),
      "zone": .string.about("An IANA identifier."),
      "tzDataVersion": .string.about("The release of the time zone database."),
    ]),
    "process": .object([
      "state": .words(ProcessMachine.State.self), "phone": .words(PowerMachine.State.self),
      "isPoweredOn": .boolean, "isLocked": .boolean, "hasBeenUnlocked": .boolean,
      "dialog": .boolean.about("Whether a system dialog is up."),
      "openCalls": .list(
        .object([
          "call": .integer(from: 1).about("Its number."), "method": .string, "options": .open([:]),
        ])
      ).about("Calls without a reply so far."),
      "activities": .list(.words(Device.Activity.self)).about(
        "What keeps the phone from being idle."),
    ]),
    "settings": .object([
      "platform": .words(DevicePlatform.self), "variant": .words(DeviceVariant.self),
      "osVersion": .string.about("On Android the API level."),
      "seed": .string(matching: "^[0-9]+$").about(
        "A whole number as text, since JSON readers round beyond 2^53."),
      "permission": .words(AuthorizationStatus.self),
      "backgroundRefresh": .ref("plugin-types", "backgroundRefresh"), "lowPowerMode": .boolean,
      "battery": .object(["level": .integer(0...100), "charging": .boolean]),
      "network": .words(NetworkCondition.self),
      "contentAPI": .object([
        "responses": .count.about("How many answers the script has."),
        "next": .count.about("Which one comes next."),
        "lastResponse": .one(of: [
          .null,
          .object([
            "status": .integer, "headers": .map(.string), "body": .string.orNull,
            "byteCount": .count,
          ]),
        ]),
      ]).about("The scripted content API."), "knobs": .map(.string),
      "android?": android.about("Of an Android phone only."),
      "notifications?": iPhone.about(
        "Of an iPhone only: what the person lets the app's notifications do."),
      "badge?": .count.about("Of an iPhone only: the number on the app's icon; 0 is none."),
      "summary?": Schema.object(["held": .count, "at": .ref("time")]).orNull.about(
        "Of an iPhone only: how many the scheduled summary holds, and when it comes."),
    ]),
    "pending": .list(.ref("pendingRequest")).about(
      "Requests, or Android's alarms, in the order they were added."),
    "delivered": .list(.ref("deliveredNotification")).about("What is shown, oldest first."),
    "tasks": .object([
      "pending": .list(
        .object([
          "identifier": .string, "owner": .ref("owner"), "earliestBeginDate": .ref("time"),
          "isReady": .boolean,
        ])),
      "running": .list(
        .object([
          "run": .count, "identifier": .string, "earliestBeginDate": .ref("timeOrNull"),
          "isExpired": .boolean,
        ])), "handlers": .list(.string).about("The identifiers with a launch handler."),
    ]).about("Background tasks, or Android's work."),
    "storage": .object([
      "values": .map(.one(of: [.type("integer", "string").orNull, .ref("snapshot")])).about(
        "Each stored key; null without a value."), "schedules": .list(.ref("scheduleRow")),
      "ledger": .list(.ref("ledgerRow")), "contents": .list(.ref("contentRow")),
      "history": .list(.one(of: [.ref("deliveredRow"), .ref("missedRow")])).about(
        "Deliveries and misses, by the occurrences they stand for."), "isFull": .boolean,
      "failingWrites": .count.about("How many writes fail."),
      "writesBeforeFailing": .count.about("How many writes succeed before they fail."),
      "isReadable": .boolean.about("Whether the app can read it."),
    ]), "identities": .list(.string).about("The DIDs whose keys are in the app's keychain."),
    "telemetry": .map(.integer).about("Each counter by its name and labels."),
    "snapshot": .ref("snapshot"),
    "invariants": .object([
      "violations": .list(
        .object([
          "id": .count, "name": .string, "instant": .count, "time": .ref("time"),
          "sequence": .count, "message": .string,
        ]), 0...100
      ).about("The first 100."),
      "tallies": .list(
        .object(["id": .count, "name": .string, "checks": .count, "violations": .count])),
    ]),
    "history?": .object([
      "occurrences": .list(.ref("run-summary", "occurrence")),
      "omittedOccurrences": .count.about("How many more are known of."),
    ]).about(
      "What became of each planned notification; only by its path, and not in the whole state."),
  ]).about("The whole state.")

  private static let pendingRequest = Schema.object([
    "identifier": .string, "owner": .ref("owner"), "purpose": .words(RequestPurpose.self),
    "scheduleKind": .words(ScheduleKind.self).orNull, "scheduleId": .string.orNull,
    "plannedTime": .ref("time"), "title": .string, "body": .string,
    "source": .words(ContentSource.self).orNull, "fetchedAt": .ref("timeOrNull"),
    "url": .string.orNull, "sound": .boolean, "priority": .words(NotificationPriority.self),
    "category": .string, "trigger": .ref("time"), "isDue": .boolean,
    "rule": .one(of: [
      .object(["kind": .words(["calendar", "daily"]), "at": .string, "timezone": .string.orNull]),
      .object(["kind": .word("interval"), "milliseconds": .integer, "repeats": .boolean]),
      .object([
        "kind": .word("alarm"),
        "call": .words(["alarmClock", "allowWhileIdle", "exact", "window"]),
      ]),
    ]),
  ])

  private static let deliveredNotification = Schema.object([
    "identifier": .string, "owner": .ref("owner"), "purpose": .words(RequestPurpose.self),
    "scheduleKind": .words(ScheduleKind.self).orNull, "scheduleId": .string.orNull,
    "plannedTime": .ref("time"), "title": .string, "body": .string,
    "source": .words(ContentSource.self).orNull, "fetchedAt": .ref("timeOrNull"),
    "url": .string.orNull, "sound": .boolean, "priority": .words(NotificationPriority.self),
    "category": .string, "deliveredAt": .ref("time"),
    "channel?": .string.about("On an Android phone only."),
    "presentation": Schema.presentation,
  ])

  private static let scheduleRow = Schema.object([
    "alarm_id": .string, "trigger_time": .ref("time"), "repeat_rule": .string,
    "channel_id": .string, "priority": .string, "title": .string, "body": .string,
    "sound_enabled": .boolean, "vibration_enabled": .boolean, "payload": .string.orNull,
    "created_at": .ref("time"), "updated_at": .ref("time"), "enabled": .boolean, "kind": .string,
    "time": .string, "timezone": .string.orNull, "revision": .integer, "wallMinute": .integer,
    "plannedZone": .string, "leadMinutes": .integer.orNull,
    "rolloverIntervalMinutes": .integer.orNull,
  ])

  private static let ledgerRow = Schema.object([
    "kind": .words(ScheduleKind.self), "scheduleId": .string, "revision": .integer,
    "timezone": .string.orNull, "settledThrough": .integer, "settledTime": .ref("time"),
    "settledBeyond": .list(.integer), "skipped": .list(.integer), "isUntouched": .boolean,
    "repeatsFrom": .integer.orNull,
    "repeatingRequest": .integer.orNull, "lastShownAt": .ref("timeOrNull"),
    "clockOrigin": .integer.orNull,
    "onItsWay": .integer.orNull, "perhapsShownThrough": .integer.orNull,
    "armed": .list(
      .object(["wallMinute": .integer, "plannedTime": .ref("time"), "isWithdrawn": .boolean])),
  ]).about("What is armed of a schedule, as wall minutes and instants.")

  private static let contentRow = Schema.object([
    "kind": .words(ScheduleKind.self), "scheduledFor": .ref("time"), "bytes": .string.orNull,
    "byteCount": .count, "fetchedAt": .ref("time"), "etag": .string.orNull,
    "identity": .string.orNull, "hash": .string, "source": .words(ContentSource.self),
  ])

  private static let deliveredRow = Schema.object([
    "kind": .words(ScheduleKind.self), "scheduleId": .string, "outcome": .word("delivered"),
    "plannedTime": .ref("time"), "certainty": .words(Certainty.self),
    "deliveredAt": .ref("time"), "title": .string, "body": .string, "url": .string.orNull,
    "source": .words(ContentSource.self),
  ])

  private static let missedRow = Schema.object([
    "kind": .words(ScheduleKind.self), "scheduleId": .string, "outcome": .word("missed"),
    "plannedTime": .ref("time"), "detectedAt": .ref("time"),
    "reason": .words(MissedNotification.Reason.self),
    "certainty": .words(Certainty.self),
  ])

  private static let snapshot = Schema.ref("run-summary", "snapshot")

  private static let recordNotification = Schema.object([
    "jsonrpc": .ref("version"), "method": .word("record"), "params": .ref("record"),
  ]).about("A record at info and above, after $/events.")

  private static let pluginEvent = Schema.object([
    "jsonrpc": .ref("version"), "method": .word("pluginEvent"),
    "params": .one(of: [
      .object([
        "event": .word("notificationMissed"),
        "data": .object([
          "id": .string, "plannedTime": .ref("time"), "plannedWallDate": .string,
          "detectedTime": .ref("time"),
          "certainty": .words(Certainty.self),
          "reason": .words(MissedNotification.Reason.self),
        ]), "time": .ref("time"),
      ]),
      .object([
        "event": .word("notificationDelivered"),
        "data": .object([
          "id": .string, "plannedTime": .ref("time"), "plannedWallDate": .string,
          "certainty?": .words(Certainty.self), "dateCount?": .integer(from: 2),
          "source": .words(ContentSource.self),
        ]), "time": .ref("time"),
      ]),
      .object([
        "event": .word("prefetchCompleted"),
        "data": .object(["scheduledFor": .ref("time"), "bytes": .count]), "time": .ref("time"),
      ]),
      .object([
        "event": .word("prefetchFailed"),
        "data": .object(["reason": .words(FailureReason.self), "status": .integer.orNull]),
        "time": .ref("time"),
      ]),
    ]),
  ]).about("What the plugin reports to the host's listeners, after $/events.")

  private static let recordsDropped = Schema.object([
    "jsonrpc": .ref("version"), "method": .word("recordsDropped"),
    "params": .object(["from": .count.about("A sequence."), "count": .integer(from: 1)]),
  ]).about("One event wrote more records than the phone keeps; these are not sent.")

  private static let progress = Schema.object([
    "jsonrpc": .ref("version"), "method": .word("$/progress"),
    "params": .one(of: [
      .object([
        "id": .ref("id"), "now": .ref("time"), "events": .count.about("How many events happened."),
      ]),
      .object([
        "id": .ref("id"), "instant": .count.about("Of a scenario's own phone, in milliseconds."),
      ]),
    ]),
  ]).about("How far a long request has come.")

  private static let malformedJSON = coded(
    .malformedJSON,
    ["data": .object(["line": .integer(from: 1), "column": .integer(from: 1), "offset": .count])]
  )
  .about("The line is not valid JSON.")

  private static let notARequest = coded(
    .notARequest, ["data?": .object(["bytesMax": .count]).about("Of a line that is too long.")]
  )
  .about("The line is not a single request, or it is too long.")

  private static let unknownMethod = coded(.unknownMethod, [:])
    .about("There is no such method.")

  private static let wrongParameters = coded(
    .wrongParameters,
    [
      "data?": .object(["line": .integer(from: 1), "column": .integer(from: 1)]).about(
        "Of a scenario: where the mistake is.")
    ]
  )
  .about("Parameters are wrong.")

  private static let rejected = coded(.rejected, ["data": .ref("rejection", nil)])
    .about("The plugin rejected the call.")

  private static let appCannotRun = coded(
    .appCannotRun, ["data": .object(["reason": .words(["appNotRunning", "appSuspended"])])]
  )
  .about("The app cannot take a call.")

  private static let callLost = coded(.callLost, [:])
    .about("The call was lost with its process or its phone.")

  private static let refused = coded(
    .refused,
    [
      "data": .object([
        "reason": .words(CommandRefusal.names + ["tooManyOpenCalls"])
      ])
    ]
  )
  .about("The phone refused the verb or the call.")

  private static let notSettled = coded(
    .notSettled,
    ["data": .object(["reason": .words(["notIdle", "eventStorm"]), "events": .count])]
  )
  .about("Time could not advance.")

  private static let cancelled = coded(
    .cancelled,
    [
      "data": .one(of: [
        .object(["now": .ref("time"), "events?": .count]), .object(["instant": .count]),
      ]).about(
        """
        How far it came: now and events, of a call now, of a scenario the instant of its own \
        phone.
        """
      )
    ]
  )
  .about("The request was cancelled; what it did until then stays.")

  private static let replyTooLong = coded(
    .replyTooLong, ["data": .object(["bytes": .count, "bytesMax": .count])]
  )
  .about("The reply would exceed the limit of a line. The request was carried out.")

  private static func coded(_ code: BridgeErrorCode, _ data: Properties) -> Schema {
    .object(
      [
        "code": Schema(["const": .integer(Int64(code.rawValue))]),
        "message": .filled.about("What is wrong and what to do."),
      ] + data)
  }
}
