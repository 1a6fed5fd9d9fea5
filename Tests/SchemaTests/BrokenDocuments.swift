import JSONText

/// Replies and log events that are almost valid.
enum BrokenDocuments {
  typealias Document = SampleRun.Document

  static let all: [Document] = results + rejections + events + messages

  private static func result(_ method: String, _ value: JSONValue) -> Document {
    Document(schema: "plugin/\(method).schema.json#/$defs/result", value: value)
  }

  private static let results: [Document] = [
    result("configure", ["ok": true]),
    result("configure", nil),
    result("scheduleDailyNotification", [:]),
    result("scheduleDailyNotification", ["warning": "late"]),
    result("getLastNotification", [:]),
    result(
      "getLastNotification",
      ["id": "a", "title": "", "body": "", "timestamp": 1.5, "url": nil, "fromCache": true]),
    result(
      "getLastNotification",
      ["id": "a", "title": "", "body": "", "timestamp": 1, "fromCache": true]),
    result(
      "checkPermissionStatus",
      [
        "notifications": "authorized", "exactAlarm": true, "backgroundRefresh": "available",
        "channel": true,
      ]),
    result("requestNotificationPermissions", ["granted": 1, "notifications": "granted"]),
    result("isChannelEnabled", ["enabled": true, "channelId": "a", "importance": 6]),
    result(
      "getBatteryStatus",
      ["level": 101, "isCharging": true, "powerState": "full", "isOptimizationExempt": false]),
    result("getScheduledReminders", ["reminders": [["id": "a"]]]),
    result("updateStarredPlans", ["count": -1]),
    Document(schema: "plugin/configure.schema.json", value: ["options": [:]]),
    Document(schema: "plugin/configure.schema.json#/$defs/options", value: ["ttlSeconds": 0]),
    Document(
      schema: "plugin/scheduleDailyNotification.schema.json#/$defs/options",
      value: ["time": "24:00"]),
  ]

  /// A rejection with members replaced or left out.
  private static func rejection(
    _ changes: [String: JSONValue], without missing: String? = nil,
    schema: String = "rejection.schema.json"
  ) -> Document {
    var rejection: JSONObject = [
      "error": "storage_failed", "message": "m", "code": "STORAGE_FAILED", "action": nil,
      "data": [:],
    ]
    for key in changes.keys.sorted() { rejection[key] = changes[key] }
    if let missing { rejection[missing] = nil }
    return Document(schema: schema, value: .object(rejection))
  }

  private static let rejections: [Document] = [
    rejection(["error": "storageFailed"]),
    rejection(["code": "storage_failed"]),
    rejection(["message": nil]),
    rejection(["message": ""]),
    rejection([:], without: "action"),
    rejection([:], without: "data"),
    rejection(["action": "open_settings"]),
    rejection(["data": nil]),
    rejection(["reason": "full"]),
    rejection(["error": "invalid_parameter", "code": "INVALID_PARAMETER"]),
    rejection([:], schema: "plugin/isChannelEnabled.schema.json#/$defs/rejections"),
  ]

  private static func event(_ name: JSONValue, _ level: JSONValue, _ fields: JSONValue) -> Document
  {
    Document(
      schema: "log-event.schema.json",
      value: ["time": 0, "level": level, "category": "plugin", "event": name, "fields": fields])
  }

  private static let events: [Document] = [
    event("ready", "debug", [:]),
    event("ready", "info", ["a": 1]),
    event("steady", "info", [:]),
    event("notificationsDenied", "warning", [:]),
    event("permissionsRequested", "info", ["answer": "yes"]),
    event("taskExpired", "warning", [:]),
  ]

  /// A line of the bridge.
  private static func message(_ members: JSONObject) -> Document {
    var line: JSONObject = ["jsonrpc": "2.0"]
    for member in members.members { line[member.key] = member.value }
    return Document(schema: "bridge.schema.json", value: .object(line))
  }

  private static func answer(_ method: String, _ result: JSONValue) -> Document {
    Document(schema: "bridge.schema.json#/$defs/\(method)", value: result)
  }

  private static let messages: [Document] = [
    message([:]), message(["jsonrpc": "1.0", "id": 1, "result": [:]]), message(["result": [:]]),
    message(["id": true, "result": [:]]), message(["id": 1, "result": [:], "error": nil]),
    message(["id": 1, "error": ["code": -32_700, "message": "m"]]),
    message(["id": 1, "error": ["code": -1, "message": "m"]]),
    message(["id": 1, "error": ["code": -32_003, "message": "m", "data": ["reason": "bored"]]]),
    message(["id": 1, "error": ["code": -32_800, "message": "m", "data": [:]]]),
    message(["method": "record", "params": ["sequence": 1]]),
    message(["method": "pluginEvent", "params": ["event": "ready", "data": [:], "time": 0]]),
    message(["method": "$/progress", "params": ["id": 1, "now": 0]]),
    answer("session.configure", ["traceHash": "0"]), answer("time.advance", ["now": 0]),
    answer("time.runUntilIdle", ["now": 0, "events": 0, "waiting": "fetch"]),
    answer("trace.get", ["records": [[:]], "next": 0, "hash": "0123456789abcdef"]),
    answer("scenario.run", [:]), answer("$~1events", nil), answer("device.perform", ["now": 0]),
    answer("state", [:]),
  ]
}
