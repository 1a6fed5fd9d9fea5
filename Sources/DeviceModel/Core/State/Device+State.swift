import CivilTime
public import DailyNotification
public import JSONText
import SimulationCore

extension Device {
  /// The whole state as one object, its members named as in `StatePart`.
  public var stateValue: JSONValue {
    .object(JSONObject(StatePart.allCases.map { ($0.rawValue, state($0)) }))
  }

  /// One part of the state; times are milliseconds since the Unix epoch.
  public func state(_ part: StatePart) -> JSONValue {
    switch part {
    case .clocks: clocksValue
    case .process: processValue
    case .settings: settingsValue
    case .pending:
      switch os.parts {
      case .ios: .array(os.center.pendingValues(os.secrets))
      case .android: .array(os.android.alarmValues(os.secrets))
      }
    case .delivered:
      switch os.parts {
      case .ios:
        .array(
          zip(os.center.delivered, os.center.presentations).map { $0.stateValue($1, os.secrets) })
      case .android: .array(os.android.shadeValues(os.secrets))
      }
    case .tasks:
      switch os.parts {
      case .ios: os.scheduler.stateValue
      case .android: os.android.work.stateValue
      }
    case .storage: storageValue
    case .identities: .array(os.keychain.identities.map(JSONValue.string))
    case .telemetry: telemetryValue
    case .snapshot: ScheduleSnapshot(of: os).json
    }
  }

  /// The counters, and how many requests are pending.
  private var telemetryValue: JSONValue {
    .object(JSONObject(telemetrySamples.map { ($0.name, .integer(Int64($0.value))) }))
  }

  /// Every counter of the plugin, and the gauge of pending requests.
  public var telemetrySamples: [TelemetrySample] {
    os.storedData.telemetry.samples
      + TelemetrySample.all(of: .pendingNotifications, [os.pendingCount])
  }

  private var clocksValue: JSONValue {
    [
      "now": .integer(os.wallMilliseconds),
      "iso": .string(ISO8601.text(os.wallMilliseconds)),
      "instantMilliseconds": .integer(os.now.milliseconds),
      "uptimeMilliseconds": .integer(os.uptimeMilliseconds),
      "appUptimeMilliseconds": JSONValue(number: os.process.uptime(at: os.now)),
      "warpedMilliseconds": .integer(os.clocks.warpedMilliseconds),
      "zone": .string(os.zone.identifier),
      "tzDataVersion": .string(ZoneData.version),
    ]
  }

  private var processValue: JSONValue {
    [
      "state": .string(os.process.state.rawValue),
      "phone": .string(os.power.state.rawValue),
      "isPoweredOn": .bool(os.power.isPoweredOn),
      "isLocked": .bool(os.power.isLocked),
      "hasBeenUnlocked": .bool(os.power.hasBeenUnlocked),
      "dialog": .bool(os.dialog != nil),
      "openCalls": .array((app?.unansweredCalls ?? []).map { $0.redacted(os.secrets).stateValue }),
      "activities": .array(activities.map { .string($0.rawValue) }),
    ]
  }

  /// What is stored, and whether the app can read it.
  private var storageValue: JSONValue {
    var value = os.storedData.stateObject(os.secrets)
    value["isReadable"] = .bool(os.isStorageReadable)
    return .object(value)
  }

  private var settingsValue: JSONValue {
    let knobs: [(name: String, value: String)] = os.configuration.knobs.settings(
      on: os.configuration.platform)
    var settings: JSONObject = [
      "platform": .string(os.platformName),
      "variant": .string(os.configuration.variant.rawValue),
      "osVersion": .string(os.configuration.osVersion),
      // As text, since not every 64-bit number survives a reader of doubles.
      "seed": .string(String(os.configuration.seed)),
      "permission": .string(os.authorization.rawValue),
      "backgroundRefresh": .string(os.backgroundRefresh.rawValue),
      "lowPowerMode": .bool(os.isPowerSavingOn),
      "battery": [
        "level": .integer(Int64(os.battery.level)),
        "charging": .bool(os.battery.isCharging),
      ],
      "network": .string(os.network.condition.rawValue),
      "contentAPI": os.network.stateValue(os.secrets),
      "knobs": .object(JSONObject(knobs.map { ($0.name, .string($0.value)) })),
    ]
    switch os.parts {
    case .ios:
      settings["notifications"] = os.notificationSettings.stateValue
      settings["badge"] = .integer(os.center.badge)
      settings["summary"] =
        os.heldForSummary.map { ["held": .integer(Int64($0.count)), "at": .integer($0.until)] }
        ?? .null
    case .android: settings["android"] = os.android.settingsValue
    }
    return .object(settings)
  }
}

extension PluginCall {
  var stateValue: JSONValue {
    [
      "call": .integer(Int64(number)),
      "method": .string(method),
      "options": .object(options),
    ]
  }
}
