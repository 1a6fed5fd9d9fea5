import CivilTime
import DeviceLogs
import Foundation
import ProjectFiles
import Testing

/// A committed log: the same morning on the same phone, as each tool would print it.
struct LogFixture: Sendable, CustomTestStringConvertible {
  let name: String
  /// The name of the format.
  let format: String
  /// Whether each line holds a whole record, so that a test can remove lines.
  var isLineByLine = true
  /// Whether the lines contain `[DNP-…]`, so that a search finds them.
  var isBracketed = true

  var testDescription: String { name }

  static let all: [LogFixture] = [
    LogFixture(name: "default.log", format: "default"),
    LogFixture(name: "default-crlf.log", format: "default"),
    LogFixture(name: "default-category.log", format: "default", isBracketed: false),
    LogFixture(name: "default-colon.log", format: "default", isBracketed: false),
    LogFixture(
      name: "default-wrapped.log", format: "default", isLineByLine: false,
      isBracketed: false),
    LogFixture(name: "compact.log", format: "compact"),
    LogFixture(name: "syslog.log", format: "syslog"),
    LogFixture(name: "json.json", format: "json", isLineByLine: false),
    LogFixture(name: "json-unclosed.json", format: "json", isLineByLine: false),
    LogFixture(name: "json-stream.json", format: "json"),
    LogFixture(name: "ndjson.ndjson", format: "ndjson"),
    LogFixture(name: "console.log", format: "console"),
    LogFixture(name: "console-columns.log", format: "console", isBracketed: false),
    LogFixture(name: "console-older.log", format: "console"),
    LogFixture(name: "idevicesyslog.log", format: "idevicesyslog"),
    LogFixture(name: "idevicesyslog-classic.log", format: "idevicesyslog"),
    LogFixture(name: "xcode.log", format: "xcode"),
    LogFixture(name: "xcode-nslog.log", format: "xcode"),
    LogFixture(name: "threadtime.log", format: "threadtime"),
    LogFixture(name: "threadtime-tag.log", format: "threadtime", isBracketed: false),
    LogFixture(name: "threadtime-modifiers.log", format: "threadtime"),
    LogFixture(name: "threadtime-epoch.log", format: "threadtime"),
    LogFixture(name: "threadtime-color.log", format: "threadtime"),
    LogFixture(name: "time.log", format: "time"),
    LogFixture(name: "long.log", format: "long", isLineByLine: false),
    LogFixture(name: "long-tag.log", format: "long", isLineByLine: false, isBracketed: false),
    LogFixture(name: "brief.log", format: "brief"),
    LogFixture(name: "process.log", format: "process"),
    LogFixture(name: "thread.log", format: "thread"),
    LogFixture(name: "tag.log", format: "tag"),
    LogFixture(name: "text.log", format: "text"),
    LogFixture(name: "unknown.log", format: "text"),
    LogFixture(name: "events.jsonl", format: "events", isLineByLine: false, isBracketed: false),
    LogFixture(name: "records.jsonl", format: "events"),
    LogFixture(name: "pymobiledevice3.log", format: "pymobiledevice3"),
    LogFixture(name: "pymobiledevice3-label.log", format: "pymobiledevice3", isBracketed: false),
    LogFixture(name: "pymobiledevice3-color.log", format: "pymobiledevice3"),
    LogFixture(name: "go-ios.jsonl", format: "go-ios"),
    LogFixture(name: "go-ios-parsed.jsonl", format: "go-ios"),
    LogFixture(name: "xcode-metadata.log", format: "xcode-metadata", isLineByLine: false),
    LogFixture(
      name: "xcode-metadata-category.log", format: "xcode-metadata", isLineByLine: false,
      isBracketed: false),
    LogFixture(name: "studio.log", format: "studio"),
    LogFixture(name: "studio-tag.log", format: "studio", isBracketed: false),
    LogFixture(name: "studio-old.log", format: "studio"),
    LogFixture(name: "exported.logcat", format: "logcat", isLineByLine: false),
    LogFixture(
      name: "exported-tag.logcat", format: "logcat", isLineByLine: false,
      isBracketed: false),
    LogFixture(name: "threadtime-monotonic.log", format: "threadtime"),
    LogFixture(name: "threadtime-android.log", format: "threadtime"),
    LogFixture(name: "ci-github-threadtime.log", format: "threadtime"),
    LogFixture(name: "ci-gitlab-default.log", format: "default"),
    LogFixture(name: "ci-jenkins-idevicesyslog.log", format: "idevicesyslog"),
    LogFixture(name: "default-color.log", format: "default"),
    LogFixture(name: "console-log.log", format: "console-log"),
    LogFixture(name: "bundle-log.log", format: "bundle-log"),
    LogFixture(name: "brief-tag.log", format: "brief", isBracketed: false),
    LogFixture(name: "time-tag.log", format: "time", isBracketed: false),
    LogFixture(name: "tag-tag.log", format: "tag", isBracketed: false),
    LogFixture(name: "process-tag.log", format: "process", isBracketed: false),
    LogFixture(name: "ddms.log", format: "ddms"),
    LogFixture(name: "process-uid.log", format: "process-uid"),
    LogFixture(name: "studio-compact.log", format: "studio-compact"),
    LogFixture(name: "timed.log", format: "timed"),
    LogFixture(name: "objects.json", format: "objects", isLineByLine: false),
    LogFixture(
      name: "objects-line.json", format: "objects", isLineByLine: false, isBracketed: false),
    LogFixture(name: "csv.csv", format: "csv"),
  ]

  /// The same morning in UTF-16, whose lines no byte ends.
  static let wide: [LogFixture] = [
    LogFixture(name: "default-utf16le.log", format: "default"),
    LogFixture(name: "threadtime-utf16be.log", format: "threadtime"),
  ]

  /// The folder of the fixtures.
  static let folder = ProjectFile.url("Tests/DeviceLogsTests/Fixtures")

  /// The log's bytes.
  func bytes() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: LogFixture.folder.appending(path: name)))
  }

  /// The log's lines; malformed UTF-8 is replaced.
  func lines() throws -> [String] {
    try bytes().split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The options for layouts without date, year or zone.
  static let time = LogTimeOptions(
    date: CivilDate(text: "2025-11-15"), zone: .offset(minutes: 0))
}

/// Validates bytes and lines in memory.
enum Validating {
  static func answer(
    _ bytes: [UInt8], profiles: [LogProfile] = [], format: LogFormat? = nil,
    time: LogTimeOptions = LogFixture.time, chunk: Int = .max
  ) throws -> LogAnswer {
    var validation = LogValidation(profiles: profiles, format: format, time: time)
    var rest = bytes[...]
    while !rest.isEmpty {
      try rest.prefix(chunk).withUnsafeBytes { try validation.consume($0) }
      rest = rest.dropFirst(chunk)
    }
    return try validation.finish()
  }

  static func answer(
    lines: [String], profiles: [LogProfile] = [], time: LogTimeOptions = LogFixture.time
  ) throws -> LogAnswer {
    try answer(
      Array(lines.joined(separator: "\n").utf8), profiles: profiles, time: time)
  }

  /// Every profile's verdict, steps and findings, without places in the file.
  ///
  /// What is said of the steps of a sequence that is not observed depends on whether the log has
  /// lines of others, so it is left out.
  static func summary(_ answer: LogAnswer) -> [String] {
    answer.profiles.map { profile in
      let isSeen = profile.verdict != .notObserved
      let steps = isSeen ? profile.steps.map { "\($0.seen) \($0.verdict.rawValue)" } : []
      let kinds = profile.findings.map { "\($0.severity.rawValue) \($0.kind.rawValue)" }
      return "\(profile.name) \(profile.verdict.rawValue) \(profile.passes): "
        + (steps + kinds).joined(separator: ", ")
    }
  }
}
