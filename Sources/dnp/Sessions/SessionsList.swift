import ArgumentParser
import CivilTime
import DeviceModel
import ES256K
import JSONText
import PlainText
import SessionStore

/// `dnp sessions list`: every session, with how far it has come.
struct SessionsList: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the sessions (default).",
    discussion: """
      \(ExitCode.help("0", [.validationFailure]))

      Examples:
        dnp sessions
        dnp sessions list --format json
      """)

  @Option(help: "How to print: text or json.")
  var format: AnswerFormat = .text

  func perform() throws(CommandFailure) -> ExitCode {
    let folder = try SessionsCommand.folder()
    let rows = folder.names.map { Row($0, in: folder) }
    try StandardStreams.print(
      format.answer(text: table(rows, folder), json: .array(rows.map(\.json))))
    return .success
  }

  /// What is listed of a session.
  private struct Row {
    let name: String
    let byteCount: Int64
    private(set) var branch = ""
    private(set) var branchCount = 0
    /// The phone's system; nil where the file cannot be read.
    private(set) var platform: String?
    private(set) var position: StoredPosition?
    /// Why the file cannot be read, or where it is damaged; nil when it can.
    private(set) var problem: String?

    /// Whether its names stand on a line of their own, so that the table fits into 80 columns.
    var isWide: Bool { name.count > 11 || branch.count > 7 }

    /// The phone's system in a word.
    var system: String {
      platform.flatMap { DevicePlatform(rawValue: $0)?.title } ?? "–"
    }

    init(_ name: String, in folder: SessionFolder) {
      self.name = name
      byteCount = folder.byteCount(of: name)
      do {
        let store = try SessionStore(reading: name, in: folder)
        defer { store.close() }
        let stored = try store.intactBranches()
        branch = stored.current?.name ?? ""
        platform = stored.current.flatMap { DevicePlatform(rawValue: $0.start.platform)?.rawValue }
        branchCount = stored.branches.count
        var damages = stored.damages
        for branch in stored.branches {
          let history = try store.history(of: branch).checked(Keychain(TestKeys.standard))
          if branch.id == stored.current?.id { position = history.position }
          if let damage = history.damage { damages.append(damage) }
        }
        problem = damages.first.map { "damaged: \($0)" }
      } catch {
        problem = error.description
      }
    }

    var json: JSONValue {
      [
        "name": .string(name), "branch": .string(branch),
        "branches": .integer(Int64(branchCount)),
        "platform": platform.map(JSONValue.string) ?? .null, "bytes": .integer(byteCount),
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
    var table = TextTable([.left, .left, .left, .right, .left, .right, .left])
    table.append(["session", "branch", "system", "presses", "phone, UTC", "KB", "saved, UTC"])
    for row in rows {
      table.append([
        row.isWide ? "" : row.name, row.isWide ? "" : row.branch, row.system,
        row.position.map { String($0.entries) } ?? "–",
        row.position.map { SessionsList.minute($0.time) } ?? "–",
        String((row.byteCount + 1_023) / 1_024),
        row.position.map { SessionsList.minute($0.savedAt) } ?? "–",
      ])
    }
    var lines = table.lines.prefix(1) + []
    for (row, line) in zip(rows, table.lines.dropFirst()) {
      if row.isWide { lines.append("\(row.name)  \(row.branch)") }
      lines.append(line)
      if let problem = row.problem { lines.append("  " + problem) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A time to the minute, in UTC.
  private static func minute(_ milliseconds: Int64) -> String {
    String(ISO8601.text(milliseconds).prefix(16)).replacing("T", with: " ")
  }
}
