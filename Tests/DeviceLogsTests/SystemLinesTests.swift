import DailyNotification
import Testing

@testable import DeviceLogs

/// The table of system lines: each row is found, and changes what is said.
@Suite("A line of the system")
struct SystemLinesTests {
  /// A line as the system writes it: its program, nil for a line without fields, and its text.
  private struct Sample {
    let program: String?
    let text: String
  }

  private static let app = "com.timesafari.app"

  private static let samples: [String: Sample] = [
    "updated": Sample(
      program: "ActivityManager",
      text: "Force stopping \(app) appid=10123 user=-1: installPackageLI"),
    "forceStopped": Sample(
      program: "ActivityManager", text: "Force stopping \(app) appid=10123 user=0: from pid 99"),
    "killed": Sample(
      program: "ActivityManager", text: "Killing 5310:\(app)/u0a123 (adj 905): empty #17"),
    "killedEvent": Sample(program: "am_kill", text: "[0,5310,\(app),905,remove task,152]"),
    "died": Sample(
      program: "ActivityManager", text: "Process \(app) (pid 5310) has died: cch+5 CEM"),
    "tooManyNotifications": Sample(
      program: "NotificationService",
      text: "Package has already posted or enqueued 50 notifications.  Not showing more.  "
        + "package=\(app)"),
    "sheddingNotifications": Sample(
      program: "NotificationService",
      text: "Package enqueue rate is 5.5. Shedding 0|\(app)|0|null|10079. package=\(app)"),
    "noChannel": Sample(
      program: "NotificationService",
      text: "No Channel found for pkg=\(app), channelId=null, id=1, tag=null, opPkg=\(app)"),
    "suppressedByUser": Sample(
      program: "NotificationService",
      text: "Suppressing notification from package \(app) by user request."),
    "exactAlarmRefused": Sample(
      program: "System.err",
      text: "java.lang.SecurityException: Caller \(app) needs to hold "
        + "android.permission.SCHEDULE_EXACT_ALARM or another one"),
    "exactAlarmsDenied": Sample(
      program: nil,
      text: "[DNP-SCHEDULER] Exact alarms are denied: nothing is armed (schedules=1)"),
    "alarmRefused": Sample(
      program: nil,
      text: "[DNP-SCHEDULER] Alarm refused (id=daily, planned=2025-11-15T05:53:00Z)"),
    "tooManyAlarms": Sample(
      program: "AlarmManager", text: "Maximum limit of concurrent alarms 500 reached for uid: 1"),
    "processBad": Sample(
      program: "BroadcastQueue",
      text: "Unable to launch app \(app)/10183 for broadcast Intent { }: process is bad"),
    "autoStartRefused": Sample(
      program: "BroadcastQueueInjector",
      text: "Unable to launch app \(app)/10183 for broadcast Intent { }: process is not "
        + "permitted to  auto start"),
    "backgroundRefused": Sample(
      program: "BroadcastQueue",
      text: "Background execution not allowed: receiving Intent { } to \(app)/.Receiver"),
    "crashed": Sample(program: "AndroidRuntime", text: "Process: \(app), PID: 5310"),
    "idle": Sample(
      program: "DeviceIdleController", text: "Moved to STATE_IDLE. Next alarm in 3600000 ms."),
    "idleEvent": Sample(program: "device_idle", text: "[5,step]"),
    "booted": Sample(program: "SystemServer", text: "Entered the Android system server!"),
    "bootedEvent": Sample(program: "boot_progress_start", text: "14803"),
    "linesExpired": Sample(program: "chatty", text: "uid=10123(\(app)) expire 3 lines"),
    "linesIdentical": Sample(program: "chatty", text: "uid=10123(\(app)) identical 3 lines"),
    "taskHeldBack": Sample(
      program: "dasd",
      text: "bgRefresh-com.timesafari.dailynotification.fetch:0AB1CD:[{policy, response: "
        + "{Decision: Must Not Proceed, Score: 0.00}}]"),
    "taskNotRun": Sample(
      program: "dasd",
      text: "'bgRefresh-com.timesafari.dailynotification.fetch:0AB1CD' CurrentScore: 0.4, "
        + "ThresholdScore: 0.6 DecisionToRun:0"),
    "taskCancelled": Sample(
      program: "dasd",
      text: "CANCELED: bgRefresh-com.timesafari.dailynotification.fetch:0AB1CD at priority 10"),
    "notPresented": Sample(
      program: "SpringBoard",
      text: "[\(app)] Received response 0 for willPresentNotification for notification A1B2"),
    "notDelivered": Sample(
      program: "SpringBoard", text: "[\(app)] Not delivering user notification request: denied"),
    "lowPower": Sample(program: "powerd", text: "Low Power Mode is now on"),
    "appEnded": Sample(
      program: "runningboardd", text: "[app<\(app)>:5310] termination reported by launchd"),
    "linesLost": Sample(
      program: nil, text: "=== Messages dropped during live streaming (use another command)"),
  ]

  /// When the app was configured, in milliseconds since 1970.
  private static let start: Int64 = 1_763_185_350_000
  /// Half a minute after the prefetch was due, and five before the notification.
  private static let between: Int64 = 360_000

  /// The answer to a log of a first run, with a line of the system and nothing of what was due.
  private static func answer(_ row: SystemLine, _ text: String) throws -> LogAnswer {
    let sample = try #require(samples[row.name])
    let name = row.phone == .android ? "threadtime" : "default"
    let printer = LogPrinter(try #require(BuiltInFormats.format(named: name)))
    func line(_ milliseconds: Int64, _ text: String, pid: Int, program: String? = nil) -> String {
      printer.text([
        PrintedLine(
          milliseconds: start + milliseconds, level: .info, pid: pid, program: program, text: text)
      ])
    }
    var log = PluginLog.firstRun.enumerated().map { line(Int64($0), $1, pid: 5_310) }
    // What logcat has lost is told by a line of the process that wrote it.
    let pid = row.isGap || row.event != nil ? 5_310 : 1_322
    log.append(line(between - 1, "something", pid: 900, program: "WifiHAL"))
    log.append(
      sample.program == nil && row.event == nil
        ? text + "\n" : line(between, text, pid: pid, program: sample.program))
    log.append(line(3_460_000, "something", pid: 900, program: "WifiHAL"))
    return try Validating.answer(Array(log.joined().utf8))
  }

  private static func profile(_ answer: LogAnswer, _ name: String) throws -> LogAnswer.Profile {
    try #require(answer.profiles.first { $0.name == name })
  }

  @Test("of each row of the table changes what is said", arguments: SystemLines.all)
  func row(row: SystemLine) throws {
    let sample = try #require(SystemLinesTests.samples[row.name], "\(row.name) has no sample")
    let answer = try SystemLinesTests.answer(row, sample.text)
    // The plugin's own lines are none of the system.
    #expect(answer.evidence.map(\.means) == (row.event == nil ? [row.means] : []))
    for name in ["prefetch", "delivery"] {
      let profile = try SystemLinesTests.profile(answer, name)
      if row.isGap {
        #expect(profile.verdict == .notJudged, "\(name): \(profile.findings)")
        #expect(profile.unchecked.contains { $0.contains(row.means) }, "\(profile.unchecked)")
      } else {
        // A task that an iPhone has not run is a warning.
        #expect(profile.verdict == .broken || row.phone == .iphone && profile.name == "prefetch")
        let isNamed = profile.findings.contains { $0.text.contains(row.means) }
        #expect(isNamed == row.explains.contains(name), "\(name): \(profile.findings)")
      }
    }
  }

  @Test("of each row that names an app is of that app", arguments: SystemLines.all)
  func other(row: SystemLine) throws {
    let sample = try #require(SystemLinesTests.samples[row.name])
    guard row.parts.contains(.package) else { return }
    let text = sample.text.replacing(SystemLinesTests.app, with: "com.android.chrome")
      .replacing("5310", with: "777")
    #expect(try SystemLinesTests.answer(row, text).evidence.isEmpty)
  }

  @Test("is of the table, and the other way round")
  func names() {
    #expect(Set(SystemLines.all.map(\.name)) == Set(SystemLinesTests.samples.keys))
    #expect(SystemLines.all.allSatisfy { $0.isGap || !$0.explains.isEmpty })
    let known = Set(BuiltInProfiles.names)
    #expect(SystemLines.all.flatMap(\.explains).allSatisfy(known.contains))
  }
}
