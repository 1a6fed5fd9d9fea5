import ArgumentParser
import CivilTime
import DeviceModel
import ES256K
import JSONText
import PlainText
import SessionStore

/// `dnp sessions show NAME`: its branches, and what was done on one of them.
struct SessionsShow: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a session's branches and what was done.",
    discussion: """
      \(exitCodes)

      Examples:
        dnp sessions show june
        dnp sessions show --branch "what if" june
        dnp sessions show --format json june
      """)

  private static let exitCodes = ExitCode.help(
    "0, 65 a part of the session is damaged, and left out",
    [.validationFailure, .missingInput])

  @Argument(help: "The session.", completion: .session)
  var name: String

  @Option(help: "Show what was done on this branch. (default: the current branch)")
  var branch: String?

  @Option(help: "How to print: text or json.")
  var format: AnswerFormat = .text

  func perform() throws(CommandFailure) -> ExitCode {
    let folder = try SessionsCommand.folder()
    let content = try SessionsCommand.attempt { () throws(SessionStoreError) in
      let store = try SessionStore(reading: name, in: folder)
      defer { store.close() }
      return try Content(store, branch: branch)
    }
    guard let content else {
      throw CommandFailure(
        .validationFailure,
        "session '\(name)' has no branch '\(branch ?? "")'; without --branch "
          + "the list shows them")
    }
    try StandardStreams.print(format.answer(text: text(content), json: json(content)))
    for damage in content.damages { StandardStreams.report("damaged: \(damage)\n") }
    return content.damages.isEmpty ? .success : .badFile
  }

  /// What is shown of a session.
  private struct Content {
    /// The branches, each with what was done on it and how far it has come.
    let branches: [StoredHistory]
    /// The branch that the session is on; nil where it has not begun.
    let current: StoredBranch?
    /// The branch whose journal is shown.
    let shown: StoredHistory?
    /// What is damaged, and so not shown.
    let damages: [StoredDamage]

    /// Reads a session; nil where it has no branch of that name.
    init?(_ store: SessionStore, branch: String?) throws(SessionStoreError) {
      let stored = try store.intactBranches()
      current = stored.current
      var branches: [StoredHistory] = []
      let keychain = Keychain(TestKeys.standard)
      for branch in stored.branches {
        branches.append(try store.history(of: branch).checked(keychain))
      }
      self.branches = branches
      let name = branch ?? current?.name
      shown = branches.first { $0.branch.name == name }
      damages = stored.damages + branches.compactMap(\.damage)
      if branch != nil, shown == nil { return nil }
    }

    /// The name of the branch that a branch left.
    func parent(of branch: StoredBranch) -> String? {
      branches.first { $0.branch.id == branch.parent }?.branch.name
    }
  }

  private func json(_ content: Content) -> JSONValue {
    let branches = content.branches.map { history in
      let (branch, position) = (history.branch, history.position)
      return JSONValue.object([
        "name": .string(branch.name),
        "isCurrent": .bool(branch.id == content.current?.id),
        "platform": DevicePlatform(rawValue: branch.start.platform)
          .map { .string($0.rawValue) } ?? .null,
        "origin": .string(branch.start.origin),
        "parent": content.parent(of: branch).map(JSONValue.string) ?? .null,
        "presses": .integer(Int64(history.entries.count)),
        "time": JSONValue(integerOrNull: position?.time),
        "savedAt": JSONValue(integerOrNull: position?.savedAt),
        "traceHash": position.map { .string($0.traceHash) } ?? .null,
      ])
    }
    let entries = (content.shown?.entries ?? []).map { entry in
      JSONValue.object([
        "number": .integer(Int64(entry.number)), "time": .integer(entry.time),
        "title": .string(entry.title), "isButton": .bool(entry.isButton),
      ])
    }
    return [
      "name": .string(name), "branches": .array(branches),
      "shown": content.shown.map { .string($0.branch.name) } ?? .null,
      "journal": .array(entries),
      "damages": .array(content.damages.map { .string($0.description) }),
    ]
  }

  private func text(_ content: Content) -> String {
    guard let shown = content.shown else { return "session \(name) has not begun\n" }
    var table = TextTable([.left, .left, .right, .left, .left])
    table.append(["", "branch", "presses", "the phone's time", "from"])
    for history in content.branches {
      let (branch, position) = (history.branch, history.position)
      let parent = content.parent(of: branch).map { ", after \($0)" } ?? ""
      table.append([
        branch.id == content.current?.id ? "▸" : "", branch.name,
        String(history.entries.count),
        position.map { ISO8601.text($0.time) } ?? "–", branch.start.origin + parent,
      ])
    }
    var journal = TextTable([.right, .left, .left])
    journal.append(["#", "when", "what was done on \(shown.branch.name)"])
    for entry in shown.entries {
      journal.append([
        String(entry.number), ISO8601.text(entry.time), entry.title.shortened(bytesMax: 200),
      ])
    }
    return (table.lines + [""] + journal.lines).map { $0 + "\n" }.joined()
  }
}
