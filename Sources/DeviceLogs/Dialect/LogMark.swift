import DailyNotification

/// What stands before a message of the plugin: the part that wrote it, and the dialect.
struct LogMark: Hashable, Sendable {
  var category: LogCategory
  var dialect = LogDialect.own
  /// The word of the mark, where it says what happened: `FETCH-SUCCESS`.
  var code: String?

  /// The mark of a category.
  init(_ category: LogCategory, _ dialect: LogDialect = .own, code: String? = nil) {
    (self.category, self.dialect, self.code) = (category, dialect, code)
  }

  /// The mark of a word after `DNP-`; nil for a word that the plugin does not use.
  init?(word: String) {
    switch word {
    case "REACTIVATION": self.init(.recovery, .recovery)
    case "SCHEDULE": self.init(.scheduler, .schedule)
    case "ROLLOVER": self.init(.scheduler, .rollover)
    case "FETCH-SCHEDULE": self.init(.fetch, .classes)
    default:
      guard let first = word.split(separator: "-").first.map(String.init) else { return nil }
      if first.utf8.count == word.utf8.count {
        guard let category = LogCategory(rawValue: word.lowercased()) else { return nil }
        self.init(category)
      } else if let category = LogMark.part(first) {
        self.init(category, .codes, code: word)
      } else {
        return nil
      }
    }
  }

  /// The mark in the tag of a line: `DNP-FETCH`, or a class.
  init?(tag: String) {
    if tag.hasPrefix("DNP-") {
      self.init(word: String(tag.dropFirst(4)))
    } else if tag.hasPrefix(LogMark.classPrefix) {
      self.init(className: tag.dropFirst(LogMark.classPrefix.count))
    } else {
      return nil
    }
  }

  /// The mark of a class, named without `DailyNotification`.
  init?(className: Substring) {
    switch className {
    case "Storage": self.init(.storage, .classes)
    case "Scheduler": self.init(.scheduler, .classes)
    default: return nil
    }
  }

  /// The mark of an event that is written with a pipe.
  init(pipedEvent name: String) {
    self.init(name.hasPrefix("SCHEDULE_FETCH") ? .fetch : .scheduler, .pipe)
  }

  /// How every class of the plugin begins.
  static let classPrefix = "DailyNotification"

  /// The part that the first word of a code names.
  private static func part(_ word: String) -> LogCategory? {
    word == "NOTIFY" ? .scheduler : LogCategory(rawValue: word.lowercased())
  }

  /// A message as the log has it, with its mark.
  func text(_ message: String) -> String {
    switch dialect {
    case .own, .classes: "\(category.prefix) \(message)"
    case .codes: "[DNP-\(code ?? "")] \(message)"
    case .rollover: "DNP-ROLLOVER: \(message)"
    case .recovery: "DNP-REACTIVATION: \(message)"
    case .schedule: "DNP-SCHEDULE: \(message)"
    case .pipe: "DN|\(message)"
    }
  }
}
