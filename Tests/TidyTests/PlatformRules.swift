extension Rule {
  /// What belongs to one platform stays in that platform's folder.
  static let platformSeam: [Rule] = [platformType, platformWord]

  /// The files that assemble the parts of a platform and therefore name them, with the reason.
  static let compositionPoints: [String: String] = [
    "Sources/Console/Phone/PhoneEntry.swift": "offers the settings of every platform",
    "Sources/DeviceModel/Core/Command/Command.swift": "commands to settings of one platform",
    "Sources/DeviceModel/Core/Command/OtherCodeAct.swift": "what other code does on either one",
    "Sources/DeviceModel/Core/Command/OtherCodeVerb.swift": "reads what it does on either one",
    "Sources/DeviceModel/Core/Device/AppProcess.swift": "holds the plugin of its platform",
    "Sources/DeviceModel/Core/Device/Device+Events.swift": "runs the plugin of its platform",
    "Sources/DeviceModel/Core/Device/DeviceEvent.swift": "holds the events of every platform",
    "Sources/DeviceModel/Core/Device/OperatingSystem.swift": "holds the platform's machines",
    "Sources/DeviceModel/Core/Device/OperatingSystem+Views.swift": "shows what either one holds",
    "Sources/DeviceModel/Core/Trace/DeviceRecord.swift": "holds the records of every machine",
    "Sources/History/AndroidConditions.swift": "follows the records of every machine",
    "Sources/History/LatestEvents.swift": "follows the records of every machine",
    "Sources/History/PhoneMark.swift": "names what every machine records",
    "Sources/History/PhoneMarks.swift": "follows the records of every machine",
    "Sources/History/LossCause.swift": "tells what every machine does to a notification",
    "Sources/History/TracedRequest.swift": "follows the records of every machine",
    "Sources/History/HistoryIndex.swift": "follows the records of every machine",
    "Sources/Scenarios/File/ExpectedWords.swift": "the words in records of every machine",
  ]

  private static let platformType = Rule(
    name: "a type of one platform outside its folder", scope: .sources,
    remedy: "go through `Platform`, `device.pending`, `.delivered` or `.backgroundWork`",
    violation: Sample(
      "let center = NotificationCenterMachine()", path: "Sources/Console/Status/StatusPane.swift",
      others: [
        ("Sources/DeviceModel/IOS/Center.swift", "public struct NotificationCenterMachine {}")
      ]),
    lookalike: Sample(
      "let center = NotificationCenterMachine()  // and Machine",
      path: "Sources/DeviceModel/IOS/Scheduler.swift",
      others: [
        ("Sources/DeviceModel/IOS/Center.swift", "struct NotificationCenterMachine {}"),
        ("Sources/DeviceModel/Android/Alarms.swift", "enum Alarms { struct Machine {} }"),
      ])
  ) { file, project in
    compositionPoints[file.path] == nil ? linesNamingPlatformTypes(of: file, project) : []
  }

  /// The lines on which a file names a type of a platform whose folder it is not in.
  static func linesNamingPlatformTypes(of file: SourceFile, _ project: Project) -> [Int] {
    project.platformTypes.filter { $0.value != file.platformFolder }.keys
      .flatMap { file.places[$0] ?? [] }.sorted().map { file.tokens[$0].line }
  }

  private static let platformWord = Rule(
    name: "a word of one platform in the neutral plugin", scope: .sources,
    remedy: "move it to the platform's folder, or name what both platforms have",
    violation: Sample(
      "let request: BGAppRefreshTaskRequest", path: "Sources/DailyNotification/Plugin.swift"),
    lookalike: Sample(
      "let range: BUNRange  // UNUserNotificationCenter keeps it",
      path: "Sources/DailyNotification/Plugin.swift")
  ) { file, _ in
    guard file.target == "DailyNotification", file.platformFolder == nil else { return [] }
    return file.places.filter { isPlatformWord($0.key) }.flatMap(\.value).sorted()
      .map { file.tokens[$0].line }
  }

  /// True for names of Apple's frameworks, `UNNotificationRequest`, and of Android's classes.
  private static func isPlatformWord(_ word: String) -> Bool {
    let android: Set = [
      "AlarmManager", "JobScheduler", "NotificationChannel", "NotificationManager",
      "PendingIntent", "PowerManager", "WorkManager",
    ]
    if android.contains(word) { return true }
    return ["BG", "NS", "UI", "UN"].contains { prefix in
      guard word.hasPrefix(prefix) else { return false }
      let rest = word.dropFirst(prefix.count).prefix(2)
      return rest.first?.isUppercase == true && rest.last?.isLowercase == true
    }
  }
}
