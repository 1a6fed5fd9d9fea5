import Foundation
import ProjectFiles
import Testing

@testable import DeviceModel

/// Each rule of Android says where it comes from, and each machine what it leaves out.
@Suite("rules of Android")
struct AndroidRulesTests {
  private static let folder = "Sources/DeviceModel/Android"

  /// The machines, and what each says it leaves out, in words of the page.
  private static let machines: [(name: String, leavesOut: [String])] = [
    ("AlarmMachine", ["elapsed time", "repeating", "batch", "light Doze"]),
    ("AppInstall", ["activities and services of other apps"]),
    (
      "AppUsage",
      [
        "two looks of the system", "lifts a bucket that was set by hand",
        "wall clock by which hibernation",
      ]
    ),
    ("ChannelMachine", ["groups", "sounds of"]),
    ("DozeMachine", ["light Doze", "motion", "alarm clocks of other apps"]),
    ("ExactAlarmPermission", ["review of USE_EXACT_ALARM"]),
    ("JobSessions", ["30 s that a quota", "four hours a day"]),
    ("ReceiverQueue", ["ordered broadcasts", "doubled time"]),
    ("ShadeMachine", ["groups", "snoozing", "slow decay"]),
    ("StandbyBucket", ["nobody ever opened", "starts within a minute"]),
    (
      "WorkMachine",
      [
        "other constraints", "periodic and expedited work", "foreground services",
      ]
    ),
  ]

  /// The functions that carry a rule which joins machines: each has a source of its own.
  private static let rules: [(file: String, functions: [String])] = [
    (
      "Device+Android",
      [
        "alarmDue", "fire", "send", "receive", "endOverdueReceiver", "considerDoze", "proceedDoze",
        "stopWorkers", "stopWork", "runWorkNow", "followUsage",
      ]
    ),
    ("DoNotDisturb", ["presentation"]),
    ("OperatingSystem+Doze", ["aimIdleEnd"]),
    ("OperatingSystem+Standby", ["batch"]),
    (
      "Device+AndroidCommands",
      [
        "forceStop", "becameUnused", "setHibernation", "sendBootWithoutRestart", "setExactAlarms",
        "permissionWasSet", "setBatteryExemption",
        "setBackgroundRestricted", "setChannel",
        "appStarted",
        "startedAndroid",
        "updatedAndroidApp", "clockWasSet", "setDoze", "grantByDefault",
        "requestNotificationPermission", "reaimAlarms", "shutDownAndroid", "scheduleBootCompleted",
        "reinstalledAndroidApp", "restoredAndroidApp", "androidAppDied",
      ]
    ),
    ("OperatingSystem+Work", ["drawWorkLateness", "rescheduleWork"]),
    (
      "OperatingSystem+AndroidPlatform",
      ["drawMakerDelay", "drawAlarmLateness", "openSettings", "requestBatteryExemption"]
    ),
    (
      "Device+OtherAndroidCode",
      [
        "enqueueForeignWork", "cancelAnyWork", "setForeignAlarm", "cancelAnyAlarms",
        "cancelAnyNotifications",
        "deleteChannel",
      ]
    ),
    ("AndroidManifest+Broadcasts", ["receivesAlarms", "receives"]),
  ]

  /// The functions that only do what a rule says, so that none of them needs a source.
  private static let servants: Set<String> = [
    "run", "intercepts", "withAndroid", "recordHeld", "deliver", "deliverNext", "startForReceiver",
    "scheduleDoze", "endDozeForAlarmClock", "dozeChanged", "enterDoze", "followAndroid",
    "countRunTime", "followDoze", "recordBucket", "aimJobQuota", "aimUsage", "stopApp", "opened",
    "forgetAndroidApp",
    "stopWorkersInDoze", "runForeignWork",
    "wakeFromDoze", "dropAlarmsInDoze", "releaseAlarms",
    "reconsiderAndroid", "runReadyWork", "begin", "refusalOfRunning", "refusalOfStopping",
    "stopWorkNow", "reasonNotReceived", "waitingWork", "runningWork", "refusalOnAndroid",
    "loseAlarms", "emptyShade", "dismissFromShade", "restoreKeptAlarms", "aim", "resubmit",
    "forget", "reconsiderWork", "setAlarm", "cancelAlarm", "hasPendingIntent", "receiverFinished",
    "createChannel", "recordChannel", "channel", "show", "activeNotification",
    "cancelNotification", "enqueueWork", "cancelWork", "work", "workEnded", "workName", "ended",
    "named", "shownName", "tellAnswer", "showForeign",
  ]

  private static func text(_ file: String) throws -> String {
    try ProjectFile.text("\(folder)/\(file).swift")
  }

  /// The doc comment before a line that declares something, as one string.
  private static func comment(before declaration: String, in text: String) -> String? {
    let lines = text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    guard let place = lines.firstIndex(where: { $0.contains(declaration) }) else { return nil }
    let comment = lines[..<place].reversed().prefix { $0.hasPrefix("///") || $0.hasPrefix("@") }
    return comment.reversed().map { $0.drop { "/ ".contains($0) } }.joined(separator: " ")
  }

  @Test("each machine names its source and what it leaves out", arguments: machines.indices)
  func machine(index: Int) throws {
    let (name, leavesOut) = Self.machines[index]
    let text = try Self.text(name)
    let comment =
      Self.comment(before: "struct \(name):", in: text)
      ?? Self.comment(before: "enum \(name):", in: text)
    let found = try #require(comment, "\(name)")
    #expect(found.contains("Source: "), "\(name)")
    let left = try #require(found.components(separatedBy: "Not modelled: ").dropFirst().first)
    let page = try notModelled()
    let parts = left.components(separatedBy: ", ")
    #expect(parts.count == leavesOut.count, "\(name): \(left)")
    for (part, word) in zip(parts, leavesOut) {
      #expect(part.contains(word), "\(name) does not say '\(word)'")
      #expect(page.contains(word), "the page does not say '\(word)'")
    }
  }

  /// What the page says of Android among what is not modelled.
  private func notModelled() throws -> String {
    let page = try ProjectFile.text("docs/platform.md")
    let section = try #require(
      page.components(separatedBy: "## What is not modelled").dropFirst().first)
    let android = try #require(section.components(separatedBy: "- **Android:**").dropFirst().first)
    return android.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: " ")
  }

  @Test("each rule that joins machines names its source", arguments: rules.indices)
  func rule(index: Int) throws {
    let (file, functions) = Self.rules[index]
    let text = try Self.text(file)
    for function in functions {
      let comment = try #require(
        Self.comment(before: "func \(function)(", in: text), "\(file): \(function)")
      let isSourced = comment.contains("Source: ")
      #expect(isSourced, "\(file): \(function)")
    }
  }

  @Test("no file and no function of the folder is forgotten")
  func complete() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: ProjectFile.url(Self.folder).path
    ).map { String($0.dropLast(".swift".count)) }
    let plain = [
      "Android+State", "AndroidEvent", "AndroidParts", "AndroidPlugin", "AndroidRecord",
      "ChannelSettings",
    ]
    #expect(
      files.sorted() == (Self.machines.map(\.name) + Self.rules.map(\.file) + plain).sorted())
    for (file, functions) in Self.rules {
      for line in try Self.text(file).components(separatedBy: "\n") {
        guard let rest = line.components(separatedBy: "func ").dropFirst().first,
          !line.contains("///")
        else { continue }
        let name = String(rest.prefix { $0.isLetter })
        #expect(functions.contains(name) || Self.servants.contains(name), "\(file): \(name)")
      }
    }
  }

  @Test("each row of the page's table says what it is based on")
  func page() throws {
    let page = try ProjectFile.text("docs/platform.md")
    let android = try #require(page.components(separatedBy: "\n## Android\n").dropFirst().first)
    let section = try #require(android.components(separatedBy: "\n## ").first)
    let rows = section.components(separatedBy: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(rows.count > 20)
    let words = ["documented", "AOSP", "reported", "measured", "knob"]
    for row in rows where !row.hasPrefix("| rule") {
      let basis = try #require(row.components(separatedBy: " | ").last)
      #expect(words.contains { basis.contains($0) }, "\(row.prefix(60))")
    }
  }
}
