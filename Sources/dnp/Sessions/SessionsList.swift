import ArgumentParser
import CivilTime
import JSONText
import PlainText
import SessionStore

/// `dnp sessions list`: every session, with how far it has come.
struct SessionsList: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the sessions (default).",
    discussion: ExitCode.help("0", [.validationFailure]))

  @Option(help: "How to print: table or json.")
  var format: TableFormat = .table

  func perform() throws(CommandFailure) -> ExitCode {
    let folder = try SessionsCommand.folder()
    let rows = folder.names.map { Row($0, in: folder) }
    try StandardStreams.print(
      format.answer(table: table(rows, folder), json: .array(rows.map(\.json))))
    return .success
  }

  /// What is listed of a session.
  private struct Row {
    let name: String
    let byteCount: Int64
    private(set) var branch = ""
    private(set) var branchCount = 0
    private(set) var position: StoredPosition?
    /// Why the file cannot be read; nil when it can.
    private(set) var problem: String?

    init(_ name: String, in folder: SessionFolder) {
      self.name = name
      byteCount = folder.byteCount(of: name)
      do {
        let store = try SessionStore(reading: name, in: folder)
        defer { store.close() }
        let current = try store.currentBranch()
        branch = current?.name ?? ""
        branchCount = try store.branches().count
        position = try current.flatMap { branch throws(SessionStoreError) in
          try store.position(of: branch.id)
        }
      } catch {
        problem = error.description
      }
    }

    var json: JSONValue {
      [
        "name": .string(name), "branch": .string(branch),
        "branches": .integer(Int64(branchCount)), "bytes": .integer(byteCount),
        "presses": JSONValue(integerOrNull: position.map { Int64($0.entries) }),
        "time": JSONValue(integerOrNull: position?.time),
        "savedAt": JSONValue(integerOrNull: position?.savedAt),
        "traceHash": position.map { .string($0.traceHash) } ?? .null,
        "problem": problem.map(JSONValue.string) ?? .null,
      ]
    }
  }

  private func table(_ rows: [Row], _ folder: SessionFolder) -> String {
    guard !rows.isEmpty else { return "no sessions in \(folder.path)\n" }
    var table = TextTable([.left, .left, .right, .left, .right, .left])
    table.append(["session", "branch", "presses", "the phone's time", "KB", "saved"])
    for row in rows {
      table.append([
        row.name, row.branch, row.position.map { String($0.entries) } ?? "–",
        row.position.map { ISO8601.text($0.time) } ?? row.problem ?? "–",
        String((row.byteCount + 1_023) / 1_024),
        row.position.map { ISO8601.text($0.savedAt / 1_000 * 1_000) } ?? "–",
      ])
    }
    return table.lines.map { $0 + "\n" }.joined()
  }
}
