import DeviceModel
import Scenarios
import SessionStore
import SimulationCore

/// A stored branch as the program repeats it, up to the first damage.
struct StoredJournal {
  let configuration: DeviceConfiguration
  let entries: [JournalEntry]
  /// When it ends; where something is damaged, at its last entry.
  let end: SimulationInstant
  /// The hash of the trace at its end; nil where something is damaged.
  let traceHash: String?
  /// How many records there are at its end; nil where something is damaged.
  let recordCount: UInt64?
  /// The first damage; nil when everything is intact.
  let damage: StoredDamage?

  /// Reads what is stored; throws where the phone itself is damaged.
  ///
  /// - Parameter keychain: The keys that the phone gets; those that it had must be among them.
  init(_ history: StoredHistory, _ keychain: Keychain) throws(StoredDamage) {
    configuration = try history.branch.configuration(keychain)
    let (entries, damage) = StoredJournal.entries(of: history)
    self.entries = entries
    self.damage = damage
    let position = damage == nil ? history.position : nil
    end =
      position.map { SimulationInstant(milliseconds: $0.instant) } ?? entries.last?.instant ?? .zero
    traceHash = position?.traceHash
    recordCount = position.map { UInt64($0.records) }
  }

  /// The entries before the first damage, and that.
  fileprivate static func entries(
    of history: StoredHistory
  ) -> ([JournalEntry], StoredDamage?) {
    var entries: [JournalEntry] = []
    for row in history.entries {
      do throws(JournalText.Failure) {
        entries.append(try JournalEntry(row))
      } catch {
        let damage = StoredDamage(
          place: "table journal, row \(row.number) of branch \(history.branch.id), column commands",
          expected: "commands as JSON")
        return (entries, damage)
      }
    }
    return (entries, history.damage)
  }

  /// The replay of all of it.
  func replay(name: String) -> JournalReplay {
    JournalReplay(
      name: name, configuration: configuration, entries, until: end, traceHash: traceHash,
      recordCount: recordCount)
  }
}

extension StoredHistory {
  /// The same up to the first entry or phone that the program cannot read.
  func checked(_ keychain: Keychain) -> StoredHistory {
    var checked = self
    let (entries, damage) = StoredJournal.entries(of: self)
    checked.entries = Array(self.entries.prefix(entries.count))
    checked.damage = damage
    // A phone whose keys are not here cannot be read, and is not damaged by that.
    if ConfigurationText.identities(branch.start.configuration, missingIn: keychain).isEmpty {
      do throws(StoredDamage) {
        _ = try branch.configuration(keychain)
      } catch {
        checked.damage = error
      }
    }
    if checked.damage != nil { checked.position = nil }
    return checked
  }
}

extension StoredBranch {
  /// The phone, with the keys of a keychain.
  fileprivate func configuration(
    _ keychain: Keychain
  ) throws(StoredDamage) -> DeviceConfiguration {
    do throws(JournalText.Failure) {
      return try ConfigurationText.configuration(start.configuration, keychain)
    } catch {
      throw StoredDamage(
        place: "table branch, row \(id), column configuration", expected: "a phone as JSON")
    }
  }
}
