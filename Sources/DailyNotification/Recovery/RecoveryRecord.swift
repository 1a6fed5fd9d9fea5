import JSONText

/// What the last recovery found, as it is stored.
struct RecoveryRecord: Hashable {
  /// When it was, ms since the Unix epoch.
  let time: Int64
  let scenario: RecoveryScenario
  let missed: Int
  let rescheduled: Int

  init(time: Int64, scenario: RecoveryScenario, missed: Int, rescheduled: Int) {
    self.time = time
    self.scenario = scenario
    self.missed = missed
    self.rescheduled = rescheduled
  }

  /// Reads the stored record; nil when there is none that decodes.
  init?(on platform: some StorageAccess) {
    guard let stored = platform.string(.lastRecovery), let value = try? JSONParser.parse(stored),
      let time = value["time"]?.integerValue,
      let scenario = value["scenario"]?.stringValue.flatMap(RecoveryScenario.init),
      let missed = value["missed"]?.integerValue,
      let rescheduled = value["rescheduled"]?.integerValue
    else { return nil }
    self.init(time: time, scenario: scenario, missed: Int(missed), rescheduled: Int(rescheduled))
  }

  /// Whether it found nothing, right after another one at the same start that did.
  func isRepetition(of before: RecoveryRecord) -> Bool {
    let age = time - before.time
    return isEmpty && !before.isEmpty && (0...RecoveryScenario.bootMilliseconds).contains(age)
  }

  private var isEmpty: Bool { missed == 0 && rescheduled == 0 }

  /// Writes the record, and the uptime by which the next start detects a boot.
  func store(on platform: inout some StorageAccess & ClockAccess & LogAccess) {
    let value: JSONValue = [
      "missed": .integer(Int64(missed)),
      "rescheduled": .integer(Int64(rescheduled)),
      "scenario": .string(scenario.rawValue),
      "time": .integer(time),
    ]
    _ = platform.store(.text(value.canonicalText), for: .lastRecovery)
    _ = platform.store(.integer(platform.uptimeMilliseconds), for: .lastUptime)
  }
}
