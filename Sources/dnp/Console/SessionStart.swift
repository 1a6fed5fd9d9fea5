import Console
import DeviceModel
import Foundation
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
      let opened = try opened(name, in: folder)
      switch opened {
      case .following(let store, let process): return following(store, process)
      case .here(let store):
        do throws(SessionStoreError) {
          return try start(store, keychain, wanted: wanted, isNew: isNew, bindings)
        } catch {
          store.close()
          throw error
        }
      }
    } catch {
      let keeping = SessionKeeping.failing(reason: error.description)
      var remark = "nothing is saved in this run: \(error)"
      if case .keysMissing = error { remark += ", or begin anew with --new" }
      return SessionStart(
        opening: nil, keeping: keeping, keeper: SessionKeeper(), remark: remark)
    }
  }

  // MARK: The file

  private enum Opened {
    /// For writing, or where it is damaged for reading.
    case here(SessionStore)
    /// Only to follow another console, of which process.
    case following(SessionStore, process: Int32?)
  }

  /// How often it is looked whether another console has made the session, and the time between, in
  /// microseconds.
  private static let (triesMax, pauseMicroseconds): (Int, UInt32) = (300, 10_000)

  /// Opens the session; waits while another console is just making it.
  private static func opened(
    _ name: String, in folder: SessionFolder
  ) throws(SessionStoreError) -> Opened {
    var tries = 0
    while true {
      do throws(SessionStoreError) {
        return .here(try SessionStore(opening: name, in: folder))
      } catch {
        switch error {
        case .damaged: return .here(try SessionStore(reading: name, in: folder))
        case .locked(_, let process):
          do throws(SessionStoreError) {
            return .following(try SessionStore(reading: name, in: folder), process: process)
          } catch {
            switch error {
            // There is no file yet, or no table in it.
            case .missing, .unfinished:
              tries += 1
              guard tries < triesMax else { throw .unfinished(path: folder.file(of: name)) }
              usleep(pauseMicroseconds)
            case .badName, .noHome, .folder, .taken, .locked, .full, .readOnly, .damaged, .foreign,
              .removed, .newer, .keysMissing, .database:
              throw error
            }
          }
        case .badName, .noHome, .folder, .missing, .taken, .full, .readOnly, .foreign, .unfinished,
          .removed, .newer, .keysMissing, .database:
          throw error
        }
      }
    }
  }

  private static func start(
    _ store: SessionStore, _ keychain: Keychain, wanted: DeviceConfiguration?, isNew: Bool,
    _ bindings: Bindings
  ) throws(SessionStoreError) -> SessionStart {
    let stored = try store.intactBranches()
    guard let branch = stored.current else {
      if let damage = stored.damages.first { throw .damaged(path: store.path, damage.description) }
      return SessionStart(
        opening: nil, keeping: .kept, keeper: SessionKeeper(store, branch: nil))
    }
    let history = try store.history(of: branch)
    let wantsOther = isNew || isOther(wanted, branch)
    let missing = ConfigurationText.identities(
      branch.start.configuration, missingIn: keychain)
    guard wantsOther || missing.isEmpty else { throw .keysMissing(store.name, missing) }
    let journal: StoredJournal
    do throws(StoredDamage) {
      journal = try StoredJournal(history, keychain)
    } catch {
      guard wantsOther, !missing.isEmpty else {
        throw .damaged(path: store.path, error.description)
      }
      return another(store, after: branch)
    }
    if let damage = stored.damages.first ?? journal.damage {
      // Nothing more is written to it.
      guard !wantsOther else { throw .damaged(path: store.path, damage.description) }
      return try damaged(store, journal, damage)
    }
    if wantsOther { return another(store, after: branch) }
    var keeper = SessionKeeper(store, branch: branch.id)
    var replay = journal.replay(name: store.name)
    let isComplete = replay.proceed(eventsMax: eventsAtOnce)
    let run = replay.run
    if isComplete, let disagreement = replay.disagreement {
      return SessionStart(
        opening: SessionOpening(
          run: run, remark: report(disagreement, run, store, branch, history.position)),
        keeping: .disagreeing, keeper: keeper)
    }
    keeper = SessionKeeper(store, branch: branch.id, history.position)
    let presses = journal.entries.count.counted("press", plural: "presses")
    let anew = bindings.startAnew
    return SessionStart(
      opening: SessionOpening(
        run: run, rest: isComplete ? nil : replay,
        remark: ["session \(store.name) goes on: \(presses) so far; \(anew) starts anew"]),
      keeping: .kept, keeper: keeper)
  }

  /// A new phone in a session that has another one.
  private static func another(_ store: SessionStore, after branch: StoredBranch) -> SessionStart {
    var keeper = SessionKeeper(store, branch: branch.id)
    keeper.leaveBranch()
    return SessionStart(
      opening: nil, keeping: .kept, keeper: keeper,
      remark:
        "session \(store.name): a new phone; the one before is its branch \(branch.name)")
  }

  /// The intact part of a session whose file is damaged, to be read.
  private static func damaged(
    _ store: SessionStore, _ journal: StoredJournal, _ damage: StoredDamage
  ) throws(SessionStoreError) -> SessionStart {
    let name = store.name
    // The lock is released: others may look at it, too.
    let reader = try SessionStore(releasing: store)
    var replay = journal.replay(name: name)
    let isComplete = replay.proceed(eventsMax: eventsAtOnce)
    let presses = journal.entries.count.counted("press", plural: "presses")
    return SessionStart(
      opening: SessionOpening(
        run: replay.run, rest: isComplete ? nil : replay,
        remark: [
          "The file of session \(name) is damaged: \(damage).",
          "",
          "The intact part is shown: \(presses). The phone is read only, and the file is not "
            + "written to.",
          "",
          "To continue from the intact part, in another session:", "",
          "  dnp sessions export \(name) \(name).json",
          "  dnp sessions import \(name).json --as \(name)-2",
          "  dnp --session \(name)-2",
        ]),
      keeping: .damaged, keeper: SessionKeeper(reader, branch: nil))
  }

  private static func isOther(_ wanted: DeviceConfiguration?, _ branch: StoredBranch) -> Bool {
    guard let wanted else { return false }
    return ConfigurationText.text(wanted) != branch.start.configuration
  }

  // MARK: Read only

  private static func following(
    _ store: SessionStore, _ process: Int32?
  ) -> SessionStart {
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
  ) -> [String] {
    let first = firstDifference(disagreement, run, store, branch)
    let engine = position?.engine ?? branch.start.engine
    var lines = [
      "Session \(store.name), branch \(branch.name), was kept by dnp \(engine); this is "
        + "\(DNP.version).",
      "What it does now differs from what was stored at record \(first).",
      "Nothing can be done to this phone. :branch goes on with it, as it is now, in a branch of",
      "its own; the stored one stays as it is. What is stored there:", "",
    ]
    let from = max(0, first - 5)
    // The records are copies: without them the page says where the difference is all the same.
    for record in (try? store.records(of: branch.id, from: from, limit: recordsShown)) ?? [] {
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
  ) -> Int64 {
    var sequence = Int64(disagreement.recordCount)
    while true {
      let stored = (try? store.records(of: branch.id, from: sequence, limit: 1_000)) ?? []
      for record in stored {
        let made = run.device.os.trace.record(UInt64(record.sequence)).map(StoredRecord.init)
        if made != record { return record.sequence }
        sequence = record.sequence + 1
      }
      if stored.isEmpty { return sequence }
    }
  }
}
