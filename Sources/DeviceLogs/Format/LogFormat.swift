/// The supported formats of log files; raw values are their names on the command line.
public enum LogFormat: String, Hashable, Sendable, CaseIterable {
  // Apple's `log show` and `log stream`.
  case unifiedDefault = "default"
  case unifiedCompact = "compact"
  case unifiedSyslog = "syslog"
  case unifiedJSON = "json"
  case unifiedLines = "ndjson"
  // Other tools for the log of an Apple phone.
  case consoleCopy = "console"
  case syslogRelay = "idevicesyslog"
  case mobileDevice = "pymobiledevice3"
  case goIOS = "go-ios"
  case xcodeMetadata = "xcode-metadata"
  case xcode
  // `adb logcat -v …`.
  case threadtime
  case time
  case long
  case brief
  case process
  case thread
  case tag
  // Android Studio: what its window shows, and the file that it exports.
  case studio
  case studioExport = "logcat"
  // What this tool prints.
  case ownConsole = "console-log"
  case ownBundle = "bundle-log"
  case text
  case events

  /// The name of the format in a sentence.
  public var title: String {
    switch self {
    case .unifiedDefault: "Apple log, default style"
    case .unifiedCompact: "Apple log, compact style"
    case .unifiedSyslog: "Apple log, syslog style"
    case .unifiedJSON: "Apple log, json style"
    case .unifiedLines: "Apple log, ndjson style"
    case .consoleCopy: "copied from Console.app"
    case .syslogRelay: "idevicesyslog"
    case .mobileDevice: "pymobiledevice3"
    case .goIOS: "JSON lines of go-ios"
    case .xcodeMetadata: "Xcode console with metadata"
    case .xcode: "Xcode console"
    case .threadtime, .time, .long, .brief, .process, .thread, .tag: "logcat, \(rawValue)"
    case .studio: "Android Studio"
    case .studioExport: "exported by Android Studio"
    case .ownConsole: "the console of dnp"
    case .ownBundle: "a bundle of dnp"
    case .text: "plain lines"
    case .events: "JSON lines of dnp"
    }
  }

  /// Whether each record begins with fields, so that a log without them has another format.
  var hasFields: Bool {
    switch self {
    case .unifiedDefault, .unifiedCompact, .unifiedSyslog, .consoleCopy, .syslogRelay,
      .mobileDevice, .xcodeMetadata, .threadtime, .time, .long, .brief, .process, .thread, .tag,
      .studio, .ownConsole, .ownBundle:
      true
    case .unifiedJSON, .unifiedLines, .goIOS, .studioExport, .events, .xcode, .text: false
    }
  }

  /// Whether a record is a JSON object.
  var isJSON: Bool {
    switch self {
    case .unifiedJSON, .unifiedLines, .goIOS, .studioExport, .events: true
    case .unifiedDefault, .unifiedCompact, .unifiedSyslog, .consoleCopy, .syslogRelay,
      .mobileDevice, .xcodeMetadata, .xcode, .threadtime, .time, .long, .brief, .process, .thread,
      .tag, .studio, .ownConsole, .ownBundle, .text:
      false
    }
  }

  /// Whether only an Android phone writes such a log.
  var isAndroid: Bool {
    switch self {
    case .threadtime, .time, .long, .brief, .process, .thread, .tag, .studio, .studioExport: true
    case .unifiedDefault, .unifiedCompact, .unifiedSyslog, .unifiedJSON, .unifiedLines,
      .consoleCopy, .syslogRelay, .mobileDevice, .goIOS, .xcodeMetadata, .xcode, .ownConsole,
      .ownBundle, .text, .events:
      false
    }
  }

  /// Whether lines have a time of day and no date, so that midnight has to be noticed.
  var hasNoDates: Bool { self == .consoleCopy || self == .ownConsole }

  /// Whether a line begins a record of this format, judged by its first fields only.
  func begins(_ line: LineBytes) -> Bool {
    var cursor = LineCursor(line)
    switch self {
    case .unifiedDefault: return cursor.unifiedStamp() && cursor.skip(text: " 0x")
    case .unifiedSyslog: return cursor.unifiedStamp() && cursor.skip(text: "  ")
    case .unifiedCompact: return cursor.compactType() != nil
    case .mobileDevice: return cursor.mobileDeviceHeader() != nil
    case .xcodeMetadata: return cursor.isXcodeMetadata()
    case .xcode: return cursor.xcodeHeader() != nil
    case .studio: return cursor.studioBegins() != nil
    case .ownConsole: return cursor.ownHeader() != nil
    case .ownBundle: return cursor.bundleHeader() != nil
    case .consoleCopy: return cursor.consoleTime() != nil
    case .syslogRelay: return cursor.relayStamp() != nil
    case .threadtime: return cursor.threadtimeBegins()
    case .time: return cursor.logcatStamp() != nil && cursor.skip(" ") && cursor.priorityAndTag()
    case .long: return cursor.skip(text: "[ ") && cursor.logcatStamp() != nil
    case .brief: return cursor.priorityAndTag() && cursor.hasProcessAfterTag()
    case .tag: return cursor.priorityAndTag() && !cursor.hasProcessAfterTag()
    case .process: return cursor.priorityAndProcess(hasThread: false)
    case .thread: return cursor.priorityAndProcess(hasThread: true)
    case .text: return line.begins("[DNP-") || line.begins("DNP-")
    case .unifiedJSON, .unifiedLines, .goIOS, .studioExport, .events: return false
    }
  }

  /// The fields before the message; nil for a line that does not begin a record.
  func header(_ line: LineBytes) -> LogHeader? {
    var cursor = LineCursor(line)
    switch self {
    case .unifiedDefault: return cursor.defaultHeader()
    case .unifiedSyslog: return cursor.syslogHeader()
    case .unifiedCompact: return cursor.compactHeader()
    case .mobileDevice: return cursor.mobileDeviceHeader()
    case .xcodeMetadata: return cursor.xcodeMetadata()
    case .xcode: return cursor.xcodeHeader()
    case .studio: return cursor.studioHeader()
    case .ownConsole: return cursor.ownHeader()
    case .ownBundle: return cursor.bundleHeader()
    case .consoleCopy: return cursor.consoleHeader()
    case .syslogRelay: return cursor.relayHeader()
    case .threadtime: return cursor.threadtimeHeader()
    case .time: return cursor.timeHeader()
    case .long: return cursor.longHeader()
    case .brief, .tag: return cursor.briefHeader()
    case .process, .thread: return cursor.processHeader()
    case .text: return LogHeader(message: cursor.position)
    case .unifiedJSON, .unifiedLines, .goIOS, .studioExport, .events: return nil
    }
  }
}
