import DailyNotification

/// The fields before a line's message, as ranges in the line.
struct LogHeader {
  var stamp: LogStamp?
  var level: LogLevel?
  var process: Range<Int>?
  var pid: Int?
  var tid: Int?
  var subsystem: Range<Int>?
  var category: Range<Int>?
  var tag: Range<Int>?
  /// Where the message begins, and how many bytes at the line's end do not belong to it.
  var message: Int
  var trailing = 0
}

extension LogHeader {
  /// The category of the plugin that a header names; nil for a header of others.
  func pluginCategory(in line: LineBytes) -> LogCategory? {
    guard let subsystem, let category, line.text(subsystem) == LogCategory.subsystem else {
      return nil
    }
    return PluginText.category(named: line.text(category))
  }
}

extension LogLevel {
  /// The level for Apple's words and letters, and for Android's letters.
  init?(word: String) {
    switch word.lowercased() {
    case "debug", "db", "d", "v": self = .debug
    case "info", "default", "notice", "df", "i", "a", "activity": self = .info
    case "w", "warn", "warning": self = .warning
    case "error", "fault", "e", "er", "f", "fa", "s", "critical", "alert", "emergency":
      self = .error
    default: return nil
    }
  }
}
