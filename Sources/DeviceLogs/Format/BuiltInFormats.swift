/// The formats of `assets/log-formats`, as built into the program.
public enum BuiltInFormats {
  /// Their names, in the order in which they are listed.
  public static let names = files.map(\.name)

  private static let files: [(name: String, bytes: @Sendable () -> [UInt8])] = [
    ("default", { PackageResources.default_yaml }),
    ("compact", { PackageResources.compact_yaml }),
    ("syslog", { PackageResources.syslog_yaml }),
    ("json", { PackageResources.json_yaml }),
    ("ndjson", { PackageResources.ndjson_yaml }),
    ("console", { PackageResources.console_yaml }),
    ("idevicesyslog", { PackageResources.idevicesyslog_yaml }),
    ("pymobiledevice3", { PackageResources.pymobiledevice3_yaml }),
    ("go-ios", { PackageResources.go_ios_yaml }),
    ("xcode-metadata", { PackageResources.xcode_metadata_yaml }),
    ("xcode", { PackageResources.xcode_yaml }),
    ("threadtime", { PackageResources.threadtime_yaml }),
    ("time", { PackageResources.time_yaml }),
    ("ddms", { PackageResources.ddms_yaml }),
    ("long", { PackageResources.long_yaml }),
    ("brief", { PackageResources.brief_yaml }),
    ("process", { PackageResources.process_yaml }),
    ("process-uid", { PackageResources.process_uid_yaml }),
    ("thread", { PackageResources.thread_yaml }),
    ("tag", { PackageResources.tag_yaml }),
    ("studio", { PackageResources.studio_yaml }),
    ("studio-compact", { PackageResources.studio_compact_yaml }),
    ("logcat", { PackageResources.logcat_yaml }),
    ("console-log", { PackageResources.console_log_yaml }),
    ("bundle-log", { PackageResources.bundle_log_yaml }),
    ("timed", { PackageResources.timed_yaml }),
    ("text", { PackageResources.text_yaml }),
    ("events", { PackageResources.events_yaml }),
    ("objects", { PackageResources.objects_yaml }),
    ("csv", { PackageResources.csv_yaml }),
  ]

  /// The formats.
  ///
  /// Each file is read where a log is; that its samples are right is held by a test.
  public static let all: [LogFormat] = files.map { name, bytes in
    do {
      return try FormatFile.parse(bytes(), path: "assets/log-formats/\(name).yaml")
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The format with a name.
  public static func format(named name: String) -> LogFormat? {
    all.first { $0.name == name }
  }

  /// The log in a bundle of this tool, whose lines have the phone's own time.
  static let bundle = format(named: "bundle-log")

  /// The formats that a line inside another record may have.
  static let inner = all.filter { format in
    format.code == nil && !format.isLenient && format.phone != nil
  }

  /// What a log of no known format is read as.
  static let text =
    format(named: LogFormat.Code.plainLines.rawValue)
    ?? LogFormat(
      name: "text", title: "plain lines", tools: "", phone: nil, patterns: [],
      code: .plainLines, winsOver: [], samples: [])
}
