import Foundation
import ProgramSupport

@testable import SessionStore

/// A folder for sessions that is removed when the test is over.
final class SampleFolder {
  private let temporary: TemporaryFolder
  let sessions: SessionFolder

  init() throws {
    temporary = try TemporaryFolder()
    sessions = SessionFolder(path: temporary.path("state/dnp"))
  }

  /// Where the session's file and its log of changes are.
  func file(_ name: String = "default", _ ending: String = "") -> URL {
    URL(filePath: sessions.file(of: name) + ending)
  }
}

extension BranchStart {
  static let sample = BranchStart(
    name: "phone", origin: "a new phone", configuration: #"{"seed":"1"}"#, platform: "ios",
    engine: "1.0")
}

extension StoredEntry {
  /// The entry with a number, as any other of that number.
  static func sample(_ number: Int) -> StoredEntry {
    StoredEntry(
      number: number, instant: Int64(number) * 1_000, time: 1_763_185_350_000 + Int64(number),
      title: "Check Permissions", isButton: number.isMultiple(of: 2),
      commands: #"[{"call":"checkPermissions","options":{}}]"#, records: Int64(number) * 7,
      traceHash: String(number, radix: 16), engine: "1.0")
  }
}

extension StoredPosition {
  /// The position after so many entries.
  static func sample(_ entries: Int) -> StoredPosition {
    StoredPosition(
      instant: Int64(entries) * 1_000 + 5, time: 1_763_185_350_000, entries: entries,
      records: Int64(entries) * 7, traceHash: "ab", engine: "1.0", savedAt: 1_763_185_350_000)
  }
}

extension StoredRecord {
  static func sample(_ sequence: Int64) -> StoredRecord {
    StoredRecord(
      sequence: sequence, cause: sequence == 0 ? nil : sequence - 1, instant: sequence,
      time: 1_763_185_350_000 + sequence, level: "info", kind: "log", text: "a line",
      fields: "{}")
  }
}
