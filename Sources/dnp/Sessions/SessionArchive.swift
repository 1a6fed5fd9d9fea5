import DeviceModel
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
  }

  let name: String
  /// The name of the present branch.
  let current: String
  let branches: [Branch]

  /// The version of the form.
  private static let version: Int64 = 1
  /// The largest file that is read, in bytes.
  static let bytesMax = 256 * 1_048_576
  private static let limits = JSONLimits(bytesMax: bytesMax, depthMax: 16)

  /// Reads a stored session; nil when it has not begun.
  init?(_ store: SessionStore) throws(SessionStoreError) {
    guard let current = try store.currentBranch() else { return nil }
    let stored = try store.branches()
    var branches: [Branch] = []
    for branch in stored {
      guard let position = try store.position(of: branch.id) else { continue }
      branches.append(
        Branch(
          start: branch.start, parent: stored.first { $0.id == branch.parent }?.name,
          entries: try store.entries(of: branch.id), position: position))
    }
    name = store.name
    self.current = current.name
    self.branches = branches
  }

  /// The present branch.
  private var currentBranch: Branch? { branches.first { $0.start.name == current } }

  /// Does again what was done on the present branch; `source` names it in messages.
  func replay(
    _ keychain: Keychain, _ disagreement: inout InteractiveRun.Disagreement?, source: String
  ) throws(CommandFailure) -> InteractiveRun? {
    guard let branch = currentBranch else { return nil }
    let missing = ConfigurationText.identities(branch.start.configuration, missingIn: keychain)
    guard missing.isEmpty else {
      throw CommandFailure(SessionStoreError.keysMissing(name, missing))
    }
    do {
      var entries: [JournalEntry] = []
      for entry in branch.entries { entries.append(try JournalEntry(entry)) }
      return InteractiveRun(
        name: name,
        configuration: try ConfigurationText.configuration(branch.start.configuration, keychain),
        entries,
        until: SimulationInstant(milliseconds: branch.position.instant),
        traceHash: branch.position.traceHash, disagreement: &disagreement)
    } catch {
      throw CommandFailure(.badFile, "\(source): \(error.description)")
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
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSONParser.parse(bytes, limits: SessionArchive.limits),
      json["dnpSession"] == .integer(SessionArchive.version),
      let name = json["name"]?.stringValue, let current = json["branch"]?.stringValue,
      let items = json["branches"]?.arrayValue
    else { return nil }
    let branches = items.compactMap(SessionArchive.branch)
    let names = branches.map(\.start.name)
    guard branches.count == items.count, names.contains(current), Set(names).count == names.count
    else { return nil }
    self.name = name
    self.current = current
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

  private static func branch(_ json: JSONValue) -> Branch? {
    guard let name = json["name"]?.stringValue, let origin = json["origin"]?.stringValue,
      let configuration = json["configuration"]?.stringValue,
      let platform = json["platform"]?.stringValue, let engine = json["engine"]?.stringValue,
      let items = json["journal"]?.arrayValue, let position = json["position"],
      let instant = position["instant"]?.integerValue, let time = position["time"]?.integerValue,
      let records = position["records"]?.integerValue, instant >= 0, records >= 0,
      let traceHash = position["traceHash"]?.stringValue,
      let lastEngine = position["engine"]?.stringValue,
      let savedAt = position["savedAt"]?.integerValue
    else { return nil }
    let entries = items.enumerated().compactMap { entry($1, number: $0 + 1) }
    guard entries.count == items.count else { return nil }
    return Branch(
      start: BranchStart(
        name: name, origin: origin, configuration: configuration, platform: platform,
        engine: engine),
      parent: json["parent"]?.stringValue, entries: entries,
      position: StoredPosition(
        instant: instant, time: time, entries: entries.count, records: records,
        traceHash: traceHash, engine: lastEngine, savedAt: savedAt))
  }

  private static func entry(_ json: JSONValue, number: Int) -> StoredEntry? {
    guard let instant = json["instant"]?.integerValue, let time = json["time"]?.integerValue,
      let title = json["title"]?.stringValue, let isButton = json["isButton"]?.boolValue,
      let commands = json["commands"]?.stringValue, let records = json["records"]?.integerValue,
      instant >= 0, records >= 0, let traceHash = json["traceHash"]?.stringValue,
      let engine = json["engine"]?.stringValue
    else { return nil }
    return StoredEntry(
      number: number, instant: instant, time: time, title: title, isButton: isButton,
      commands: commands, records: records, traceHash: traceHash, engine: engine)
  }
}
