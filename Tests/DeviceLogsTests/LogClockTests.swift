import CivilTime
import DeviceLogs
import Testing

@Suite("The times of a log")
struct LogClockTests {
  /// The times of the plugin's lines, and what was inferred.
  private func read(
    _ lines: [String], _ options: LogTimeOptions = LogTimeOptions()
  ) throws -> (times: [String], inferences: [String]) {
    var scanner = LogScanner(time: options)
    var text = lines.joined(separator: "\n")
    try text.withUTF8 { try scanner.consume(UnsafeRawBufferPointer($0)) }
    try scanner.finish()
    return (
      scanner.drain().map { $0.time?.text ?? "none" },
      scanner.inferences.map { "\($0.kind.rawValue) \($0.value ?? "unknown"): \($0.reason)" }
    )
  }

  private func instant(_ text: String) throws -> Int64 {
    try #require(ISO8601.parse(text))
  }

  private func console(_ time: String) -> String {
    "info\t\(time)\tApp\t[DNP-PLUGIN] status = ready"
  }
  private func relay(_ time: String) -> String {
    "\(time) App(Lib)[1] <Notice>: [DNP-PLUGIN] status = ready"
  }
  private func android(_ time: String) -> String { "\(time)  1  2 I DNP-PLUGIN: status = ready" }

  @Test("pass midnight in a log without dates")
  func midnight() throws {
    let lines = [
      console("23:59:58.000000+0000"), "info\t00:00:01.000000+0000\tother\tx",
      // A late line of the previous evening.
      console("23:59:59.900000+0000"), console("00:00:02.000000+0000"),
      console("13:00:00.000000+0000"), console("12:59:59.000000+0000"),
      console("00:30:00.000000+0000"),
    ]
    let read = try read(lines, LogTimeOptions(date: CivilDate(text: "2025-12-31")))
    #expect(
      read.times == [
        "2025-12-31T23:59:58Z", "2025-12-31T23:59:59.900Z", "2026-01-01T00:00:02Z",
        "2026-01-01T13:00:00Z", "2026-01-01T12:59:59Z", "2026-01-02T00:30:00Z",
      ])
    #expect(read.inferences == [])
  }

  @Test("pass midnight even if a day's lines are all around it")
  func wholeDay() throws {
    let lines = [
      console("00:30:00.000000+0000"), console("23:30:00.000000+0000"),
      console("00:10:00.000000+0000"), console("23:58:59.000000+0000"),
      console("00:00:30.000000+0000"), console("23:59:31.000000+0000"),
    ]
    let read = try read(lines, LogTimeOptions(date: CivilDate(text: "2025-11-15")))
    #expect(
      read.times == [
        "2025-11-15T00:30:00Z", "2025-11-15T23:30:00Z", "2025-11-16T00:10:00Z",
        "2025-11-16T23:58:59Z", "2025-11-17T00:00:30Z", "2025-11-16T23:59:31Z",
      ])
  }

  private func event(_ time: String) -> String {
    #"{"event":"taskStarted","time":\#(time),"fields":{"actual":1763185684212}}"#
  }

  @Test(
    "are in the years 0 to 9999, or absent",
    arguments: [
      ("-9223372036854775808", "none"), ("9223372036854775807", "none"),
      ("253402300800000", "none"), ("253402300799999", "9999-12-31T23:59:59.999Z"),
      ("-62167219200000", "0000-01-01T00:00:00Z"), ("-62167219200001", "none"),
    ])
  func bounds(time: String, text: String) throws {
    let read = try read([event("1763185684212"), event(time)])
    #expect(read.times == ["2025-11-15T05:48:04.212Z", text])
    #expect(read.inferences == [])
  }

  @Test("that count from an epoch need no zone, however far away the phone's own zone is")
  func epoch() throws {
    let read = try read([event("1763189284212")])
    #expect(read.times == ["2025-11-15T06:48:04.212Z"])
    #expect(read.inferences == [])
  }

  @Test("follow midnight through lines that are not the plugin's")
  func midnightBetween() throws {
    let lines = [
      console("08:00:00.000000+0000"), "info\t20:00:00.000000+0000\tother\tx",
      "info\t06:00:00.000000+0000\tother\tx", console("09:00:00.000000+0000"),
    ]
    let read = try read(lines, LogTimeOptions(date: CivilDate(text: "2025-11-15")))
    #expect(read.times == ["2025-11-15T08:00:00Z", "2025-11-16T09:00:00Z"])
  }

  @Test("take the date from the file's modification time")
  func date() throws {
    let lines = [console("23:00:00.000000+0100"), console("01:00:00.000000+0100")]
    let modified = try instant("2025-11-16T00:10:00Z")
    let read = try read(lines, LogTimeOptions(modified: modified))
    #expect(read.times == ["2025-11-15T22:00:00Z", "2025-11-16T00:00:00Z"])
    #expect(read.inferences == ["date 2025-11-15: from the time the file was written"])
  }

  @Test("pass New Year in a log without years")
  func newYear() throws {
    let lines = [
      relay("Dec 31 23:59:59.000001"), relay("Jan  1 00:00:01.000001"),
      relay("Dec 31 23:59:59.500001"), relay("Feb 28 12:00:00.000001"),
    ]
    let options = LogTimeOptions(year: 2025, zone: .offset(minutes: 60))
    #expect(
      try read(lines, options).times == [
        "2025-12-31T22:59:59Z", "2025-12-31T23:00:01Z", "2025-12-31T22:59:59.500Z",
        "2026-02-28T11:00:00Z",
      ])
  }

  /// A log with a notification that is due later, and lines of another program.
  private func boots(_ before: [String], _ after: [String]) throws -> [LogFinding] {
    let other = "640   702 D kernel: init: boot"
    let planned = "Persisted schedule to DB (id=daily, type=DAILY, time=05:53, "
    let lines =
      before.map { "\($0)   \(other)" }
      + [
        "11-15 05:42:30.890  1  2 I DNP-SCHEDULER: "
          + "Scheduling notification for 2025-11-15T05:53:00Z",
        "11-15 05:42:30.893  1  2 I DNP-STORAGE: \(planned)next=2025-11-15T05:53:00Z)",
      ] + after.map { "\($0)   \(other)" }
    let time = LogTimeOptions(year: 2025, zone: .offset(minutes: 0))
    return try Validating.answer(lines: lines, time: time).profiles.flatMap(\.findings)
      .filter { $0.kind == .missing }
  }

  @Test(
    "do not end in the time of a clock that was not set since the phone was started",
    arguments: [
      (["01-01 00:00:00.000", "01-01 00:00:04.000"], ["11-15 05:50:00.000"]),
      (["01-01 08:00:02.000", "01-01 08:07:30.000"], []),
      (["11-15 05:42:00.000"], ["01-01 00:00:03.000", "01-01 00:03:00.000"]),
      (["01-01 05:30:01.000"], ["01-01 05:30:01.000", "01-01 07:10:00.000", "11-15 05:50:00.000"]),
    ])
  func unsetClock(before: [String], after: [String]) throws {
    #expect(try boots(before, after).isEmpty)
    // A phone that is on again later.
    let later = try boots(before, after + ["11-15 07:20:00.000"])
    #expect(later.map(\.text).allSatisfy { $0.contains("due 2025-11-15T05:53:00Z") })
    #expect(later.count == 1)
  }

  @Test("go on after a New Year, also in silence")
  func realNewYear() throws {
    let days = ["12-31 23:40:00.000", "01-01 00:00:10.000", "01-01 07:00:00.000"]
    #expect(try boots([], days).contains { $0.text.contains("due 2025-11-15T05:53:00Z") })
    #expect(try boots([], ["01-02 00:00:10.000"]).isEmpty == false)
  }

  @Test("are unknown of a line that the plugin writes before the clock is set")
  func unsetLine() throws {
    let lines = [
      android("11-15 05:42:00.000"), android("01-01 00:00:40.000"), android("11-15 05:50:00.000"),
    ]
    let options = LogTimeOptions(year: 2025, zone: .offset(minutes: 0))
    #expect(
      try read(lines, options).times == [
        "2025-11-15T05:42:00Z", "none", "2025-11-15T05:50:00Z",
      ])
  }

  @Test(
    "take the year from the file's modification time",
    arguments: [
      ("2026-01-02T00:00:00Z", "2025"), ("2025-12-31T23:59:59Z", "2025"),
      ("2025-12-29T00:00:00Z", "2024"), ("2030-06-01T00:00:00Z", "2029"),
    ])
  func year(modified: String, year: String) throws {
    let options = LogTimeOptions(zone: .offset(minutes: 0), modified: try instant(modified))
    let read = try read([android("12-31 12:00:00.000")], options)
    #expect(read.times == ["\(year)-12-31T12:00:00Z"])
    #expect(read.inferences == ["year \(year): from the time the file was written"])
  }

  @Test("have one year, whichever line tells it")
  func oneYear() throws {
    let lines = [
      android("12-31 23:59:00.000"), android("01-01 00:01:00.000"),
      "01-01 00:01:01.000  1  2 I DNP-SCHEDULER: scheduleDailyNotification() → "
        + "notificationTime=2023-01-01T05:53:00Z",
      android("01-02 00:01:00.000"),
    ]
    let options = LogTimeOptions(
      zone: .offset(minutes: 0), modified: try instant("2026-06-01T00:00:00Z"))
    let read = try read(lines, options)
    #expect(
      read.times == [
        "2022-12-31T23:59:00Z", "2023-01-01T00:01:00Z", "2023-01-01T00:01:01Z",
        "2023-01-02T00:01:00Z",
      ])
    #expect(read.inferences == ["year 2023: from the time that line 3 names"])
  }

  @Test("that count from the phone's start get their place from the phone's own time")
  func uptime() throws {
    let lines = [
      "     2550.104  1  2 I DNP-PLUGIN: status = ready",
      "     2884.212  1  2 I DNP-FETCH: Work started (earliestBeginDate=2025-11-15T05:48:00Z, "
        + "actual=2025-11-15T05:48:04Z, late=4s)",
    ]
    let known = try read(lines)
    #expect(known.times == ["2025-11-15T05:42:29.892Z", "2025-11-15T05:48:04Z"])
    let unknown = try read([lines[0]])
    #expect(unknown.times == ["00:42:30.104"])
    #expect(unknown.inferences.count == 1 && unknown.inferences[0].hasPrefix("date unknown"))
  }

  @Test("stay incomplete where nothing gives the rest, and the answer says so")
  func unknown() throws {
    let date = try read([console("12:00:00.000000")])
    #expect(date.times == ["12:00:00"])
    #expect(
      date.inferences == [
        "date unknown: the lines have none; give --date",
        "zone unknown: the lines have none; give --zone",
      ])
    let zone = try read(["2025-11-15 12:00:00.000 I  App[1:2] [DNP-PLUGIN] status = ready"])
    #expect(zone.times == ["2025-11-15T12:00:00"])
    #expect(zone.inferences == ["zone unknown: the lines have none; give --zone"])
  }

  private let started =
    "BGTask started (earliestBeginDate=2025-11-15T05:48:00Z, actual=2025-11-15T05:48:04Z, late=4s)"

  @Test("get their zone from the phone's own time in a line")
  func anchorsZone() throws {
    let lines = [
      "2025-11-15 11:12:00.000 I  App[1:2] [DNP-PLUGIN] status = ready",
      "2025-11-15 11:18:04.300 I  App[1:2] [DNP-FETCH] \(started)",
      "2025-11-15 11:18:05.000 I  App[1:2] [DNP-FETCH] BGTask completed (success=true)",
    ]
    let read = try read(lines)
    #expect(
      read.times == [
        "2025-11-15T05:42:00Z", "2025-11-15T05:48:04.300Z", "2025-11-15T05:48:05Z",
      ])
    #expect(read.inferences == ["zone +05:30: from the phone's time in line 2"])
  }

  @Test("get date and zone together")
  func anchorsBoth() throws {
    let lines = ["info\t01:18:04.200000\tApp\t[DNP-FETCH] \(started)"]
    let date = try read(lines)
    #expect(date.times == ["2025-11-15T05:48:04.200Z"])
    #expect(
      date.inferences == [
        "date 2025-11-15: from the phone's time in line 1",
        "zone -04:30: from the phone's time in line 1",
      ])
    let year = try read(["11-15 18:48:04.200  1  2 I DNP-FETCH: \(started)"])
    #expect(year.times == ["2025-11-15T05:48:04.200Z"])
    #expect(
      year.inferences == [
        "year 2025: from the phone's time in line 1",
        "zone +13:00: from the phone's time in line 1",
      ])
  }

  @Test("trust the phone's own time more than the file's")
  func anchorsDate() throws {
    let lines = ["info\t06:48:04.200000+0100\tApp\t[DNP-FETCH] \(started)"]
    let options = LogTimeOptions(modified: try instant("2026-03-01T12:00:00Z"))
    let read = try read(lines, options)
    #expect(read.times == ["2025-11-15T05:48:04.200Z"])
    #expect(read.inferences.contains("date 2025-11-15: from the phone's time in line 1"))
    // Options given by a person win.
    let given = LogTimeOptions(date: CivilDate(text: "2025-11-20"))
    #expect(try self.read(lines, given).times == ["2025-11-20T05:48:04.200Z"])
  }

  @Test("are in the given zone, with its changes of offset")
  func zone() throws {
    let zone = LogZone.named(try Zone(identifier: "America/New_York"))
    let lines = [android("03-08 12:00:00.000"), android("03-09 12:00:00.000")]
    #expect(
      try read(lines, LogTimeOptions(year: 2025, zone: zone)).times == [
        "2025-03-08T17:00:00Z", "2025-03-09T16:00:00Z",
      ])
  }

  @Test("may have a day that their year does not have")
  func leapDay() throws {
    let options = LogTimeOptions(year: 2025, zone: .offset(minutes: 0))
    #expect(try read([android("02-29 00:00:00.000")], options).times == ["2025-03-01T00:00:00Z"])
  }
}
