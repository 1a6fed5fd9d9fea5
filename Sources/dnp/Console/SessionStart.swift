import Console
import DeviceModel
import PlainText
import Scenarios
import SessionStore
import SimulationCore

/// How a console begins: with a stored session where there is one, else with a new phone.
struct SessionStart {
  /// The stored session to go on with; nil for a new phone.
  var opening: SessionOpening?
  /// Whether what is done will be kept.
  var keeping: SessionKeeping
  /// What keeps it.
  var keeper: SessionKeeper
  /// What to say about it, where that is not in the opening.
  var remark: String?

  /// How many stored records around a disagreement are shown.
  private static let recordsShown = 40
  /// How many events of a session are done before its first frame; what is left is done after it,
  /// in sight.
  private static let eventsAtOnce = 20_000

  /// Opens the session of a name.
  ///
  /// - Parameters:
  ///   - keychain: The keys that a stored phone gets; those that it had must be among them.
  ///   - wanted: The phone that was asked for; nil when any will do.
  ///   - isNew: Whether to begin anew in any case.
  ///   - bindings: The keys that what is said names.
  static func open(
    _ name: String, _ keychain: Keychain, wanted: DeviceConfiguration?, isNew: Bool,
    environment: [String: String], bindings: Bindings
  ) -> SessionStart {
    do throws(SessionStoreError) {
      let folder = try SessionFolder(environment: environment)
      do throws(SessionStoreError) {
        return try start(
          try SessionStore(opening: name, in: folder), keychain, wanted: wanted, isNew: isNew,
          bindings)
      } catch {
        guard case .locked(_, let process) = error, folder.has(name) else { throw error }
        return try following(try SessionStore(reading: name, in: folder), process)
      }
    } catch {
      let keeping = SessionKeeping.failing(reason: error.description)
      var remark = "nothing is saved in this run: \(error)"
      if case .keysMissing = error { remark += ", or begin anew with --new" }
      return SessionStart(
        opening: nil, keeping: keeping, keeper: SessionKeeper(), remark: remark)
    }
  }

  private static func start(
    _ store: SessionStore, _ keychain: Keychain, wanted: DeviceConfiguration?, isNew: Bool,
    _ bindings: Bindings
  ) throws(SessionStoreError) -> SessionStart {
    guard let branch = try store.currentBranch() else {
      return SessionStart(
        opening: nil, keeping: .kept, keeper: SessionKeeper(store, branch: nil))
    }
    var keeper = SessionKeeper(store, branch: branch.id)
    if isNew || isOther(wanted, branch) {
      keeper.leaveBranch()
      return SessionStart(
        opening: nil, keeping: .kept, keeper: keeper,
        remark: "session \(store.name): a new phone; the one before is its branch \(branch.name)")
    }
    let missing = ConfigurationText.identities(
      branch.start.configuration, missingIn: keychain)
    guard missing.isEmpty else { throw .keysMissing(store.name, missing) }
    let position = try store.position(of: branch.id)
    var replay: JournalReplay
    do {
      replay = try self.replay(store, branch, keychain, position)
    } catch let error as SessionStoreError {
      throw error
    } catch {
      throw .damaged(path: store.path, "\(error)")
    }
    let isComplete = replay.proceed(eventsMax: eventsAtOnce)
    let run = replay.run
    if isComplete, let disagreement = replay.disagreement {
      return SessionStart(
        opening: SessionOpening(
          run: run, remark: try report(disagreement, run, store, branch, position)),
        keeping: .disagreeing, keeper: keeper)
    }
    keeper = SessionKeeper(store, branch: branch.id, position)
    let presses = (position?.entries ?? 0).counted("press", plural: "presses")
    let anew = bindings.startAnew
    return SessionStart(
      opening: SessionOpening(
        run: run, rest: isComplete ? nil : replay,
        remark: ["session \(store.name) goes on: \(presses) so far; \(anew) starts anew"]),
      keeping: .kept, keeper: keeper)
  }

  private static func isOther(_ wanted: DeviceConfiguration?, _ branch: StoredBranch) -> Bool {
    guard let wanted else { return false }
    return ConfigurationText.text(wanted) != branch.start.configuration
  }

  private static func replay(
    _ store: SessionStore, _ branch: StoredBranch, _ keychain: Keychain,
    _ position: StoredPosition?
  ) throws -> JournalReplay {
    let configuration = try ConfigurationText.configuration(
      branch.start.configuration, keychain)
    let entries = try store.entries(of: branch.id).map(JournalEntry.init)
    return JournalReplay(
      name: store.name, configuration: configuration, entries,
      until: SimulationInstant(milliseconds: position?.instant ?? 0),
      traceHash: position?.traceHash)
  }

  // MARK: Read only

  private static func following(
    _ store: SessionStore, _ process: Int32?
  ) throws(SessionStoreError) -> SessionStart {
    let holder = process.map { " (process \($0))" } ?? ""
    return SessionStart(
      opening: nil, keeping: .following, keeper: SessionKeeper(store, branch: nil),
      remark: "session \(store.name) is open in another console\(holder); this one only follows it "
        + "until that one ends")
  }

  /// Where a replay has left what is stored, and what is stored around that place.
  private static func report(
    _ disagreement: InteractiveRun.Disagreement, _ run: InteractiveRun, _ store: SessionStore,
    _ branch: StoredBranch, _ position: StoredPosition?
  ) throws(SessionStoreError) -> [String] {
    let first = try firstDifference(disagreement, run, store, branch)
    let engine = position?.engine ?? branch.start.engine
    var lines = [
      "Session \(store.name), branch \(branch.name), was kept by dnp \(engine); this is "
        + "\(DNP.version).",
      "What it does now differs from what was stored at record \(first).",
      "Nothing can be done to this phone. :branch goes on with it, as it is now, in a branch of",
      "its own; the stored one stays as it is. What is stored there:", "",
    ]
    let from = max(0, first - 5)
    for record in try store.records(of: branch.id, from: from, limit: recordsShown) {
      let mark = record.sequence == first ? "▸" : " "
      lines.append("\(mark)\(record.sequence) \(record.text)")
    }
    return lines
  }

  /// The first stored record that this version does not make; the last that both have where none of
  /// them is stored.
  private static func firstDifference(
    _ disagreement: InteractiveRun.Disagreement, _ run: InteractiveRun, _ store: SessionStore,
    _ branch: StoredBranch
  ) throws(SessionStoreError) -> Int64 {
    var sequence = Int64(disagreement.recordCount)
    while true {
      let stored = try store.records(of: branch.id, from: sequence, limit: 1_000)
      for record in stored {
        let made = run.device.os.trace.record(UInt64(record.sequence)).map(StoredRecord.init)
        if made != record { return record.sequence }
        sequence = record.sequence + 1
      }
      if stored.isEmpty { return sequence }
    }
  }
}
