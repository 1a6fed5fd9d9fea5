import DailyNotification
import ES256K
import JSONText
import SchemaSupport
import SimulationCore

@testable import DeviceModel

/// Replies and log events of phones on which every method was called, with good and bad options.
enum SampleRun {
  /// A document with the reference of the schema that it should match.
  struct Document {
    let schema: String
    let value: JSONValue
  }

  /// The documents in the traces of some phones after a month of calls, refusals and faults.
  static func documents() throws -> [Document] {
    let devices = try (1...3 as ClosedRange<UInt64>).map(play)
    return devices.flatMap { device in
      device.os.trace.records(from: 0).compactMap(document)
    }
  }

  static func document(_ record: Record<DeviceRecord>) -> Document? {
    if let event = record.logEvent {
      return Document(schema: "log-event.schema.json", value: event)
    }
    guard case .plugin(.replied(let call, let reply)) = record.payload else { return nil }
    let isKnown = (PluginMethod.allCases.map(\.rawValue))
      .contains(call.method)
    guard isKnown else { return Document(schema: "rejection.schema.json", value: reply.json) }
    // The options of a rejected call may be anything.
    return Document(
      schema: "plugin/\(call.method).schema.json",
      value: reply.isRejected
        ? ["rejection": reply.json]
        : ["options": .object(call.options), "result": reply.json])
  }

  private static func play(seed: UInt64) throws -> Device {
    var configuration = DeviceConfiguration()
    configuration.keychain = Keychain(TestKeys.standard)
    configuration.seed = seed
    if seed == 2 { configuration.variant = .simulator }
    if seed == 3 { configuration.knobs.deliveryDrift = .beyond }
    var device = Device(configuration)
    try call("scheduleDailyNotification", ["time": "05:53"], on: &device)
    try device.perform(.answerDialog(isAllowed: seed != 3))
    try device.perform(.setPermission(.authorized))
    for day in 0..<12 {
      for method in PluginMethod.allCases.map(\.rawValue) + ["nonsense"] {
        try call(method, options(method, day), on: &device)
      }
      try act(day, on: &device)
      try device.advance(to: device.os.now.advanced(byMilliseconds: 86_400_000))
      for command in [Command.launch, .foreground] { _ = try? device.perform(command) }
    }
    return device
  }

  private static func call(
    _ method: String, _ options: JSONObject, on device: inout Device
  ) throws {
    try device.perform(.call(method: method, options: options))
  }

  /// Good options on some days, bad ones on others.
  private static func options(_ method: String, _ day: Int) -> JSONObject {
    switch (method, day % 6) {
    case ("cancelAllNotifications", _), (_, 0): [:]
    case ("configure", 1): ["ttlSeconds": 60, "storage": "shared", "stray": 1]
    case ("configure", 2): ["maxNotificationsPerDay": 0]
    case ("scheduleDailyNotification", 1): ["time": "noon"]
    case ("scheduleDailyNotification", 2): ["time": "06:00", "timezone": "Mars/Olympus"]
    case ("scheduleDailyNotification", _):
      ["id": .string("s\(day)"), "time": "06:00", "title": "A", "url": nil, "priority": "high"]
    case ("updateSettings", 1): ["id": "unknown"]
    case ("updateSettings", _): ["id": "s3", "time": "06:30", "sound": false]
    case (_, 3): ["channelId": 5]
    default: ["channelId": "news"]
    }
  }

  private static func act(_ day: Int, on device: inout Device) throws {
    let commands: [Command] =
      switch day {
      case 1: [.background]
      case 2: [.tamperCache(.invalidJSON), .swipeAway]
      case 4: [.failWrites(count: 5), .background]
      case 6: [.clearPending, .background]
      case 8: [.setPermission(.denied)]
      case 9: [.setPermission(.provisional), .setBackgroundRefresh(.denied)]
      case 10: [.systemTerminate]
      default: []
      }
    for command in commands { _ = try? device.perform(command) }
  }
}
