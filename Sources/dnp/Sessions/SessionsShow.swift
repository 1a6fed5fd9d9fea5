import ArgumentParser
import CivilTime
import JSONText
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
        dnp sessions show --format json june
      """)

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
    return .success
  }

  /// What is shown of a session.
  private struct Content {
    /// The branches, each with how far it has come.
    let branches: [(branch: StoredBranch, position: StoredPosition?)]
    /// The branch that the session is on; nil where it has not begun.
    let current: StoredBranch?
    /// The branch whose journal is shown.
    let shown: StoredBranch?
    let entries: [StoredEntry]

    /// Reads a session; nil where it has no branch of that name.
    init?(_ store: SessionStore, branch: String?) throws(SessionStoreError) {
      let stored = try store.branches()
      current = try store.currentBranch()
      shown = branch == nil ? current : stored.first { $0.name == branch }
      if branch != nil, shown == nil { return nil }
      var branches: [(branch: StoredBranch, position: StoredPosition?)] = []
      for branch in stored { branches.append((branch, try store.position(of: branch.id))) }
      self.branches = branches
      entries =
        try shown.map { shown throws(SessionStoreError) in
          try store.entries(of: shown.id)
        } ?? []
    }

    /// The name of the branch that a branch left.
    func parent(of branch: StoredBranch) -> String? {
      branches.first { $0.branch.id == branch.parent }?.branch.name
    }
  }

  private func json(_ content: Content) -> JSONValue {
    let branches = content.branches.map { branch, position in
      JSONValue.object([
        "name": .string(branch.name),
        "isCurrent": .bool(branch.id == content.current?.id),
        "platform": .string(branch.start.platform),
        "origin": .string(branch.start.origin),
        "parent": content.parent(of: branch).map(JSONValue.string) ?? .null,
        "presses": JSONValue(integerOrNull: position.map { Int64($0.entries) }),
        "time": JSONValue(integerOrNull: position?.time),
        "savedAt": JSONValue(integerOrNull: position?.savedAt),
        "traceHash": position.map { .string($0.traceHash) } ?? .null,
      ])
    }
    let entries = content.entries.map { entry in
      JSONValue.object([
        "number": .integer(Int64(entry.number)), "time": .integer(entry.time),
        "title": .string(entry.title), "isButton": .bool(entry.isButton),
      ])
    }
    return [
      "name": .string(name), "branches": .array(branches),
      "shown": content.shown.map { .string($0.name) } ?? .null, "journal": .array(entries),
    ]
  }

  private func text(_ content: Content) -> String {
    guard let shown = content.shown else { return "session \(name) has not begun\n" }
    var table = TextTable([.left, .left, .right, .left, .left])
    table.append(["", "branch", "presses", "the phone's time", "from"])
    for (branch, position) in content.branches {
      let parent = content.parent(of: branch).map { ", after \($0)" } ?? ""
      table.append([
        branch.id == content.current?.id ? "▸" : "", branch.name,
        position.map { String($0.entries) } ?? "0",
        position.map { ISO8601.text($0.time) } ?? "–", branch.start.origin + parent,
      ])
    }
    var journal = TextTable([.right, .left, .left])
    journal.append(["#", "when", "what was done on \(shown.name)"])
    for entry in content.entries {
      journal.append([String(entry.number), ISO8601.text(entry.time), entry.title])
    }
    return (table.lines + [""] + journal.lines).map { $0 + "\n" }.joined()
  }
}
