import DailyNotification

/// What stands before a line's message, as places in the line.
struct LogHeader {
  var stamp: LogStamp?
  var level: LogLevel?
  var process: Range<Int>?
  var pid: Int?
  var tid: Int?
  var subsystem: Range<Int>?
  var category: Range<Int>?
  var tag: Range<Int>?
  /// Where the message begins, and how many bytes at the line's end are not its own.
  var message: Int
  var trailing = 0
}

extension LogLevel {
  /// The level of Apple's words and letters, and of Android's letters.
  init?(word: String) {
    switch word.lowercased() {
    case "debug", "db", "d", "v": self = .debug
    case "info", "default", "notice", "df", "i", "a", "activity": self = .info
    case "w", "warning": self = .warning
    case "error", "fault", "e", "er", "f", "fa", "s", "critical", "alert", "emergency":
      self = .error
    default: return nil
    }
  }
}
