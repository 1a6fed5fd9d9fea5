import DeviceModel
import ES256K
import JSONText
import Scenarios
import SessionStore
import SimulationCore

/// A session as one file: its branches with all that was done, and the present one as a scenario.
///
/// Records are not in it; whoever opens it makes them again, and the hashes say whether they are
/// the same.
struct SessionArchive {
  /// One branch, without the numbers that it has in a file of its own.
  struct Branch {
    let start: BranchStart
    /// The name of the branch that it left.
    let parent: String?
    let entries: [StoredEntry]
    let position: StoredPosition

    /// The same as a stored branch, whose number does not matter.
    fileprivate var history: StoredHistory {
      StoredHistory(
        branch: StoredBranch(
          id: 1, name: start.name, parent: nil, start: start, createdAt: position.savedAt),
        entries: entries, position: position, damage: nil)
    }
  }

  let name: String
  /// The name of the present branch.
  let current: String
  let branches: [Branch]
  /// What of the stored session is damaged, and so not in it.
  private(set) var damages: [StoredDamage] = []

  /// The version of the form.
  private static let version: Int64 = 1
  /// The largest file that is read, in bytes.
  static let bytesMax = 256 * 1_048_576
  private static let limits = JSONLimits(bytesMax: bytesMax, depthMax: 16)

  /// Reads the intact part of a stored session; nil when it has not begun.
  ///
  /// A branch that is damaged ends after its last intact entry. Its position is that of its phone
  /// there, so it is repeated, with the keys of a keychain.
  init?(_ store: SessionStore, _ keychain: Keychain) throws(SessionStoreError) {
    let stored = try store.intactBranches()
    guard let current = stored.current else {
      if let damage = stored.damages.first { throw .damaged(path: store.path, damage.description) }
      return nil
    }
    var branches: [Branch] = []
    damages = stored.damages
    for branch in stored.branches {
      let history = try store.history(of: branch).checked(keychain)
      let parent = stored.branches.first { $0.id == branch.parent }?.name
      guard let damage = history.damage else {
        guard let position = history.position else { continue }
        branches.append(
          Branch(
            start: branch.start, parent: parent, entries: history.entries, position: position))
        continue
      }
      damages.append(damage)
      let missing = ConfigurationText.identities(
        branch.start.configuration, missingIn: keychain)
      guard missing.isEmpty else { throw .keysMissing(store.name, missing) }
      do throws(StoredDamage) {
        let journal = try StoredJournal(history, keychain)
        var replay = journal.replay(name: store.name)
        replay.finish()
        branches.append(
          Branch(
            start: branch.start, parent: parent, entries: history.entries,
            position: StoredPosition(replay.run)))
      } catch {
        // The phone itself is damaged, as is listed already.
        continue
      }
    }
    guard branches.contains(where: { $0.start.name == current.start.name }) else {
      throw .damaged(path: store.path, damages.first?.description ?? "it has no branch")
    }
    name = store.name
    self.current = current.name
    self.branches = branches
  }

  /// The present branch.
  private var currentBranch: Branch? { branches.first { $0.start.name == current } }

  /// Does again what was done on the present branch; `source` names it in messages.
  func replay(
    _ keychain: Keychain, source: String
  ) throws(CommandFailure) -> JournalReplay? {
    guard let branch = currentBranch else { return nil }
    let missing = ConfigurationText.identities(branch.start.configuration, missingIn: keychain)
    guard missing.isEmpty else {
      throw CommandFailure(SessionStoreError.keysMissing(name, missing))
    }
    do throws(StoredDamage) {
      let journal = try StoredJournal(branch.history, keychain)
      if let damage = journal.damage { throw damage }
      var replay = journal.replay(name: name)
      replay.finish()
      return replay
    } catch {
      throw CommandFailure(.badFile, "\(source): damaged: \(error)")
    }
  }

  // MARK: The file

  /// The file's content; the scenario repeats the present branch with `dnp run`.
  func json(scenario: String) -> JSONValue {
    [
      "dnpSession": .integer(SessionArchive.version),
      "name": .string(name),
      "engine": .string(DNP.version),
      "branch": .string(current),
      "branches": .array(branches.map(SessionArchive.json)),
      "scenario": .string(scenario),
    ]
  }

  /// Reads a file; nil for one that is no archive of this version.
  ///
  /// Throws the first value that the program cannot have written.
  init?(_ bytes: [UInt8]) throws(StoredDamage) {
    guard let json = try? JSONParser.parse(bytes, limits: SessionArchive.limits),
      json["dnpSession"] == .integer(SessionArchive.version)
    else { return nil }
    let reader = ArchiveReader(json, at: "")
    name = try reader.text("name")
    current = try reader.text("branch")
    var branches: [Branch] = []
    for branch in try reader.array("branches") {
      branches.append(try SessionArchive.branch(branch))
    }
    let names = branches.map(\.start.name)
    guard names.contains(current), Set(names).count == names.count else {
      throw reader.damage("branch", "the name of one of the branches")
    }
    self.branches = branches
  }

  private static func json(_ branch: Branch) -> JSONValue {
    [
      "name": .string(branch.start.name),
      "origin": .string(branch.start.origin),
      "parent": branch.parent.map(JSONValue.string) ?? .null,
      "configuration": .string(branch.start.configuration),
      "platform": .string(branch.start.platform),
      "engine": .string(branch.start.engine),
      "journal": .array(branch.entries.map(json)),
      "position": [
        "instant": .integer(branch.position.instant),
        "time": .integer(branch.position.time),
        "records": .integer(branch.position.records),
        "traceHash": .string(branch.position.traceHash),
        "engine": .string(branch.position.engine),
        "savedAt": .integer(branch.position.savedAt),
      ],
    ]
  }

  private static func json(_ entry: StoredEntry) -> JSONValue {
    [
      "instant": .integer(entry.instant),
      "time": .integer(entry.time),
      "title": .string(entry.title),
      "isButton": .bool(entry.isButton),
      "commands": .string(entry.commands),
      "records": .integer(entry.records),
      "traceHash": .string(entry.traceHash),
      "engine": .string(entry.engine),
    ]
  }

  private static func branch(_ reader: ArchiveReader) throws(StoredDamage) -> Branch {
    var entries: [StoredEntry] = []
    for item in try reader.array("journal") {
      let entry = try entry(item, number: entries.count + 1)
      guard entry.instant >= entries.last?.instant ?? 0 else {
        throw item.damage("instant", "a time not before the entry before")
      }
      entries.append(entry)
    }
    let position = try reader.object("position")
    let instant = try position.integer("instant", .instant)
    guard instant >= entries.last?.instant ?? 0 else {
      throw position.damage("instant", "a time not before the last entry's")
    }
    let branch = Branch(
      start: BranchStart(
        name: try reader.text("name"), origin: try reader.text("origin"),
        configuration: try reader.text("configuration"), platform: try reader.text("platform"),
        engine: try reader.text("engine")),
      parent: try reader.textOrNull("parent"), entries: entries,
      position: StoredPosition(
        instant: instant, time: try position.integer("time", .time),
        entries: entries.count, records: try position.integer("records", .count),
        traceHash: try position.hash("traceHash"), engine: try position.text("engine"),
        savedAt: try position.integer("savedAt", .time)))
    // The entries can be read, so what is damaged is the phone.
    if branch.history.checked(Keychain(TestKeys.standard)).damage != nil {
      throw reader.damage("configuration", "a phone as JSON")
    }
    return branch
  }

  private static func entry(
    _ reader: ArchiveReader, number: Int
  ) throws(StoredDamage) -> StoredEntry {
    let entry = StoredEntry(
      number: number, instant: try reader.integer("instant", .instant),
      time: try reader.integer("time", .time), title: try reader.text("title"),
      isButton: try reader.flag("isButton"), commands: try reader.text("commands"),
      records: try reader.integer("records", .count),
      traceHash: try reader.hash("traceHash"), engine: try reader.text("engine"))
    do throws(JournalText.Failure) {
      _ = try JournalEntry(entry)
    } catch {
      throw reader.damage("commands", "commands as JSON")
    }
    return entry
  }
}
