import Scenarios

/// Runs with interesting pictures: a day with everything in it, and a month.
enum RunTimelineSamples {
  static func day() throws -> ScenarioResult {
    try SampleResults.run(
      [
        "press: Request Permissions", "answer: allow",
        "call: {scheduleDailyNotification: {time: '06:30', title: Good morning}}",
        "call: {scheduleDailyReminder: {id: r1, title: A, body: b, time: '15:15'}}",
        "device: background", "advance: 8h", "device: lock", "advance: 1h", "device: reboot",
        "advance: 1h", "device: unlock", "device: foreground", "advance: 10m",
        "device: {setZone: America/New_York}", "advance: 3h", "device: {warpClock: 2h}",
        "device: powerOff", "advance: 1h", "device: {powerOn: {locked: false}}", "advance: 8h",
        "device: launch", "expect: {pending: 99}",
      ], name: "a day", header: "zone: Europe/Berlin\nstart: '2025-10-25T20:00:00Z'\n")
  }

  static func month(days: Int = 30, header: String = "") throws -> ScenarioResult {
    let day = ["device: background", "advance: 23h", "device: foreground", "advance: 1h"]
    return try SampleResults.run(
      [
        "press: Request Permissions", "answer: allow",
        "call: {scheduleDailyNotification: {time: '07:30', title: Good morning}}",
      ] + (0..<days).flatMap { _ in day }, name: "a month",
      header: "zone: America/New_York\nstart: '2025-10-20T12:00:00Z'\n" + header)
  }

  /// A phone that changes its zone every few hours, and whose clock is set.
  static func travels(count: Int = 40) throws -> ScenarioResult {
    let zones = ["Asia/Tokyo", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe"]
    let steps = (0..<count).flatMap { index in
      [
        "device: {setZone: \(zones[index % zones.count])}", "advance: \(index % 7 + 1)h",
        "device: {warpClock: \(index + 1)m}", "advance: \(index % 3)m",
      ]
    }
    return try SampleResults.run(steps, name: "travels")
  }

  /// A change of zone after which the next round time is half an hour after the last one.
  static func halfHour() throws -> ScenarioResult {
    try SampleResults.run(
      ["advance: 6h30m", "device: {setZone: Asia/Kolkata}", "advance: 17h"], name: "half an hour")
  }
}
