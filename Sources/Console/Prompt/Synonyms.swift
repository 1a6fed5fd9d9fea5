/// Other words for what the command line knows, as testers and other tools say them.
enum Synonyms {
  /// Words, and the line that they stand for; a line that ends in a blank needs more.
  static let rows = ofTesters + ofEvents

  private static let ofTesters: [(words: [String], line: String)] = [
    (["swipe", "close app", "force quit", "force-quit"], "swipeAway"),
    (["kill", "terminate", "end process", "jetsam"], "systemTerminate"),
    (["revoke", "deny permission", "disallow"], "setPermission denied"),
    (["grant", "heal", "give permission", "allow notifications"], "setPermission granted"),
    (["restart phone", "restart device"], "reboot"),
    (["shut down", "turn off", "switch off"], "powerOff"),
    (["boot", "turn on phone", "switch on"], "powerOn"),
    (["open app", "start app", "run app"], "launch"),
    (["home", "leave app", "minimise", "minimize"], "background"),
    (["resume", "bring to front", "activate"], "foreground"),
    (["offline", "airplane mode", "flight mode", "no network"], "setNetwork offline"),
    (["back online", "reconnect"], "setNetwork online"),
    (["travel", "zone", "time zone", "timezone"], "setZone "),
    (["set clock", "change clock"], "warpClock "),
    (["dst", "daylight saving", "summer time"], "shiftDST"),
    (["fall back", "clocks back", "clocks go back"], "goto next fall back"),
    (["spring forward", "clocks forward", "clocks go forward"], "goto next spring forward"),
    (["disk full", "no space"], "fillDisk on"),
    (["corrupt", "damage cache"], "tamperCache "),
    (["tap", "open notification"], "tapNotification "),
    (["dismiss", "clear notification"], "dismissDelivered"),
    (["run task", "fetch now", "bgtask"], "simulateTaskLaunch"),
    (["force stop", "force-stop", "stop app"], "forceStop"),
    (["battery saver", "low power"], "setLowPowerMode "),
    (["doze"], "setDoze "),
    (["exact alarm", "alarms & reminders"], "setExactAlarm "),
    (["standby", "bucket"], "setStandbyBucket "),
    (["restore", "new phone", "backup"], "restoreBackup"),
    (["hibernate", "unused app"], "setHibernation "),
    (["battery optimization", "exempt"], "setBatteryExemption "),
    (["battery restricted", "background restricted"], "setBackgroundRestricted "),
    (["worker", "run worker", "run work"], "simulateTaskLaunch"),
    (["android"], "platform android"),
    (["ios", "iphone"], "platform ios"),
    (["expire"], "simulateTaskExpiration"),
    (["sleep", "wait", "skip ahead", "fast forward"], "advance "),
    (["jump to", "until"], "goto "),
    (["step over", "next event"], "runToNextEvent"),
    (["find", "grep"], "search "),
    (["exit", "bye"], "quit"),
    (["save", "write"], "saveLog"),
    (["screenshot", "save-display", "save screen"], "saveDisplay"),
    (["record", "save session"], "saveScenario"),
    (["bug", "report", "share", "send", "archive"], "bundle"),
    (["next test failure", "next error"], "goto next failure"),
  ]

  private static let ofEvents: [(words: [String], line: String)] =
    AwaitedEvent.allCases.map { ([$0.text.lowercased()], "goto \($0.text)") }

  /// The lines that words which begin with these letters stand for, with the word.
  static func lines(for typed: String) -> [(word: String, line: String)] {
    let typed = typed.lowercased()
    guard typed.count >= 2 else { return [] }
    return rows.compactMap { row in
      row.words.first { $0.hasPrefix(typed) }.map { ($0, row.line) }
    }
  }

  /// The line that a word stands for; nil for no synonym.
  static func line(for word: String) -> String? {
    let word = word.lowercased()
    return rows.first { $0.words.contains(word) }?.line
  }
}
