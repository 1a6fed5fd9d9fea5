import CivilTime
package import DeviceLogs
import Foundation
import ProjectFiles
import SimulationCore

/// A short log of the plugin of which one record, or all of it, is damaged.
///
/// A damaged log is read or reported: a record that still has the plugin's mark and is not read any
/// more is named, and a sequence passes only where all its lines are there, in their order.
package struct HostileRecord: Sendable {
  private struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  /// The format that the log is read in; nil where its first lines tell.
  let format: LogFormat?
  private let name: String
  /// What the records have between them, and before and after them.
  private let separator: String
  private let head: String
  private let tail: String
  private let records: [String]
  /// What makes a record the plugin's; a record that has lost it is nobody's.
  private let marks: [String]
  /// What is read of the log as it was.
  private let whole: Reading

  /// What is read of a log.
  package struct Reading: Sendable {
    package var tally: LogTally
    package var verdict: LogAnswer.Verdict
    /// Whether the answer names a line that could not be read, or what is missing.
    package var isReported: Bool
    /// Whether the answer warns that something is missing, or says so.
    package var namesMissing: Bool
    /// The events that were read, in their order.
    package var events: [String]
  }

  // MARK: The logs

  /// A log of each format, then one of each other dialect.
  private static let all: [HostileRecord] =
    BuiltInFormats.all.compactMap { try? HostileRecord($0) }
    + dialects.compactMap { try? HostileRecord(dialect: $0) }

  private static let dialects = [
    "dialect-classes.log", "dialect-codes.log", "dialect-codes.jsonl", "dialect-pipe.log",
    "dialect-recovery.log", "dialect-rollover.log", "dialect-schedule.log",
  ]

  private static let time = LogTimeOptions(
    date: CivilDate(text: "2025-11-15"), zone: .offset(minutes: 0))

  private static func text(_ name: String) throws -> String {
    try ProjectFile.text("Tests/DeviceLogsTests/Fixtures/\(name)")
  }

  /// The committed log of a format.
  private static func name(_ format: LogFormat) -> String {
    switch format.name {
    case "json": "json.json"
    case "ndjson": "ndjson.ndjson"
    case "go-ios", "events": "\(format.name).jsonl"
    case "logcat": "exported.logcat"
    case "objects": "objects.json"
    case "csv": "csv.csv"
    default: "\(format.name).log"
    }
  }

  /// What stands between records of a format, before the first and after the last.
  private static func shape(
    _ format: LogFormat
  ) -> (separator: String, head: String, tail: String) {
    switch format.name {
    case "json": ("},{", "[{", "}]\n")
    case "logcat":
      ("    },\n    {\n", "{\n  \"logcatMessages\": [\n    {\n", "    }\n  ]\n}\n")
    case "objects": ("\n    },\n    {\n", "[{\n", "}]\n")
    case "csv": ("\n", "time;severity;pid;message\n", "\n")
    case "long": ("\n\n", "", "\n\n")
    default: ("\n", "", "\n")
    }
  }

  /// A run of the task in a format, with a line at its end that no sequence needs.
  private init(_ format: LogFormat) throws {
    let text = try HostileRecord.text(HostileRecord.name(format))
    let shape = HostileRecord.shape(format)
    let mark = format.name == "events" ? "\"category\":\"fetch\"" : "[DNP-FETCH]"
    var records = text.components(separatedBy: shape.separator).filter { $0.contains(mark) }
    if format.name == "xcode-metadata" {
      let lines = text.split(separator: "\n").map(String.init)
      records = lines.indices.filter { lines[$0].contains(mark) }.map {
        "\(lines[$0])\n\(lines[$0 + 1])"
      }
    }
    // Of the lines that schedule a task, the one of this run is the last.
    let needed = [
      ("BGTask started", "taskStarted"), ("BGAppRefreshTask", "taskScheduled"),
      ("Prefetch succeeded", "prefetchSucceeded"), ("BGTask completed", "taskCompleted"),
    ].compactMap { event, name in
      records.last { $0.contains(event) || $0.contains("\"\(name)\"") }
    }
    guard needed.count == 4 else {
      throw Broken(description: "\(format.name) has no run of the task")
    }
    let expired = needed[2]
      .replacing("Prefetch succeeded (status=200, bytes=170)", with: "BGTask expired")
      .replacing("\"prefetchSucceeded\"", with: "\"taskExpired\"")
      .replacing("{\"status\":200,\"bytes\":170}", with: "{}")
      .replacing("{\"bytes\":170,\"status\":200}", with: "{}")
    try self.init(
      format: format, name: format.name, shape, needed + [expired],
      marks: Array(repeating: mark, count: 5))
    guard whole.verdict == .passed, whole.events.count == 5 else {
      throw Broken(description: "\(format.name) does not pass: \(whole.events)")
    }
  }

  /// The lines of the plugin in a log of another dialect.
  private init(dialect name: String) throws {
    let lines = try HostileRecord.text(name).split(separator: "\n").map(String.init)
    let known = ["DNP-", "DN|", "DailyNotificationStorage", "DailyNotificationScheduler"]
    let records = lines.filter { line in known.contains { line.contains($0) } }
    let marks = records.map { record in
      // The mark ends where its word does.
      let start = known.compactMap { record.firstRange(of: $0)?.lowerBound }.min()
      let rest = record[(start ?? record.startIndex)...]
      return String(rest.prefix { $0.isLetter || $0 == "-" || $0 == "|" || $0 == "_" })
    }
    try self.init(format: nil, name: name, ("\n", "", "\n"), records, marks: marks)
  }

  private init(
    format: LogFormat?, name: String, _ shape: (separator: String, head: String, tail: String),
    _ records: [String], marks: [String]
  ) throws {
    (self.format, self.name, self.records, self.marks) = (format, name, records, marks)
    (separator, head, tail) = shape
    let text = shape.head + records.joined(separator: shape.separator) + shape.tail
    whole = try HostileRecord.reading(Array(text.utf8), format)
  }

  // MARK: Reading

  /// What is read of a log; throws for input that is refused.
  package static func reading(_ bytes: [UInt8], _ format: LogFormat?) throws -> Reading {
    let profile = format.flatMap { _ in BuiltInProfiles.profile(named: "prefetch") }
    var validation = LogValidation(
      profiles: [profile].compactMap(\.self), format: format, time: time)
    var scanner = LogScanner(format: format, time: time)
    try bytes.withUnsafeBytes {
      try validation.consume($0)
      try scanner.consume($0)
    }
    try scanner.finish()
    let answer = try validation.finish()
    return Reading(
      tally: answer.tally, verdict: answer.verdict, isReported: isReported(answer),
      namesMissing: answer.profiles.contains { $0.findings.contains { $0.kind == .missing } },
      events: scanner.drain().compactMap { $0.event?.name })
  }

  // MARK: A case

  /// How many formats and dialects there must be.
  private static let count = BuiltInFormats.all.count + dialects.count

  /// Damages a record, or a whole log, of some format.
  static func check(
    _ random: inout SeededGenerator, _ readers: HostileReaders
  ) throws -> HostileInput.Outcome {
    guard all.count == count else {
      throw Broken(description: "\(count - all.count) logs cannot be read whole")
    }
    let log = random.one(of: all)
    return random.below(4) == 0
      ? try log.checkWhole(&random, readers) : try log.checkRecord(&random, readers)
  }

  /// One record is damaged: it is read, or it is reported.
  private func checkRecord(
    _ random: inout SeededGenerator, _ readers: HostileReaders
  ) throws -> HostileInput.Outcome {
    let place = Int(random.below(UInt64(records.count)))
    let record = HostileRecord.damaged(Array(records[place].utf8), &random)
    var bytes = Array(head.utf8)
    for index in records.indices {
      if index > 0 { bytes += separator.utf8 }
      bytes += index == place ? record : Array(records[index].utf8)
    }
    guard let reading = readers.record(bytes + tail.utf8, format) else { return .refused }
    let shown = String(decoding: record, as: UTF8.self)
    try checkTally(reading, shown)
    guard reading.events.count < whole.events.count, isMarked(shown, place) else { return .held }
    guard reading.isReported else {
      throw Broken(description: "\(name): a line that cannot be read is passed over: \(shown)")
    }
    return .held
  }

  /// Whether a damaged record still says whose it is.
  ///
  /// `DN|` at the end of another word is nobody's.
  private func isMarked(_ record: String, _ place: Int) -> Bool {
    guard let found = record.firstRange(of: marks[place]) else { return false }
    let before = record[..<found.lowerBound].last
    return !marks[place].contains("|") || before?.isUppercase != true
  }

  /// The log is cut, its lines change places, or its numbers and years are others.
  private func checkWhole(
    _ random: inout SeededGenerator, _ readers: HostileReaders
  ) throws -> HostileInput.Outcome {
    var bytes = Array((head + records.joined(separator: separator) + tail).utf8)
    switch random.below(4) {
    case 0: bytes.removeSubrange(Int(random.below(UInt64(bytes.count)))...)
    case 1:
      var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      lines.swapAt(
        Int(random.below(UInt64(lines.count))), Int(random.below(UInt64(lines.count))))
      bytes = Array(lines.joined(separator: [0x0A]))
    case 2:
      let years = ["1969", "0000", "9999", "2038", "1970", "20255", "-2025"]
      let text = String(decoding: bytes, as: UTF8.self)
      bytes = Array(text.replacing("2025", with: random.one(of: years)).utf8)
    default:
      let numbers = ["99999999999999999999", "-9223372036854775808", "1e400", "0x", "٣"]
      let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
      guard !digits.isEmpty else { return .idle }
      let place = random.one(of: digits)
      bytes.replaceSubrange(place...place, with: Array(random.one(of: numbers).utf8))
    }
    guard let reading = readers.record(bytes, format) else { return .refused }
    try checkTally(reading, String(decoding: bytes, as: UTF8.self))
    return .held
  }

  /// Each line counts once, and a sequence passes only where all its lines are in their order.
  private func checkTally(_ reading: Reading, _ shown: String) throws {
    let tally = reading.tally
    guard
      tally.recognized + tally.continuations + tally.skipped + tally.unknown == tally.lines
    else { throw Broken(description: "\(name): a line counts twice or never: \(shown)") }
    guard format != nil, reading.verdict == .passed else { return }
    var rest = reading.events[...]
    for event in whole.events.dropLast() {
      // While notifications are denied a run schedules no other, so that its lack is a warning.
      if event == "taskScheduled", reading.namesMissing { continue }
      // A task that expires has its outcome, too.
      let accepted = event == "prefetchSucceeded" ? [event, "taskExpired"] : [event]
      guard let place = rest.firstIndex(where: accepted.contains) else {
        throw Broken(description: "\(name): passed without \(event) in its place: \(shown)")
      }
      rest = rest[(place + 1)...]
    }
  }

  /// Whether an answer names a line that it could not read, or what is missing.
  private static func isReported(_ answer: LogAnswer) -> Bool {
    let tally = answer.tally
    return tally.foreign > 0 && !tally.foreignNumbers.isEmpty
      || tally.damaged > 0 && !tally.damagedNumbers.isEmpty
      || tally.dialects.values.contains { $0.unnamed > 0 && !$0.unnamedNumbers.isEmpty }
      || answer.profiles.contains { $0.verdict == .broken && !$0.findings.isEmpty }
  }

  /// A record with one to four of its bytes, or some bytes in a row, changed.
  private static func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    let odd =
      Array("()[]{}<>:\"\\/ \t0123456789abcdefDNPX.-+%|=,".utf8)
      + [0, 0x0A, 0x0D, 0x1B, 0xE2, 0xFF]
    var bytes = bytes
    for _ in 0...random.below(4) where !bytes.isEmpty {
      let place = Int(random.below(UInt64(bytes.count)))
      let byte = random.one(of: odd)
      switch random.below(7) {
      case 0: bytes.insert(byte, at: place)
      case 1: bytes.remove(at: place)
      case 2:
        let end = min(bytes.count, place + Int(random.below(12)))
        bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place...].prefix(9), at: place)
      case 4: bytes[place] ^= 1 << UInt8(random.below(8))
      default: bytes[place] = byte
      }
    }
    return bytes
  }
}
