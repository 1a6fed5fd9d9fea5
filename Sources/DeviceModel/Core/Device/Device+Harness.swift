import CivilTime
import DailyNotification
import JSONText

extension Device {
  /// Does what a button of the test app does.
  mutating func press(_ verb: HarnessVerb) {
    switch verb {
    case .prefetchOnly: enter(.prefetchNow)
    case .scheduleInMinutes(let minutes): schedule(inMinutes: minutes)
    case .forceRescheduleAll: enter(.rescheduleAll)
    case .timeWarp(let minutes): warpClock(by: minutes * 60_000)
    case .showCachedPayload: show("cachedPayload", os.storedData.cachedPayloadValue(os.secrets))
    case .showRawResponse:
      show("rawResponse", os.network.lastResponse?.stateValue(os.secrets) ?? .null)
    case .showSnapshot: show("snapshot", ScheduleSnapshot(of: os).json)
    case .dumpPrefetchStatus: show("prefetchStatus", prefetchStatusValue)
    case .showHistory: show("history", os.storedData.stateObject(os.secrets)["history"] ?? .null)
    case .registerNativeFetcher: enter(.registerFetcher)
    }
  }

  private mutating func show(_ what: String, _ value: JSONValue) {
    os.record(.plugin(.shown(what: what, os.secrets.redact(value: value))))
  }

  /// Makes the call that the button makes: the first whole minute that is far enough ahead.
  ///
  /// One minute ahead leaves no room for the usual lead, so the lead is one minute then and the
  /// notification two.
  private mutating func schedule(inMinutes minutes: Int64) {
    let isShort = minutes == 1
    let ahead = (isShort ? 2 : minutes) * 60_000
    let minute = (os.wallMilliseconds + ahead + 59_999) / 60_000 * 60_000
    let time = os.zone.wallTime(at: minute).timeOfDay
    let call = PluginCall(
      number: os.traffic.nextCall(), method: PluginMethod.scheduleDailyNotification.rawValue,
      options: ["time": .string(time.text)])
    os.record(.command(.called(call.redacted(os.secrets))))
    if isShort { enter(.shortenNextLead) }
    hand(call)
  }

  /// What is known of the prefetch; the system's part in its own words.
  private var prefetchStatusValue: JSONValue {
    func value(_ key: StorageKey) -> JSONValue {
      os.storedData.value(key)?.stateValue(os.secrets) ?? .null
    }
    let pending = JSONValue(integerOrNull: prefetchBegin(for: .daily))
    let system: JSONObject =
      switch os.configuration.platform {
      case .ios:
        [
          "pendingTask": pending,
          "backgroundRefresh": .string(os.backgroundRefresh.rawValue),
          "lowPowerMode": .bool(os.isPowerSavingOn),
        ]
      case .android:
        [
          "pendingWork": pending,
          "standbyBucket": .string(os.standbyBucket.rawValue),
          "batteryExempt": .bool(os.android.install.isBatteryExempt),
          "batterySaver": .bool(os.isPowerSavingOn),
        ]
      }
    let plugin: JSONObject = [
      "earliestBeginDate": value(.earliestBeginDate),
      "owner": value(.taskOwner),
      "occurrence": value(.taskOccurrence),
      "lastSuccessfulRun": value(.lastSuccessfulRun),
      "lastPrefetch": value(.lastPrefetch),
      "retries": value(.retryCount),
      "cachedContents": .integer(Int64(os.storedData.contents.count)),
      "telemetry": countedValue,
    ]
    return .object(JSONObject(plugin.members + system.members + dualWorkMembers))
  }

  /// The counters that are not 0.
  private var countedValue: JSONValue {
    let counted = telemetrySamples.filter { $0.value != 0 }
    return .object(JSONObject(counted.map { ($0.name, .integer(Int64($0.value))) }))
  }

  /// When the pending prefetch of a kind of schedule may begin; nil while none is pending.
  private func prefetchBegin(for kind: ScheduleKind) -> Int64? {
    backgroundWork.first { OperatingSystem.fetches($0.identifier, for: kind) }?.beginDate
  }

  /// What is known of the dual schedule's own work, on Android while there is such a schedule.
  private var dualWorkMembers: [(key: String, value: JSONValue)] {
    guard os.hasDualWork, os.storedData.value(.dualConfiguration) != nil else { return [] }
    func value(_ key: StorageKey) -> JSONValue {
      os.storedData.value(key)?.stateValue(os.secrets) ?? .null
    }
    let object: JSONObject = [
      "pendingDualWork": JSONValue(integerOrNull: prefetchBegin(for: .dual)),
      "dualBeginDate": value(.dualBeginDate),
      "dualOccurrence": value(.dualOccurrence),
      "dualSuccessfulRun": value(.dualSuccessfulRun),
      "dualRetries": value(.dualRetryCount),
    ]
    return object.members
  }
}

extension DeviceStorage {
  /// The content that was fetched last, or null.
  fileprivate func cachedPayloadValue(_ secrets: SecretNumbers) -> JSONValue {
    contents.max { $0.fetchedAt < $1.fetchedAt }?.stateValue(secrets) ?? .null
  }
}
