import CivilTime
import DailyNotification
import DeviceModel
import JSONText
import Testing

@Suite("verb table")
struct VerbTableTests {
  private static let morning = WallTime(
    date: CivilDate(year: 2025, month: 11, day: 16), hour: 8, minute: 5)

  private static let good: [(String, JSONObject, Command)] = [
    ("warpClock", ["by": "1h30m"], .warpClock(milliseconds: 5_400_000)),
    ("warpClock", ["by": "-2h"], .warpClock(milliseconds: -7_200_000)),
    ("warpClock", ["by": -1], .warpClock(milliseconds: -1)),
    ("setZone", ["zone": "UTC"], .setZone(.utc)),
    ("shiftDST", [:], .shiftDST),
    ("launch", [:], .launch),
    ("foreground", [:], .foreground),
    ("background", [:], .background),
    ("swipeAway", [:], .swipeAway),
    ("systemTerminate", [:], .systemTerminate),
    ("forceStop", [:], .forceStop),
    ("updateApp", [:], .updateApp),
    ("reinstall", [:], .reinstall),
    ("restoreBackup", [:], .restoreBackup(isEncrypted: false)),
    ("restoreBackup", ["encrypted": true], .restoreBackup(isEncrypted: true)),
    ("lock", [:], .lock),
    ("unlock", [:], .unlock),
    ("reboot", [:], .reboot(isLocked: true)),
    ("reboot", ["locked": false], .reboot(isLocked: false)),
    ("powerOff", [:], .powerOff),
    ("powerOn", [:], .powerOn(isLocked: true)),
    ("powerOn", ["locked": true], .powerOn(isLocked: true)),
    ("powerOn", ["locked": false], .powerOn(isLocked: false)),
    ("answerDialog", ["value": "allow"], .answerDialog(isAllowed: true)),
    ("answerDialog", ["value": "deny"], .answerDialog(isAllowed: false)),
    ("dismissDialog", [:], .dismissDialog),
    ("tapNotification", ["id": "daily_x"], .tapNotification(identifier: "daily_x")),
    (
      "tapNotification", ["id": "daily_x", "action": "later"],
      .tapNotification(identifier: "daily_x", action: .later)
    ),
    ("dismissDelivered", [:], .dismissDelivered(identifier: nil)),
    ("dismissDelivered", ["id": nil], .dismissDelivered(identifier: nil)),
    ("dismissDelivered", ["id": "a"], .dismissDelivered(identifier: "a")),
    ("setPermission", ["value": "granted"], .setPermission(.authorized)),
    ("setPermission", ["value": "denied"], .setPermission(.denied)),
    ("setPermission", ["value": "provisional"], .setPermission(.provisional)),
    ("setBackgroundRefresh", ["value": "available"], .setBackgroundRefresh(.available)),
    ("setBackgroundRefresh", ["value": "denied"], .setBackgroundRefresh(.denied)),
    ("setBackgroundRefresh", ["value": "restricted"], .setBackgroundRefresh(.restricted)),
    ("setLowPowerMode", ["value": "on"], .setLowPowerMode(isOn: true)),
    ("setLowPowerMode", ["value": "off"], .setLowPowerMode(isOn: false)),
    ("setLowPowerMode", ["value": true], .setLowPowerMode(isOn: true)),
    ("setLowPowerMode", ["value": false], .setLowPowerMode(isOn: false)),
    ("setBattery", ["level": 20], .setBattery(level: 20, isCharging: nil)),
    ("setBattery", ["level": 0, "charging": true], .setBattery(level: 0, isCharging: true)),
    ("setNetwork", ["value": "offline"], .setNetwork(.offline)),
    ("setNetwork", ["value": "flaky"], .setNetwork(.flaky)),
    ("setExactAlarm", ["value": "denied"], .setExactAlarm(isGranted: false)),
    (
      "setChannel", ["channelId": "c", "importance": "low"],
      .setChannel(identifier: "c", ChannelSettings(importance: "low"))
    ),
    ("setDoNotDisturb", ["value": "priority"], .setDoNotDisturb(.priority)),
    (
      "setNotificationSettings", ["sound": false, "alert": true],
      .setNotificationSettings([.sound: false, .alert: true])
    ),
    ("setFocus", ["value": "on"], .setFocus(isOn: true)),
    ("setDoze", ["value": "on"], .setDoze(isOn: true)),
    ("setDoze", ["value": false], .setDoze(isOn: false)),
    ("setStandbyBucket", ["value": "rare"], .setStandbyBucket(.rare)),
    ("setHibernation", ["value": "on"], .setHibernation(isOn: true)),
    ("setBatteryExemption", ["value": "on"], .setBatteryExemption(isOn: true)),
    ("setBackgroundRestricted", ["value": "on"], .setBackgroundRestricted(isOn: true)),
    ("scriptAPI", ["responses": []], .scriptAPI([])),
    ("scriptAPI", ["responses": [[:]]], .scriptAPI([ScriptedResponse()])),
    ("setLiveAPI", ["value": "on"], .setLiveAPI(isOn: true)),
    ("setLiveAPI", ["value": false], .setLiveAPI(isOn: false)),
    (
      "answerFetch", ["fetch": 1, "answer": ["status": 204]],
      .answerFetch(
        FetchAnswer(number: 1, end: .response(RawResponse(status: 204, headers: [], body: []))))
    ),
    (
      "answerFetch",
      ["fetch": 2, "answer": ["status": 200, "headers": ["ETag": "x"], "body": "é"]],
      .answerFetch(
        FetchAnswer(
          number: 2,
          end: .response(
            RawResponse(
              status: 200, headers: [RawResponse.Header(name: "ETag", value: "x")],
              body: [0xC3, 0xA9]))))
    ),
    (
      "answerFetch", ["fetch": 3, "answer": ["status": 200, "bodyBase64URL": "_w"]],
      .answerFetch(
        FetchAnswer(number: 3, end: .response(RawResponse(status: 200, headers: [], body: [0xFF]))))
    ),
    (
      "answerFetch", ["fetch": 4, "answer": ["failed": "tooLarge", "status": 200, "detail": "d"]],
      .answerFetch(FetchAnswer(number: 4, end: .failed(.tooLarge, status: 200, detail: "d")))
    ),
    ("tamperCache", ["value": "invalidJSON"], .tamperCache(.invalidJSON)),
    ("tamperCache", ["value": "removed"], .tamperCache(.removed)),
    ("fillDisk", ["value": "on"], .fillDisk(isOn: true)),
    ("fillDisk", ["value": false], .fillDisk(isOn: false)),
    ("failWrites", ["count": 1], .failWrites(count: 1)),
    ("failWrites", ["count": 1_000_000], .failWrites(count: 1_000_000)),
    ("clearPending", [:], .clearPending),
    ("simulateTaskLaunch", [:], .simulateTaskLaunch(identifier: TaskIdentifier.fetch)),
    ("simulateTaskLaunch", ["identifier": "x"], .simulateTaskLaunch(identifier: "x")),
    ("simulateTaskExpiration", [:], .simulateTaskExpiration(identifier: TaskIdentifier.fetch)),
    ("simulateTaskExpiration", ["identifier": "x"], .simulateTaskExpiration(identifier: "x")),
    (
      "otherCode", ["addRequest": ["id": "news", "after": "1h"]],
      .otherCode(
        .addRequest(
          OtherRequest(
            identifier: "news", trigger: .interval(milliseconds: hour, repeats: false))))
    ),
    (
      "otherCode", ["addRequest": ["id": "news", "at": "2025-11-16T08:05", "timezone": "UTC"]],
      .otherCode(
        .addRequest(
          OtherRequest(
            identifier: "news",
            trigger: .calendar(morning, zone: "UTC"))))
    ),
    (
      "otherCode", ["addRequest": ["id": "news", "daily": "08:05", "title": "T", "body": "B"]],
      .otherCode(
        .addRequest(
          OtherRequest(
            identifier: "news", trigger: .daily(morning.timeOfDay, zone: nil), title: "T",
            body: "B")))
    ),
    ("otherCode", ["removeRequests": [:]], .otherCode(.removeRequests(nil))),
    ("otherCode", ["removeRequests": "a"], .otherCode(.removeRequests(["a"]))),
    (
      "otherCode", ["removeRequests": ["ids": ["a", "b"]]], .otherCode(.removeRequests(["a", "b"]))
    ),
    ("otherCode", ["submitTask": "t"], .otherCode(.submitTask("t", afterMilliseconds: 0))),
    (
      "otherCode", ["submitTask": ["identifier": "t", "after": "1h"]],
      .otherCode(.submitTask("t", afterMilliseconds: hour))
    ),
    ("otherCode", ["cancelTask": "t"], .otherCode(.cancelTask("t"))),
    ("otherCode", ["cancelTask": [:]], .otherCode(.cancelTask(nil))),
    ("otherCode", ["registerTaskHandler": "t"], .otherCode(.registerTaskHandler("t"))),
    (
      "otherCode", ["setDelegate": ["presents": false]], .otherCode(.setDelegate(presents: false))
    ),
    ("otherCode", ["setCategories": ["ids": ["a"]]], .otherCode(.setCategories(["a"]))),
    ("otherCode", ["setCategories": [:]], .otherCode(.setCategories([]))),
    ("otherCode", ["setBadge": 3], .otherCode(.setBadge(3, asIconNumber: false))),
    (
      "otherCode", ["setBadge": ["count": 0, "asIconNumber": true]],
      .otherCode(.setBadge(0, asIconNumber: true))
    ),
    (
      "otherCode", ["createChannel": ["id": "c", "importance": "low"]],
      .otherCode(.createChannel(ChannelRequest(identifier: "c", name: "c", importance: 2)))
    ),
    ("otherCode", ["completeTask": "t"], .otherCode(.completeTask("t", isSuccess: true))),
    (
      "otherCode", ["completeTask": ["identifier": "t", "success": false]],
      .otherCode(.completeTask("t", isSuccess: false))
    ),
    ("otherCode", ["requestAuthorization": true], .otherCode(.requestAuthorization)),
    ("otherCode", ["requestAuthorization": [:]], .otherCode(.requestAuthorization)),
    (
      "otherCode", ["setAlarm": ["id": "a", "after": "1h"]],
      .otherCode(.setAlarm("a", afterMilliseconds: hour))
    ),
    ("otherCode", ["cancelAlarms": [:]], .otherCode(.cancelAlarms(nil))),
    ("otherCode", ["cancelAlarms": ["a", "b"]], .otherCode(.cancelAlarms(["a", "b"]))),
    (
      "otherCode", ["showNotification": "a"],
      .otherCode(.showNotification(OtherNotification(identifier: "a")))
    ),
    (
      "otherCode", ["showNotification": ["id": "a", "channel": "c", "title": "T", "body": "B"]],
      .otherCode(
        .showNotification(
          OtherNotification(identifier: "a", channel: "c", title: "T", body: "B")))
    ),
    ("otherCode", ["cancelNotifications": [:]], .otherCode(.cancelNotifications(nil))),
    ("otherCode", ["cancelNotifications": "a"], .otherCode(.cancelNotifications(["a"]))),
    ("otherCode", ["cancelWork": [:]], .otherCode(.cancelWork(nil))),
    ("otherCode", ["cancelWork": "w"], .otherCode(.cancelWork("w"))),
    (
      "otherCode", ["setAlarm": ["id": "a", "after": "1m", "sameIntent": true]],
      .otherCode(.setAlarm("a", afterMilliseconds: 60_000, hasSameIntent: true))
    ),
    (
      "otherCode", ["enqueueWork": ["name": "w", "policy": "keep"]],
      .otherCode(.enqueueWork("w", .keep, afterMilliseconds: 0))
    ),
    (
      "otherCode", ["enqueueWork": ["name": "w", "policy": "replace", "after": "1h"]],
      .otherCode(.enqueueWork("w", .replace, afterMilliseconds: 3_600_000))
    ),
    ("otherCode", ["deleteChannel": "c"], .otherCode(.deleteChannel("c"))),
    ("prefetchOnly", [:], .harness(.prefetchOnly)),
    ("scheduleInMinutes", ["n": 1], .harness(.scheduleInMinutes(1))),
    ("scheduleInMinutes", ["n": 1440], .harness(.scheduleInMinutes(1440))),
    ("forceRescheduleAll", [:], .harness(.forceRescheduleAll)),
    ("timeWarp", [:], .harness(.timeWarp(minutes: 60))),
    ("timeWarp", ["minutes": -525_600], .harness(.timeWarp(minutes: -525_600))),
    ("showCachedPayload", [:], .harness(.showCachedPayload)),
    ("showRawResponse", [:], .harness(.showRawResponse)),
    ("showSnapshot", [:], .harness(.showSnapshot)),
    ("dumpPrefetchStatus", [:], .harness(.dumpPrefetchStatus)),
    ("showHistory", [:], .harness(.showHistory)),
    ("registerNativeFetcher", [:], .harness(.registerNativeFetcher)),
  ]

  private static let bad: [(String, JSONObject, String)] = [
    ("warpClock", [:], "'warpClock' needs 'by'"),
    (
      "warpClock", ["by": "soon"],
      "'warpClock' takes a duration of at most ten years such as 1h30m or -2h, not 'soon'"
    ),
    (
      "warpClock", ["by": true],
      "'warpClock' takes a duration of at most ten years such as 1h30m or -2h, not boolean"
    ),
    (
      "setZone", ["zone": "Mars/Olympus"],
      "'setZone' takes a time zone such as Europe/London, not 'Mars/Olympus'"
    ),
    ("setBattery", [:], "'setBattery' needs 'level'"),
    (
      "setBattery", ["level": 101],
      "'setBattery' takes a number from 0 to 100 as 'level', not 101"
    ),
    (
      "setBattery", ["level": 1, "charging": 1],
      "'setBattery' takes true or false as 'charging', not integer"
    ),
    (
      "setBattery", ["charge": 1],
      "'setBattery' has no parameter 'charge'; it takes 'level', 'charging'"
    ),
    (
      "setChannel", ["channelId": "c"],
      "'setChannel' needs at least one of 'importance', 'sound', 'vibration', 'badge', "
        + "'bypassDnd'"
    ),
    ("scriptAPI", [:], "'scriptAPI' needs 'responses'"),
    ("reboot", ["locked": "no"], "'reboot' takes true or false, not string"),
    ("launch", ["value": "x"], "'launch' has no parameter 'value'; it takes none"),
    (
      "answerDialog", ["answer": "allow"],
      "'answerDialog' has no parameter 'answer'; it takes 'value'"
    ),
    ("answerDialog", [:], "'answerDialog' takes allow or deny, not nothing"),
    ("answerDialog", ["value": "Allow"], "'answerDialog' takes allow or deny, not 'Allow'"),
    ("answerDialog", ["value": true], "'answerDialog' takes allow or deny, not boolean"),
    (
      "setPermission", ["value": "prompt"],
      "'setPermission' takes granted or denied or provisional (iOS only), not 'prompt'"
    ),
    ("setLowPowerMode", ["value": 1], "'setLowPowerMode' takes on or off, not integer"),
    ("tapNotification", [:], "'tapNotification' needs 'id'"),
    (
      "tapNotification", ["id": 5],
      "'tapNotification' takes a text of 1 to 256 bytes as 'id', not integer"
    ),
    (
      "tapNotification", ["id": "a", "action": "never"],
      "'tapNotification' takes open or later as 'action', not 'never'"
    ),
    ("otherCode", [:], "'otherCode' takes exactly one of \(acts)"),
    (
      "otherCode", ["cancelTask": "a", "submitTask": "a"],
      "'otherCode' takes exactly one of \(acts)"
    ),
    ("otherCode", ["addRequest": [:]], "'otherCode.addRequest' needs 'id'"),
    (
      "otherCode", ["addRequest": ["id": "a"]],
      "'otherCode.addRequest' takes exactly one of 'after', 'at', 'daily'"
    ),
    (
      "otherCode", ["addRequest": ["id": "a", "at": "08:00"]],
      "'otherCode.addRequest' takes a wall time such as 2025-11-16T08:00 as 'at', not '08:00'"
    ),
    (
      "otherCode", ["addRequest": ["id": "a", "daily": "8"]],
      "'otherCode.addRequest' takes a time of day such as 08:00 as 'daily', not '8'"
    ),
    (
      "otherCode", ["removeRequests": 5],
      "'otherCode.removeRequests' takes a list of at most 100 texts of 1 to 256 bytes, not integer"
    ),
    ("otherCode", ["submitTask": ["after": 5]], "'otherCode.submitTask' needs 'identifier'"),
    ("otherCode", ["setAlarm": ["id": "a"]], "'otherCode.setAlarm' needs 'after'"),
    ("otherCode", ["deleteChannel": [:]], "'otherCode.deleteChannel' needs 'id'"),
    (
      "otherCode", ["cancelTask": ["id": "a"]],
      "'otherCode.cancelTask' has no parameter 'id'; it takes 'identifier'"
    ),
    (
      "otherCode", ["requestAuthorization": 5],
      "'otherCode' takes true as 'requestAuthorization', not integer"
    ),
    ("setLiveAPI", ["value": 1], "'setLiveAPI' takes on or off, not integer"),
    ("answerFetch", ["fetch": 1], "'answerFetch' needs 'answer'"),
    (
      "answerFetch", ["fetch": 1, "answer": [:]],
      "'answerFetch' takes an object with 'status', 'headers' and 'body', or with 'failed' and "
        + "'detail' as 'answer', not object"
    ),
    (
      "answerFetch", ["fetch": 1, "answer": ["status": 200, "failed": "network", "body": "x"]],
      "'answerFetch' takes an object with 'status', 'headers' and 'body', or with 'failed' and "
        + "'detail' as 'answer', not object"
    ),
    ("failWrites", [:], "'failWrites' needs 'count'"),
    (
      "setNotificationSettings", [:],
      "'setNotificationSettings' needs at least one of 'alert', 'sound', 'badge', 'lockScreen', "
        + "'notificationCenter', 'timeSensitive', 'scheduledDelivery'"
    ),
    ("scheduleInMinutes", [:], "'scheduleInMinutes' needs 'n'"),
    (
      "scheduleInMinutes", ["n": 0], "'scheduleInMinutes' takes a number from 1 to 1440, not 0"
    ),
    ("timeWarp", ["n": 5], "'timeWarp' has no parameter 'n'; it takes 'minutes'"),
    (
      "failWrites", ["count": "2"],
      "'failWrites' takes a number from 1 to 1000000 as 'count', not string"
    ),
  ]

  private static let acts =
    "'addRequest', 'removeRequests', 'submitTask', 'cancelTask', 'registerTaskHandler', "
    + "'completeTask', 'requestAuthorization', 'setDelegate', 'setCategories', 'setBadge', "
    + "'setAlarm', 'cancelAlarms', 'showNotification', 'cancelNotifications', 'cancelWork', "
    + "'enqueueWork', 'deleteChannel', 'createChannel'"

  /// Verbs whose argument is not simply their one value as written.
  private static let shownOtherwise = [
    "warpClock", "setZone", "reboot", "powerOn", "setBattery", "setChannel", "scriptAPI",
    "answerFetch", "setNotificationSettings", "otherCode", "restoreBackup",
  ]

  /// What a verb shows when its only parameter is left out.
  private static let written = [
    "simulateTaskLaunch": TaskIdentifier.fetch, "simulateTaskExpiration": TaskIdentifier.fetch,
    "timeWarp": "60",
  ]

  @Test("makes the command of a verb", arguments: good)
  func parse(verb: String, parameters: JSONObject, command: Command) throws {
    #expect(try VerbTable.command(verb: verb, parameters: parameters) == command)
    #expect(command.verb == verb)
  }

  @Test("has one row per verb, and each is tested here")
  func complete() {
    let names = VerbTable.rows.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(names) == Set(Self.good.map(\.0)))
    for row in VerbTable.rows { #expect(!row.act.isEmpty && row.act.count <= 80) }
  }

  @Test("says what is wrong with a parameter", arguments: bad)
  func refuse(verb: String, parameters: JSONObject, text: String) {
    #expect(error(verb, parameters)?.description == text)
  }

  @Test(
    "accepts strings, numbers, durations and zones within their limits",
    arguments: [
      ("tapNotification", ["id": ""]),
      ("tapNotification", ["id": .string(String(repeating: "x", count: 257))]),
      ("failWrites", ["count": 0]), ("failWrites", ["count": -1]),
      ("scheduleInMinutes", ["n": 1441]), ("timeWarp", ["minutes": 525_601]),
      ("failWrites", ["count": 1_000_001]), ("failWrites", ["count": 1.5]),
      ("warpClock", ["by": 315_360_000_001]), ("warpClock", ["by": -315_360_000_001]),
      ("warpClock", ["by": .integer(.min)]), ("warpClock", ["by": 1.5]),
      ("setZone", ["zone": "UTC+01:00 shifted"]), ("setZone", ["zone": "PST"]),
      ("setZone", ["zone": .string(String(repeating: "a/", count: 500))]),
    ] as [(String, JSONObject)])
  func range(verb: String, parameters: JSONObject) throws {
    guard case .badValue(_, verb, _)? = error(verb, parameters) else {
      Issue.record("\(parameters) must be refused")
      return
    }
  }

  @Test("lists all verbs")
  func unknownVerb() {
    let text = error("jump", [:])?.description
    #expect(text?.hasPrefix("there is no verb 'jump'; verbs: warpClock, setZone,") == true)
    #expect(text?.hasSuffix(", showHistory, registerNativeFetcher") == true)
    let long = error(String(repeating: "x", count: 1000), [:])?.description ?? ""
    #expect(long.hasPrefix("there is no verb '\(String(repeating: "x", count: 61))…'; verbs: "))
  }

  private func error(_ verb: String, _ parameters: JSONObject) -> VerbError? {
    do throws(VerbError) {
      _ = try VerbTable.command(verb: verb, parameters: parameters)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "shows a command's argument in one line",
    arguments: [
      (.warpClock(milliseconds: 5_400_000), "1h30m"), (.warpClock(milliseconds: -250), "-250ms"),
      (.setZone(.utc), "UTC"), (.shiftDST, nil), (.reboot(isLocked: true), "locked"),
      (.powerOn(isLocked: false), "unlocked"), (.restoreBackup(isEncrypted: true), "encrypted"),
      (.restoreBackup(isEncrypted: false), "unencrypted"),
      (.setBattery(level: 5, isCharging: nil), "5"),
      (.setBattery(level: 5, isCharging: true), "5 charging"),
      (.setBattery(level: 5, isCharging: false), "5 unplugged"),
      (.setChannel(identifier: "c", ChannelSettings(importance: "low")), "c low"),
      (.setDoNotDisturb(.total), "total"), (.setFocus(isOn: false), "off"),
      (
        .setNotificationSettings([.sound: false, .alert: true]), "alert=true sound=false"
      ),
      (.setExactAlarm(isGranted: true), "granted"), (.scriptAPI([]), "0 responses"),
      (.tapNotification(identifier: "a", action: .open), "a open"),
      (.otherCode(.removeRequests(["a", "b"])), "removeRequests a, b"),
      (.otherCode(.removeRequests(nil)), "removeRequests all"),
      (.otherCode(.submitTask("t", afterMilliseconds: 60_000)), "submitTask t after 1m"),
      (.otherCode(.cancelTask(nil)), "cancelTask all"),
      (.otherCode(.completeTask("t", isSuccess: false)), "completeTask t without success"),
      (.otherCode(.requestAuthorization), "requestAuthorization"),
      (.otherCode(.setAlarm("a", afterMilliseconds: 60_000)), "setAlarm a after 1m"),
      (.otherCode(.cancelAlarms(nil)), "cancelAlarms all"),
      (.otherCode(.cancelNotifications(["a"])), "cancelNotifications a"),
      (.otherCode(.showNotification(OtherNotification(identifier: "a"))), "showNotification a"),
      (.otherCode(.cancelWork("w")), "cancelWork w"),
      (
        .otherCode(.setAlarm("a", afterMilliseconds: 60_000, hasSameIntent: true)),
        "setAlarm a after 1m with the same intent"
      ),
      (
        .otherCode(.enqueueWork("w", .replace, afterMilliseconds: 60_000)),
        "enqueueWork w after 1m, replace"
      ),
      (.otherCode(.deleteChannel("c")), "deleteChannel c"),
      (.scriptAPI([ScriptedResponse()]), "1 response"),
    ] as [(Command, String?)])
  func line(command: Command, argument: String?) {
    #expect(command.argument == argument)
  }

  @Test(
    "shows a command's argument as it was written",
    arguments: good.filter { !shownOtherwise.contains($0.0) && $0.1["action"] == nil })
  func argument(verb: String, parameters: JSONObject, command: Command) {
    let value = parameters.members.first?.value
    let written: String? =
      switch value {
      case .string(let text)?: text
      case .integer(let number)?: String(number)
      case .bool(let flag)?: flag ? "on" : "off"
      default: Self.written[verb]
      }
    #expect(command.argument == written)
  }
}
