/// A format of log files: how a record begins, and where its fields stand.
///
/// Each is a file of `assets/log-formats`, or one of the user's own.
public final class LogFormat: Hashable, Sendable {
  /// What is read by code, since no pattern of a line can say how.
  enum Code: String, Hashable, Sendable, CaseIterable {
    /// Lines of the plugin alone, a search, and anything unknown.
    case plainLines = "text"
    /// Metadata on the line after a message.
    case xcodeMetadata = "xcode-metadata"
    /// Objects of Apple's `log`: in an array, or one on each line.
    case unifiedJSON = "json"
    case unifiedLines = "ndjson"
    /// Objects of go-ios, one on each line.
    case goIOS = "go-ios"
    /// The file that Android Studio exports.
    case studioExport = "logcat"
    /// This tool's own objects, one on each line.
    case events
    /// Objects of any other tool, on whatever lines.
    case objects
    /// A table whose first line names the columns.
    case csv
  }

  /// The system that writes such a log, where only one does.
  public enum Phone: String, Hashable, Sendable, CaseIterable {
    case iphone
    case android
  }

  /// A record as a tool writes it, and the fields that it gives, by name.
  struct Sample: Hashable, Sendable {
    let text: String
    let fields: [String: String]
  }

  /// The name on the command line, and in a sentence.
  public let name: String
  public let title: String
  /// The tools that print it.
  public let tools: String
  public let phone: Phone?
  /// The patterns of a record's first line; the first that matches counts.
  let patterns: [LinePattern]
  /// What reads it, where no pattern does.
  let code: Code?
  /// The formats besides the lenient ones that match some of its lines too, and are not meant.
  let winsOver: [String]
  let samples: [Sample]
  /// Whether lines have a time of day and no date, so that midnight has to be noticed.
  let hasNoDates: Bool

  init(
    name: String, title: String, tools: String, phone: Phone?, patterns: [LinePattern],
    code: Code?, winsOver: [String], samples: [Sample]
  ) {
    (self.name, self.title, self.tools, self.phone) = (name, title, tools, phone)
    (self.patterns, self.code) = (patterns, code)
    (self.winsOver, self.samples) = (winsOver, samples)
    hasNoDates = patterns.contains(where: \.hasNoDates)
  }

  public static func == (one: LogFormat, other: LogFormat) -> Bool { one.name == other.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Whether its lines may be any, with or without a time before them.
  var isLenient: Bool { code == .plainLines || name == "timed" }

  /// Whether it is the one that is meant where both match a line.
  func wins(over other: LogFormat) -> Bool {
    winsOver.contains(other.name) || (other.isLenient && !isLenient)
  }

  /// Whether each record begins with fields, so that a log without them has another format.
  public var hasFields: Bool {
    switch code {
    case nil, .xcodeMetadata: true
    case .plainLines, .unifiedJSON, .unifiedLines, .goIOS, .studioExport, .events, .objects,
      .csv:
      false
    }
  }

  /// Whether a record is a JSON object.
  var isJSON: Bool {
    switch code {
    case .unifiedJSON, .unifiedLines, .goIOS, .studioExport, .events, .objects: true
    case nil, .xcodeMetadata, .plainLines, .csv: false
    }
  }

  /// Whether only an Android phone writes such a log.
  var isAndroid: Bool { phone == .android }

  /// The first sample, as a tool writes it.
  public var sample: String { samples.first?.text ?? "" }

  /// Whether a line begins a record of this format.
  func begins(_ line: LineBytes) -> Bool {
    var header = LogHeader(message: 0)
    return begins(line, &header)
  }

  /// Reads the first fields of a line that begins a record of this format; false for any other.
  func begins(_ line: LineBytes, _ header: inout LogHeader) -> Bool {
    for index in patterns.indices where patterns[index].begins(line, &header) { return true }
    switch code {
    case .xcodeMetadata:
      var cursor = LineCursor(line)
      header.message = line.count
      return cursor.isXcodeMetadata()
    case .plainLines: return line.begins("[DNP-") || line.begins("DNP-")
    case nil, .unifiedJSON, .unifiedLines, .goIOS, .studioExport, .events, .objects, .csv:
      return false
    }
  }

  /// The fields before the message; nil for a line that does not begin a record.
  func header(_ line: LineBytes) -> LogHeader? {
    for index in patterns.indices {
      if let header = patterns[index].header(line) { return header }
    }
    switch code {
    case .xcodeMetadata:
      var cursor = LineCursor(line)
      return cursor.xcodeMetadata()
    case .plainLines: return LogHeader(message: 0)
    case nil, .unifiedJSON, .unifiedLines, .goIOS, .studioExport, .events, .objects, .csv:
      return nil
    }
  }
}
