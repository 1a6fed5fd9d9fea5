import CivilTime
import DeviceLogs
import Foundation
import Gzip
import JSONText
import ProjectFiles
import SimulationCore

/// Logs of phones that were damaged on their way, in every format, and packed.
enum HostileLog {
  private struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  /// The committed logs, by their names.
  private static let logs: [(name: String, bytes: [UInt8])] = {
    let folder = ProjectFile.url("Tests/DeviceLogsTests/Fixtures")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { name in
      (try? Data(contentsOf: folder.appending(path: name))).map { (name, [UInt8]($0)) }
    }
  }()

  private static let time = LogTimeOptions(
    date: CivilDate(text: "2025-11-15"), zone: .offset(minutes: 0))

  /// How much a log is read at a time.
  private static let chunks = [1 << 20, 4_096, 61, 7]

  /// A log is read the same in pieces of any size, each of its lines is counted once, and the
  /// viewer reads what the judge reads.
  static func check(
    _ random: inout SeededGenerator, _ readers: HostileReaders
  ) throws -> HostileInput.Outcome {
    guard !logs.isEmpty else { throw Broken(description: "there are no logs") }
    let log = random.one(of: logs)
    let bytes = random.damaged(log.bytes, changesMax: 12)
    let size = random.one(of: chunks)
    guard let whole = readers.log(bytes, bytes.count) else {
      guard bytes != log.bytes else { throw Broken(description: "\(log.name) is refused") }
      return .refused
    }
    guard let parts = readers.log(bytes, size) else {
      throw Broken(description: "\(log.name) is refused in pieces of \(size)")
    }
    guard whole.json == parts.json else {
      throw Broken(description: "\(log.name) is another log in pieces of \(size)")
    }
    let tally = whole.tally
    guard
      tally.recognized + tally.continuations + tally.skipped + tally.unknown == tally.lines
    else { throw Broken(description: "lines of \(log.name) are counted twice or never") }
    guard readers.shownLines(bytes) == tally.lines else {
      throw Broken(description: "the viewer has not the lines of \(log.name)")
    }
    return tally.plugin > 0 ? .held : .refused
  }

  /// What the judge says of a log that comes in pieces.
  static func reading(_ bytes: [UInt8], _ size: Int) -> LogReading? {
    guard let answer = answer(bytes, size) else { return nil }
    _ = LogAnswerText(answer, path: "x", isUTF8: false).text
    return LogReading(tally: answer.tally, json: answer.json(path: "").canonicalBytes)
  }

  private static func answer(_ bytes: [UInt8], _ size: Int) -> LogAnswer? {
    var validation = LogValidation(profiles: [], time: time, explains: true)
    do {
      var rest = bytes[...]
      while !rest.isEmpty {
        try rest.prefix(size).withUnsafeBytes { try validation.consume($0) }
        rest = rest.dropFirst(size)
      }
      return try validation.finish()
    } catch {
      return nil
    }
  }

  /// How many lines the viewer has.
  static func shown(_ bytes: [UInt8]) -> Int? {
    guard var reader = try? LogLineReader(head: Array(bytes.prefix(LogLineReader.headBytes))) else {
      return nil
    }
    var count = 0
    bytes.withUnsafeBytes { all in
      reader.consume(all) { line, facts in
        count += 1
        if let program = facts.program { precondition(program.upperBound <= line.count) }
      }
    }
    reader.withPartial { _, _ in count += 1 }
    return count
  }

  /// Two lines, packed by gzip.
  private static let packed: [UInt8] = {
    let text =
      "H4sIAAAAAAACA4t28QvQDfAJdff0i1UoLkksKS1WsFUoSk1MqeSKBsm5uYY4e8QqBBSlpqWWJGcoFJcmJ6empqSm"
      + "KGhAlNsaGRjoKCRVlqQW2xqaG2hyAQAdAjSiUwAAAA=="
    return Data(base64Encoded: text).map { [UInt8]($0) } ?? []
  }()

  /// What they say.
  private static let original = unpacked(packed, packed.count)

  /// What is packed is unpacked to what it was, or refused, whatever it is read in.
  static func checkPacked(
    _ random: inout SeededGenerator, _ readers: HostileReaders
  ) throws -> HostileInput.Outcome {
    let bytes = random.damaged(packed)
    let size = random.one(of: [1 << 20, 5, 1])
    let whole = readers.unpacked(bytes, max(1, bytes.count))
    guard whole == readers.unpacked(bytes, size) else {
      throw Broken(description: "\(bytes) unpack to other bytes")
    }
    guard let whole else {
      guard bytes != packed else { throw Broken(description: "\(bytes) are refused") }
      return .refused
    }
    guard whole == original else { throw Broken(description: "\(bytes) unpack to \(whole)") }
    return .held
  }

  static func unpacked(_ bytes: [UInt8], _ size: Int) -> [UInt8]? {
    var unpacked: [UInt8] = []
    do {
      let inflater = try GzipInflater()
      var rest = bytes[...]
      while !rest.isEmpty {
        try rest.prefix(size).withUnsafeBytes { piece in
          var input = piece
          while let output = try inflater.next(&input) { unpacked += output }
        }
        rest = rest.dropFirst(size)
      }
      try inflater.finish()
    } catch {
      return nil
    }
    return unpacked
  }
}
