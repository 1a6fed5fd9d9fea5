import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("The snapshot")
struct SnapshotTests {
  @Test("of an empty phone has every field, null or false")
  func empty() throws {
    let phone = try Phone()
    #expect(
      ScheduleSnapshot(of: phone.device.os).json == [
        "last_schedule": nil, "last_prefetch": nil, "last_notification": nil,
        "prefetch_success": false, "cached_content_used": false, "contentHash": nil,
        "scheduleHash": nil,
      ])
  }

  @Test("has times as ISO 8601 and hashes of twelve hexadecimal digits")
  func filled() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T05:54:00Z")
    try phone.reopen()
    let snapshot = try #require(ScheduleSnapshot(of: phone.device.os).json.objectValue)
    #expect(
      snapshot.keys == [
        "last_schedule", "last_prefetch", "last_notification", "prefetch_success",
        "cached_content_used", "contentHash", "scheduleHash",
      ])
    #expect(snapshot["last_schedule"] == "2025-11-16T05:48:00Z")
    #expect(snapshot["last_prefetch"] == "2025-11-15T05:48:00.120Z")
    #expect(snapshot["last_notification"] == "2025-11-15T05:53:00Z")
    #expect(snapshot["prefetch_success"] == true)
    #expect(snapshot["cached_content_used"] == true)
    for key in ["contentHash", "scheduleHash"] {
      let hash = try #require(snapshot[key]?.stringValue)
      #expect(hash.utf8.count == 12)
      #expect(hash.allSatisfy { "0123456789abcdef".contains($0) })
    }
  }

  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let isHashed: Bool
    let change: @Sendable (inout ScheduleRow) -> Void

    init(
      _ column: String, isHashed: Bool = true,
      _ change: @escaping @Sendable (inout ScheduleRow) -> Void
    ) {
      testDescription = column
      self.isHashed = isHashed
      self.change = change
    }

    static let all = [
      Change("trigger_time") { $0.triggerTime += 1 },
      Change("repeat_rule") { $0.repeatRule = "WEEKLY" },
      Change("channel_id") { $0.channelID = "x" },
      Change("priority") { $0.priority = "max" },
      Change("title") { $0.title = "x" },
      Change("body") { $0.body = "x" },
      Change("sound_enabled") { $0.isSoundEnabled.toggle() },
      Change("vibration_enabled") { $0.isVibrationEnabled.toggle() },
      Change("payload") { $0.payload = "{}" },
      Change("enabled") { $0.isEnabled.toggle() },
      Change("kind") { $0.kind = "x" },
      Change("time") { $0.time = "05:54" },
      Change("timezone") { $0.timezone = "UTC" },
      Change("created_at", isHashed: false) { $0.createdAt += 1 },
      Change("updated_at", isHashed: false) { $0.updatedAt += 1 },
    ]
  }

  @Test("has a schedule hash of the stored fields without dates", arguments: Change.all)
  func scheduleHash(change: Change) throws {
    let phone = try Phone()
    try phone.schedule()
    let before = try #require(ScheduleSnapshot(of: phone.device.os).json["scheduleHash"])
    var row = try #require(phone.device.os.storage.schedules.first)
    change.change(&row)
    phone.device.os.storage.write(row)
    let after = try #require(ScheduleSnapshot(of: phone.device.os).json["scheduleHash"])
    #expect((after != before) == change.isHashed)
  }

  @Test("has another content hash when the cache was damaged")
  func contentHash() throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    try phone.settle()
    let row = try #require(phone.device.os.storage.contents.first)
    #expect(ScheduleSnapshot(of: phone.device.os).json["contentHash"] == .string(row.hash))
    try phone.perform(.tamperCache(.invalidJSON))
    let damaged = try #require(phone.device.os.storage.contents.first)
    #expect(damaged.hash != row.hash)
  }
}

@Suite("A content hash")
struct ContentHashTests {
  /// Computed with Python's hashlib over canonical JSON.
  @Test(
    "is SHA-256 of canonical JSON, twelve hexadecimal digits",
    arguments: [
      ("", "e3b0c44298fc"), ("abc", "ba7816bf8f01"), ("{\"title\":", "79731ca15934"),
      ("{}", "44136fa355b3"), ("[]", "4f53cda18c2b"),
      (#"{"b":[true,null,"é"],"a":1}"#, "9488dd13ca33"),
      (#" { "a" : 1.0, "b":[true , null,"\u00e9"] } "#, "9488dd13ca33"),
    ])
  func vectors(text: String, hash: String) {
    #expect(ContentHash.payload(Array(text.utf8)) == hash)
  }

  @Test("of the built-in content and of a stored schedule is known")
  func scenario() throws {
    let phone = try Phone()
    try phone.schedule()
    #expect(ScheduleSnapshot(of: phone.device.os).json["scheduleHash"] == "2a430aa1d960")
    try phone.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    try phone.settle()
    #expect(ScheduleSnapshot(of: phone.device.os).json["contentHash"] == "53bd684cf867")
  }
}
