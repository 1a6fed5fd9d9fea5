import DailyNotification
import Testing

@testable import DeviceLogs

/// Which of several lines explains what is missing, in logs of every layout.
@Suite("The cause that a finding names")
struct SystemCausesTests {
  private static let time = LogTimeOptions(year: 2025, zone: .offset(minutes: 480))

  /// Planned at 15:20 for 15:42, on a phone that goes on until 16:40.
  private static let planned = [
    PrintedLine(
      milliseconds: 1_740_122_403_119, offsetMinutes: 480, level: .info, pid: 5_310,
      text: "[DNP-SCHEDULER] Scheduling notification for 2025-02-21T07:42:00Z"),
    PrintedLine(
      milliseconds: 1_740_122_403_130, offsetMinutes: 480, level: .info, pid: 5_310,
      text: "[DNP-STORAGE] Persisted schedule to DB "
        + "(id=daily, type=DAILY, time=15:42, next=2025-02-21T07:42:00Z)"),
  ]
  private static let end = line(4_797_000, "level 3", "BatteryService")

  /// A line some milliseconds after 15:20:03, of a program or of the plugin.
  private static func line(_ after: Int64, _ text: String, _ program: String? = nil) -> PrintedLine
  {
    PrintedLine(
      milliseconds: 1_740_122_403_000 + after, offsetMinutes: 480, level: .info,
      pid: program == nil ? 5_310 : 1_856, program: program, text: text)
  }

  private static func answer(_ lines: [PrintedLine], _ format: String) throws -> LogAnswer {
    let printer = LogPrinter(try #require(BuiltInFormats.format(named: format)))
    return try Validating.answer(
      Array(printer.text(planned + lines + [end]).utf8), time: time)
  }

  private static func finding(_ lines: [PrintedLine]) throws -> String {
    let answer = try answer(lines, "threadtime")
    let delivery = try #require(answer.profiles.first { $0.name == "delivery" })
    return try #require(delivery.findings.first).text
  }

  private static let stopped = line(
    297_010, "Force stopping com.timesafari.app appid=10322 user=0: from pid 2300",
    "ActivityManager")
  private static let killed = line(
    297_012, "Killing 5310:com.timesafari.app/u0a322 (adj 900): stop com.timesafari.app",
    "ActivityManager")

  // MARK: Which one

  @Test("is what loses an alarm, and not the kill that follows it")
  func stop() throws {
    #expect(try Self.finding([Self.stopped, Self.killed]).contains("was force-stopped"))
    #expect(try Self.finding([Self.killed]).contains("killed the app's process"))
    let refused = Self.line(
      1_010,
      "java.lang.SecurityException: Caller com.timesafari.app needs to hold "
        + "android.permission.SCHEDULE_EXACT_ALARM to set exact alarms.", "System.err")
    #expect(try Self.finding([refused, Self.killed]).contains("refused an exact alarm"))
  }

  @Test("is what hides the notification, and not what may delay it")
  func hidden() throws {
    let suppressed = Self.line(
      1_317_010, "Suppressing notification from package com.timesafari.app by user request.",
      "NotificationService")
    let idle = Self.line(
      2_097_010, "Moved from STATE_IDLE_PENDING to STATE_IDLE.", "DeviceIdleController")
    #expect(try Self.finding([suppressed, idle]).contains("were turned off"))
    #expect(try Self.finding([idle]).contains("was idle (Doze)"))
  }

  @Test("is none that was repaired before the notification was due")
  func repaired() throws {
    let rearmed = "[DNP-RECOVERY] Re-armed (count=1)"
    let summary = "[DNP-RECOVERY] scenario=termination missed=0 verified=0 rescheduled=1"
    for text in [rearmed, summary] {
      #expect(!(try Self.finding([Self.stopped, Self.line(357_000, text)])).contains("stopped"))
      // Too late.
      let late = try Self.finding([Self.stopped, Self.line(1_457_000, text)])
      #expect(late.contains("was force-stopped"), "\(late)")
    }
    let nothing = summary.replacing("rescheduled=1", with: "rescheduled=0")
    #expect(try Self.finding([Self.stopped, Self.line(357_000, nothing)]).contains("stopped"))
  }

  @Test(
    "may be a line of the plugin",
    arguments: [
      (
        "[DNP-SCHEDULER] Exact alarms are denied: nothing is armed (schedules=1)",
        "exact alarms are denied, so the plugin armed nothing"
      ),
      (
        "[DNP-SCHEDULER] Alarm refused (id=daily, planned=2025-02-21T07:42:00Z)",
        "the system refused the alarm"
      ),
    ])
  func own(text: String, means: String) throws {
    let booted = Self.line(17_000, "Entered the Android system server!", "SystemServer")
    let found = try Self.finding([booted, Self.line(57_000, text)])
    #expect(found.hasSuffix("; \(means) at 2025-02-21T07:21:00Z (line 4)"), "\(found)")
    // It is none of the system's.
    let answer = try Self.answer([Self.line(57_000, text)], "threadtime")
    #expect(answer.evidence.isEmpty)
  }

  @Test("is an update where the app was stopped for one")
  func updated() throws {
    let line = Self.line(
      57_010, "Force stopping com.timesafari.app appid=10322 user=-1: installPackageLI",
      "ActivityManager")
    #expect(try Self.finding([line]).contains("; the app was updated at"))
  }

  @Test(
    "is one of those that published logs have",
    arguments: [
      (
        "BroadcastQueue",
        "Unable to launch app com.timesafari.app/10183 for broadcast Intent { flg=0x14 }: "
          + "process is bad", "had crashed before"
      ),
      (
        "BroadcastQueueInjector",
        "Unable to launch app com.timesafari.app/10322 for broadcast Intent { flg=0x14 }: "
          + "process is not permitted to  auto start", "only with autostart on"
      ),
      ("AndroidRuntime", "Process: com.timesafari.app, PID: 16199", "the app crashed"),
      (
        "AlarmManager", "Maximum limit of concurrent alarms 500 reached for uid: u0a211",
        "as many alarms as the system allows"
      ),
      (
        "BroadcastQueue",
        "Background execution not allowed: receiving Intent { act=a.b } to "
          + "com.timesafari.app/.NotifyReceiver", "kept a broadcast"
      ),
      ("NotificationService", "No Channel found for pkg=com.timesafari.app, id=1", "channel"),
    ])
  func published(program: String, text: String, words: String) throws {
    #expect(try Self.finding([Self.line(1_317_010, text, program)]).contains(words))
    let other = text.replacing("com.timesafari.app", with: "com.android.chrome")
    guard other != text else { return }
    #expect(!(try Self.finding([Self.line(1_317_010, other, program)])).contains(words))
  }

  // MARK: Layouts

  @Test(
    "is found in a log of any layout with a program and a time",
    arguments: [
      "threadtime", "time", "ddms", "long", "studio", "logcat", "objects",
    ])
  func layouts(format: String) throws {
    // The text of such an object may be a line itself.
    let stopped =
      format == "objects"
      ? Self.line(297_010, "I/ActivityManager( 1856): \(Self.stopped.text)") : Self.stopped
    let answer = try Self.answer(
      [stopped], format)
    #expect(answer.format.name == format)
    let delivery = try #require(answer.profiles.first { $0.name == "delivery" })
    let text = delivery.findings.first?.text ?? "no finding"
    #expect(text.contains("was force-stopped at 2025-02-21T07:25:00"), "\(text)")
  }

  private static func object(_ clock: String, _ tag: String, _ text: String) -> String {
    #"{"ts": "2025-02-21T\#(clock)+08:00", "tag": "\#(tag)", "message": "\#(text)"}"#
  }

  /// Lines as several tools write them: a plan, what the system says, and one after an hour.
  private static let tools: [(name: String, lines: [String])] = [
    (
      "the layout of Android Studio up to 2021",
      [
        "2025-02-21 15:20:03.130 5310-5342/com.timesafari.app I/DNP-STORAGE: \(planned[1].text)",
        "2025-02-21 15:25:00.010 1856-2077/? I/ActivityManager: \(stopped.text)",
        "2025-02-21 16:40:00.000 1856-2077/? D/BatteryService: level 3",
      ]
    ),
    (
      "logback",
      [
        "2025-02-21 15:20:03.130 [main] INFO DNP-STORAGE - \(planned[1].text)",
        "2025-02-21 15:25:00.010 [main] INFO ActivityManager - \(stopped.text)",
        "2025-02-21 16:40:00.000 [main] INFO BatteryService - level 3",
      ]
    ),
    (
      "objects with a tag",
      [
        object("15:20:03.130", "DNP-X", planned[1].text),
        object("15:25:00.010", "ActivityManager", stopped.text),
        object("16:40:00.000", "BatteryService", "level 3"),
      ]
    ),
    (
      "a table with a tag",
      [
        "time,tag,message", #"2025-02-21T15:20:03.130+08:00,DNP-X,"\#(planned[1].text)""#,
        #"2025-02-21T15:25:00.010+08:00,ActivityManager,"\#(stopped.text)""#,
        "2025-02-21T16:40:00.000+08:00,BatteryService,level 3",
      ]
    ),
    (
      "a message over two lines",
      [
        "02-21 15:20:03.130  5310  5342 I DNP-STORAGE: \(planned[1].text)",
        "02-21 15:25:00.010  1856  2077 I ActivityManager: Force stopping",
        "    com.timesafari.app appid=10322 user=0: from pid 2300",
        "02-21 16:40:00.000  1856  2077 D BatteryService: level 3",
      ]
    ),
  ]

  @Test("is found in what other tools write", arguments: tools.indices)
  func written(index: Int) throws {
    let (name, lines) = Self.tools[index]
    let answer = try Validating.answer(lines: lines, time: Self.time)
    let delivery = try #require(answer.profiles.first { $0.name == "delivery" }, "\(name)")
    let text = delivery.findings.first?.text ?? "no finding"
    #expect(text.contains("was force-stopped at 2025-02-21T07:25:00.010Z"), "\(name): \(text)")
  }

  /// An iPhone's task that was held back, as its tools write it.
  private static let heldBack: [(name: String, lines: [String])] = {
    let task = "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-04-02T14:26:00Z)"
    let held =
      "bgRefresh-com.timesafari.dailynotification.fetch:0A:[ {name: ApplicationPolicy, response: "
      + "{Decision: Must Not Proceed, Score: 0.00}} ], FinalDecision: Must Not Proceed}"
    func object(_ clock: String, _ process: String, _ text: String) -> String {
      #"{"timestamp": "2025-04-02 \#(clock).000000-0400", "processImagePath": "/x/\#(process)", "#
        + #""messageType": "Default", "eventMessage": "\#(text)"}"#
    }
    func relayed(_ clock: String, _ process: String, _ text: String) -> String {
      #"{"msg": "Apr  2 \#(clock) iPhone \#(process)(Lib)[61] <Notice>: \#(text)"}"#
    }
    return [("ndjson", object), ("go-ios", relayed)].map { name, line in
      (
        name,
        [
          line("10:20:02", "App", task), line("10:26:00", "dasd", held),
          line("10:58:41", "backboardd", "brightness 0.6"),
        ]
      )
    }
  }()

  @Test("is found in the objects of an iPhone's tools", arguments: heldBack.indices)
  func objects(index: Int) throws {
    let (name, lines) = Self.heldBack[index]
    let time = LogTimeOptions(year: 2025, zone: .offset(minutes: -240))
    let answer = try Validating.answer(lines: lines, time: time)
    let prefetch = try #require(answer.profiles.first { $0.name == "prefetch" })
    let text = prefetch.findings.first?.text ?? "no finding"
    #expect(text.contains("held the task back at 2025-04-02T14:26:00Z"), "\(name): \(text)")
  }

  // MARK: Lost lines, apps, codes

  @Test("is a loss of lines up to the next line, however long after it that came")
  func loss() throws {
    let planned = PluginLog.firstRun.map { PluginLog.stamped("2025-11-15 05:42:30.118000", $0) }
    let gap = "=== Messages dropped during live streaming (use `log show` to see them)"
    let later = PluginLog.stamped("2025-11-15 06:10:00.000000", "[DNP-PLUGIN] status = ready")
    let answer = try Validating.answer(lines: planned + [gap, later])
    let delivery = try #require(answer.profiles.first { $0.name == "delivery" })
    #expect(delivery.verdict == .notJudged, "\(delivery.findings)")
  }

  @Test("stands there once where a log does twice")
  func twice() throws {
    let printer = LogPrinter(try #require(BuiltInFormats.format(named: "threadtime")))
    let once = printer.text(Self.planned + [Self.stopped, Self.end])
    let answer = try Validating.answer(Array((once + once).utf8), time: Self.time)
    #expect(answer.evidence.map(\.number) == [3])
  }

  @Test("is told apart by the package and the user whose process was started")
  func builds() throws {
    func start(_ pid: Int, _ app: String) -> PrintedLine {
      Self.line(Int64(pid), "Start proc \(pid):\(app) for activity", "ActivityManager")
    }
    func writers(_ first: String, _ second: String) throws -> [String?] {
      let printer = LogPrinter(try #require(BuiltInFormats.format(named: "threadtime")))
      var other = Self.line(300_000, Self.planned[1].text)
      other.pid = 7_420
      let lines = [start(5_310, first)] + Self.planned + [start(7_420, second), other, Self.end]
      let answer = try Validating.answer(Array(printer.text(lines).utf8), time: Self.time)
      return answer.profiles.filter { $0.name == "delivery" }.map(\.writer)
    }
    #expect(try writers("org.a.app/u0a1", "org.a.app/u0a1") == [nil])
    #expect(
      try writers("org.a.app/u0a1", "org.b.app/u0a2")
        == ["org.a.app, process 5310", "org.b.app, process 7420"])
    #expect(
      try writers("org.a.app/u0a1", "org.a.app/u10a1")
        == ["org.a.app, process 5310", "org.a.app of user 10, process 7420"])
  }

  @Test("is the code with which an iPhone did not take a task", arguments: 1...4)
  func code(code: Int) throws {
    let words = ["unavailable", "tooManyPendingTaskRequests", "notPermitted", "immediateRun"]
    let lines = (PluginLog.firstRun + PluginLog.prefetch).map { line in
      line.contains("scheduled (earliestBeginDate=2025-11-16")
        ? "[DNP-FETCH] Background fetch scheduling failed (code=\(code))" : line
    }
    let answer = try Validating.answer(lines: lines)
    let found = answer.profiles.first { $0.name == "prefetch" }?.findings.first
    #expect(found?.text.contains(words[code - 1]) == true, "\(answer.doubts)")
    #expect(found?.severity == .warning)
  }
}
