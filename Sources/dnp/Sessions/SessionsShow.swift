import ArgumentParser
import CivilTime
import PlainText
import SessionStore

/// `dnp sessions show NAME`: its branches, and what was done on one of them.
struct SessionsShow: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a session's branches and what was done.",
    discussion: """
      \(ExitCode.help("0", [.validationFailure, .badFile, .missingInput]))

      Examples:
        dnp sessions show june
        dnp sessions show --branch "what if" june
      """)

  @Argument(help: "The session.", completion: .session)
  var name: String

  @Option(help: "Show what was done on this branch; without it, on the present one.")
  var branch: String?

  func perform() throws(CommandFailure) -> ExitCode {
    let folder = try SessionsCommand.folder()
    let lines = try SessionsCommand.attempt { () throws(SessionStoreError) in
      let store = try SessionStore(reading: name, in: folder)
      defer { store.close() }
      return try self.lines(store)
    }
    guard let lines else {
      throw CommandFailure(
        .validationFailure,
        "session '\(name)' has no branch '\(branch ?? "")'; without --branch "
          + "the list shows them")
    }
    try StandardStreams.print(lines.map { $0 + "\n" }.joined())
    return .success
  }

  private func lines(_ store: SessionStore) throws(SessionStoreError) -> [String]? {
    let branches = try store.branches()
    let current = try store.currentBranch()
    guard let shown = branch == nil ? current : branches.first(where: { $0.name == branch }) else {
      return branch == nil ? ["session \(name) has not begun"] : nil
    }
    var table = TextTable([.left, .left, .right, .left, .left])
    table.append(["", "branch", "presses", "the phone's time", "from"])
    for branch in branches {
      let position = try store.position(of: branch.id)
      let parent = branches.first { $0.id == branch.parent }.map { ", after \($0.name)" } ?? ""
      table.append([
        branch.id == current?.id ? "▸" : "", branch.name,
        position.map { String($0.entries) } ?? "0",
        position.map { ISO8601.text($0.time) } ?? "–", branch.start.origin + parent,
      ])
    }
    var journal = TextTable([.right, .left, .left])
    journal.append(["#", "when", "what was done on \(shown.name)"])
    for entry in try store.entries(of: shown.id) {
      journal.append([String(entry.number), ISO8601.text(entry.time), entry.title])
    }
    return table.lines + [""] + journal.lines
  }
}
