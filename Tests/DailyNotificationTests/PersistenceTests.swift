import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("Stored data")
struct PersistenceTests {
  static let start: Int64 = 1_763_185_350_000
  static let next: Int64 = 1_763_185_980_000
  static let day: Int64 = 86_400_000

  @Test("of a schedule are its thirteen fields, kind, time, zone and revision")
  func row() throws {
    let phone = try Phone()
    try phone.schedule([
      "id": "news", "time": "11:38", "title": "T", "body": "B", "url": "https://a.example/?q=\"",
      "sound": false, "vibration": false, "priority": "high", "timezone": "Asia/Kathmandu",
    ])
    let row =
      ScheduleRow(
        id: "news", triggerTime: Self.next, repeatRule: "DAILY", channelID: "timesafari.daily",
        priority: "high", title: "T", body: "B", isSoundEnabled: false,
        isVibrationEnabled: false, payload: #"{"url":"https://a.example/?q=\""}"#,
        createdAt: Self.start, updatedAt: Self.start, isEnabled: true, kind: "DAILY",
        time: "11:38", timezone: "Asia/Kathmandu", revision: Self.start,
        wallMinute: (Self.next + 20_700_000) / 60_000, plannedZone: "Asia/Kathmandu",
        leadMinutes: nil, rollover: nil)
    #expect(phone.device.os.storage.schedules == [row])
  }

  @Test("is under the keys of the contract and the plugin's own")
  func keys() throws {
    #expect(
      StorageKey.allCases.map(\.name) == [
        "earliestBeginDate", "lastSuccessfulRunTimestamp", "DNP_ScheduleSnapshot",
        "DNP_Configuration", "DNP_TaskOwner", "DNP_TaskOccurrence", "DNP_PrefetchedThrough",
        "DNP_RetryCount", "DNP_DualRetryCount", "DNP_LastPrefetch", "dual_schedule_config",
        "DNP_DualFetchedThrough",
        "DNP_DualStatistics", "native_fetcher_config", "DNP_StarredPlans", "DNP_EndpointTag",
        "DNP_LastRecovery", "DNP_LastUptime", "DNP_LastCoordination",
        "DNP_HostLifecycle", "DNP_LedgerComplete", "DNP_PlanCursor",
        "DNP_DualBeginDate", "DNP_DualOccurrence", "DNP_DualSuccessfulRun", "DNP_LastBoot",
        "DNP_Receiving",
      ])
    let phone = try Phone()
    try phone.schedule()
    let storage = phone.device.os.storage
    #expect(storage.value(.earliestBeginDate) == .integer(Self.next - 300_000))
    #expect(storage.value(.taskOwner) == .text("daily"))
    #expect(storage.value(.taskOccurrence) == .integer(Self.next))
    for key in [
      StorageKey.lastSuccessfulRun, .configuration, .prefetchedThrough, .retryCount, .lastPrefetch,
    ] {
      #expect(storage.value(key) == nil, "\(key)")
    }
    guard case .snapshot(let snapshot)? = storage.value(.scheduleSnapshot) else {
      Issue.record("no snapshot is stored")
      return
    }
    #expect(snapshot.json == ScheduleSnapshot(of: phone.device.os).json)
  }

  @Test("of the configuration is canonical JSON of every key")
  func configuration() throws {
    let phone = try Phone()
    try phone.value("configure", ["ttlSeconds": 600, "activeDid": "did:ethr:1"])
    let text = """
      {"activeDid":"did:ethr:1","adaptive":false,"apiServer":null,"dbPath":null,\
      "maxNotificationsPerDay":20,\
      "permissionPolicy":"request","prefetchLeadMinutes":5,"retentionDays":7,\
      "storage":"tiered","ttlSeconds":600}
      """
    #expect(phone.device.os.storage.value(.configuration) == .text(text))
  }

  @Test(
    "keeps created_at across a replacement and moves updated_at",
    arguments: ["scheduleDailyNotification", "updateSettings"])
  func createdAt(method: String) throws {
    let phone = try Phone()
    try phone.schedule()
    try phone.advance(seconds: 60)
    try phone.value(method, ["time": "07:00"])
    let row = try #require(phone.device.os.storage.schedules.first)
    #expect(row.createdAt == Self.start)
    #expect(row.updatedAt == Self.start + 60_000)
  }

  @Test(
    "survives the process, as the requests do",
    arguments: [
      Command.swipeAway, .systemTerminate,
    ])
  func survives(ending: Command) throws {
    let phone = try Phone()
    try phone.value("configure", ["ttlSeconds": 600])
    try phone.schedule()
    let before = phone.footprint
    try phone.perform(ending)
    #expect(phone.footprint == before)
    try phone.perform(.launch)
    #expect(phone.footprint.schedules == before.schedules)
    #expect(phone.footprint.requests == before.requests)
    let launch = [StorageKey.lastRecovery.rawValue, StorageKey.lastUptime.rawValue]
    for (key, value) in zip(StorageKey.allCases, before.values) where !launch.contains(key.rawValue)
    {
      #expect(phone.device.os.storage.value(key) == value)
    }
  }
}

@Suite("A damaged record")
struct QuarantineTests {
  struct Damage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let damage: @Sendable (inout ScheduleRow) -> Void

    static let all = [
      Damage(testDescription: "time") { $0.time = "25:99" },
      Damage(testDescription: "no time") { $0.time = "" },
      Damage(testDescription: "priority") { $0.priority = "urgent" },
      Damage(testDescription: "kind") { $0.kind = "HOURLY" },
      Damage(testDescription: "zone") { $0.timezone = "Atlantis/Capital" },
      Damage(testDescription: "payload") { $0.payload = "{" },
    ]
  }

  @Test("is quarantined and rebuilt from the pending request", arguments: Damage.all)
  func rebuilt(damage: Damage) throws {
    let phone = try Phone()
    try phone.schedule([
      "time": "05:53", "title": "T", "body": "B", "url": "https://a.example", "sound": false,
      "priority": "low",
    ])
    let requests = phone.pendingIdentifiers
    let row = try #require(phone.device.os.storage.schedules.first)
    var damaged = row
    damage.damage(&damaged)
    phone.device.os.storage.removeSchedule(row.id, kind: row.kind)
    phone.device.os.storage.write(damaged)
    try phone.reopen()
    #expect(phone.lines(from: .warning) == ["[DNP-STORAGE] Quarantined (schedule daily)"])
    var rebuilt = try #require(phone.device.os.storage.schedules.first)
    rebuilt.updatedAt = row.updatedAt
    #expect(rebuilt == row)
    #expect(phone.pendingIdentifiers == requests)
    try phone.advance(to: "2025-11-15T05:54:00Z")
    #expect(phone.titlesShown.count == 1)
  }

  @Test("is given up when no request is left to rebuild it from", arguments: Damage.all)
  func givenUp(damage: Damage) throws {
    let phone = try Phone()
    try phone.schedule()
    var row = try #require(phone.device.os.storage.schedules.first)
    phone.device.os.storage.removeSchedule(row.id, kind: row.kind)
    damage.damage(&row)
    phone.device.os.storage.write(row)
    try phone.perform(.clearPending)
    try phone.reopen()
    #expect(phone.lines(from: .warning) == ["[DNP-STORAGE] Quarantined (schedule daily)"])
    #expect(phone.device.os.storage.schedules.isEmpty)
    #expect(phone.pendingIdentifiers.isEmpty)
    #expect(phone.taskBegins == nil)
    try phone.schedule()
  }

  @Test("leaves the other schedules alone")
  func others() throws {
    let phone = try Phone()
    try phone.schedule(["id": "a", "time": "06:00"])
    try phone.schedule(["id": "b", "time": "07:00"])
    try phone.settle()
    let requests = phone.pendingIdentifiers
    #expect(requests.count == Phone.windowMax)
    var row = try #require(phone.device.os.storage.schedules.first)
    row.time = "?"
    phone.device.os.storage.write(row)
    try phone.reopen()
    #expect(phone.device.os.storage.schedules.map(\.time) == ["06:00", "07:00"])
    #expect(phone.pendingIdentifiers == requests)
  }

  @Test(
    "of the configuration is quarantined and replaced by the defaults",
    arguments: ["", "{", "[]", "{\"ttlSeconds\":0}", "{\"storage\":7}"])
  func configuration(text: String) throws {
    let phone = try Phone()
    phone.device.os.storage.set(.text(text), for: .configuration)
    try phone.perform(.swipeAway)
    try phone.perform(.launch)
    #expect(phone.lines(from: .warning) == ["[DNP-STORAGE] Quarantined (configuration)"])
    #expect(phone.device.os.storage.value(.configuration) == nil)
    #expect(phone.device.app?.plugin.configuration == PluginConfiguration())
  }

  @Test("of the wrong type under a key is treated as missing", arguments: StorageKey.allCases)
  func wrongType(key: StorageKey) throws {
    let phone = try Phone()
    try phone.schedule()
    let wrong: StoredValue = key == .configuration || key == .taskOwner ? .integer(7) : .text("?")
    phone.device.os.storage.set(wrong, for: key)
    try phone.perform(.systemTerminate)
    try phone.perform(.launch)
    try phone.perform(.background)
    try phone.advance(to: "2025-11-15T06:00:00Z")
    #expect(phone.titlesShown.count == 1)
  }
}
