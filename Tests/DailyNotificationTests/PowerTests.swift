import CivilTime
import JSONText
import Testing

@testable import DailyNotification
@testable import DeviceModel

@Suite("Power")
struct PowerTests {
  struct Battery: Sendable {
    let state: BatteryState
    let word: JSONValue

    static let all = [
      Battery(state: BatteryState(level: 80, isCharging: false), word: "unplugged"),
      Battery(state: BatteryState(level: 0, isCharging: false), word: "unplugged"),
      Battery(state: BatteryState(level: 40, isCharging: true), word: "charging"),
      Battery(state: BatteryState(level: 100, isCharging: true), word: "full"),
      Battery(state: BatteryState(level: 100, isCharging: false), word: "unplugged"),
    ]
  }

  @Test("is reported as the system reports it", arguments: Battery.all, [true, false])
  func status(battery: Battery, isRefreshOn: Bool) throws {
    let phone = try Phone()
    phone.device.os.power.set(battery.state)
    if !isRefreshOn { try phone.perform(.setBackgroundRefresh(.restricted)) }
    #expect(
      try phone.value("getBatteryStatus") == [
        "level": .integer(Int64(battery.state.level)),
        "isCharging": .bool(battery.state.isCharging),
        "powerState": battery.word, "isOptimizationExempt": .bool(isRefreshOn),
      ])
    try phone.perform(.setLowPowerMode(isOn: isRefreshOn))
    #expect(
      try phone.value("getPowerState") == [
        "powerState": battery.word, "isLowPowerMode": .bool(isRefreshOn),
        "isOptimizationExempt": .bool(isRefreshOn),
        "backgroundRefreshStatus": isRefreshOn ? "available" : "restricted",
      ])
  }

  @Test("has an exemption that is Background App Refresh: nothing to do, or its page")
  func exemption() throws {
    let phone = try Phone()
    #expect(
      try phone.value("requestBatteryOptimizationExemption") == ["granted": true, "action": nil])
    try phone.perform(.setBackgroundRefresh(.denied))
    #expect(
      try phone.value("requestBatteryOptimizationExemption") == [
        "granted": false, "action": "opened_settings",
      ])
    #expect(!phone.device.os.process.state.isOnScreen, "Settings are in front")
    #expect(
      try phone.value("requestBatteryOptimizationExemption") == [
        "granted": false, "action": "open_settings",
      ])
    let pages = phone.payloads.compactMap {
      if case .authorization(.settingsOpened(let page)) = $0 { page } else { nil }
    }
    #expect(pages == [.backgroundRefresh])
  }

  @Test(
    "needs no permission for exact times other than the one to notify",
    arguments: [AuthorizationStatus.authorized, .denied, .provisional, .notDetermined])
  func exactAlarm(status: AuthorizationStatus) throws {
    let phone = try Phone(permission: status)
    let isAllowed = JSONValue.bool(status.allowsNotifications)
    #expect(
      try phone.value("getExactAlarmStatus") == [
        "supported": true, "enabled": isAllowed, "canSchedule": isAllowed, "toleranceSeconds": 180,
      ])
  }

  @Test("requests that permission once, then opens Settings")
  func requestExactAlarm() throws {
    let phone = try Phone(permission: .notDetermined)
    let call = try phone.call("requestExactAlarmPermission")
    #expect(phone.reply(call) == nil)
    try phone.perform(.answerDialog(isAllowed: true))
    #expect(phone.reply(call) == .value(["granted": true, "action": nil]))
    try phone.perform(.setPermission(.denied))
    #expect(
      try phone.value("requestExactAlarmPermission") == [
        "granted": false, "action": "opened_settings",
      ])
    #expect(!phone.device.os.process.state.isOnScreen, "Settings are in front")
    #expect(
      try phone.value("requestExactAlarmPermission") == [
        "granted": false, "action": "permission_denied",
      ])
  }

  @Test("opens the page of exact times while the app is on the screen", arguments: [true, false])
  func exactAlarmSettings(isOnScreen: Bool) throws {
    let phone = try Phone()
    if !isOnScreen { try phone.perform(.background) }
    #expect(
      try phone.value("openExactAlarmSettings") == [
        "opened": .bool(isOnScreen), "target": "app-settings:",
      ])
  }
}

@Suite("Adaptive scheduling")
struct AdaptiveTests {
  /// A daily notification at noon: its prefetch is due at 11:55, or at 11:45 with the wide lead.
  private func phone() throws -> Phone {
    let phone = try Phone()
    try phone.schedule(["time": "12:00"])
    return phone
  }

  static let usual = "2025-11-15T11:55:00Z"
  static let wide = "2025-11-15T11:45:00Z"

  private func makeShort(_ phone: Phone, byBattery: Bool) throws {
    if byBattery {
      try phone.perform(.setBattery(level: 20, isCharging: false))
    } else {
      try phone.perform(.setLowPowerMode(isOn: true))
    }
  }

  @Test(
    "widens the lead at once while power is low, and only while it is enabled",
    arguments: [true, false])
  func atOnce(byBattery: Bool) throws {
    let phone = try phone()
    try makeShort(phone, byBattery: byBattery)
    try phone.reopen()
    #expect(phone.taskBegins == Self.usual)
    #expect(try phone.value("setAdaptiveScheduling", ["enabled": true]) == [:])
    #expect(phone.taskBegins == Self.wide)
    #expect(
      phone.lines(from: .debug).contains(
        "[DNP-POWER] Adaptive scheduling set (enabled=true, lead=15min)"))
    try phone.value("setAdaptiveScheduling", ["enabled": false])
    #expect(phone.taskBegins == Self.usual)
  }

  @Test(
    "moves the task at the next entry after power became low, and back",
    arguments: [true, false])
  func nextEntry(byBattery: Bool) throws {
    let phone = try phone()
    try phone.value("setAdaptiveScheduling", ["enabled": true])
    #expect(phone.taskBegins == Self.usual)
    try makeShort(phone, byBattery: byBattery)
    try phone.value("getPowerState")
    #expect(phone.taskBegins == Self.wide)
    phone.device.os.power.set(BatteryState(level: 20, isCharging: true))
    try phone.perform(.setLowPowerMode(isOn: false))
    try phone.value("getPowerState")
    #expect(phone.taskBegins == Self.usual)
  }

  @Test(
    "applies at a level of 20 % or less when not charging",
    arguments: [(20, false, true), (21, false, false), (20, true, false), (0, false, true)])
  func threshold(level: Int, isCharging: Bool, isShort: Bool) throws {
    let phone = try phone()
    phone.device.os.power.set(BatteryState(level: level, isCharging: isCharging))
    try phone.value("setAdaptiveScheduling", ["enabled": true])
    #expect(phone.taskBegins == (isShort ? Self.wide : Self.usual))
  }

  @Test("survives the process")
  func survives() throws {
    let phone = try phone()
    try phone.value("setAdaptiveScheduling", ["enabled": true])
    try phone.perform(.systemTerminate)
    try phone.perform(.setLowPowerMode(isOn: true))
    try phone.perform(.launch)
    #expect(phone.taskBegins == Self.wide)
  }

  @Test("does not move a retry or a task after a miss")
  func retry() throws {
    let phone = try Phone()
    try phone.value("configure", ["apiServer": "https://api.example", "prefetchLeadMinutes": 60])
    try phone.value("setAdaptiveScheduling", ["enabled": true])
    try phone.schedule(["time": "12:00"])
    try phone.runTask(at: "2025-11-15T11:00:00Z", Phone.failure(500, retryAfterSeconds: 600))
    #expect(phone.taskBegins == "2025-11-15T11:10:00Z")
    phone.device.os.power.set(BatteryState(level: 5, isCharging: false))
    try phone.perform(.foreground)
    try phone.value("setAdaptiveScheduling", ["enabled": false])
    #expect(phone.taskBegins == "2025-11-15T11:10:00Z")
  }

  @Test("cannot be changed while nothing can be stored")
  func notStored() throws {
    let phone = try phone()
    try phone.perform(.setLowPowerMode(isOn: true))
    try phone.perform(.fillDisk(isOn: true))
    #expect(
      try phone.rejection("setAdaptiveScheduling", ["enabled": true]).kind == .storageFailed)
    #expect(phone.taskBegins == Self.usual)
  }
}
