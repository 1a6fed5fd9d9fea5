/// How much a log line asks for attention.
public enum LogLevel: String, Hashable, Sendable, CaseIterable, Comparable {
  case debug
  case info
  case warning
  case error

  /// Orders levels from debug to error.
  public static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .debug: 0
    case .info: 1
    case .warning: 2
    case .error: 3
    }
  }
}

/// The part of the plugin that a log line speaks for; lines begin with `[DNP-<CATEGORY>]`.
public enum LogCategory: String, Hashable, Sendable, CaseIterable {
  case plugin
  case fetch
  case scheduler
  case storage
  case recovery
  case dual
  case identity
  case power

  /// The subsystem of every line in Apple's unified log.
  public static let subsystem = "com.timesafari.dailynotification"
  /// The line's prefix with its brackets.
  public var prefix: String { "[DNP-\(rawValue.uppercased())]" }
}
