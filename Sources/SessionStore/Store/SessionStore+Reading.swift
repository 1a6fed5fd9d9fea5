import GRDB

/// Reading what was done. What is damaged is an error, except in `history(of:)` and
/// `intactBranches()`, which return the intact part.
extension SessionStore {
  /// The branch that the session is on; nil for a session that has not begun.
  package func currentBranch() throws(SessionStoreError) -> StoredBranch? {
    let intact = try intactBranches()
    if let damage = intact.damages.first { throw .damaged(path: path, damage.description) }
    return intact.current
  }

  /// All branches, oldest first.
  package func branches() throws(SessionStoreError) -> [StoredBranch] {
    let intact = try intactBranches()
    if let damage = intact.damages.first { throw .damaged(path: path, damage.description) }
    return intact.branches
  }

  /// The journal of a branch, from the entry after `count` on.
  package func entries(
    of branch: Int64, after count: Int = 0
  ) throws(SessionStoreError) -> [StoredEntry] {
    let (entries, damage) = try intactEntries(of: branch, after: count)
    if let damage { throw .damaged(path: path, damage.description) }
    return entries
  }

  /// How far the time of a branch has come; nil where nothing was written yet.
  package func position(of branch: Int64) throws(SessionStoreError) -> StoredPosition? {
    let (position, damage) = try intactPosition(of: branch)
    if let damage { throw .damaged(path: path, damage.description) }
    return position
  }

  // MARK: The intact part

  /// The branches that can be used, and what is damaged of the others.
  package func intactBranches() throws(SessionStoreError) -> StoredBranches {
    try read { database in
      var intact = StoredBranches(branches: [], current: nil, damages: [])
      let rows = try Row.fetchCursor(database, sql: "SELECT * FROM branch ORDER BY id")
      do {
        while let row = try rows.next() {
          do throws(StoredDamage) {
            intact.branches.append(try StoredBranch(row))
          } catch {
            intact.damages.append(error)
            if let branch = StoredBranch(rescuing: row) { intact.branches.append(branch) }
          }
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        intact.damages.append(.unreadable("branch"))
      }
      guard let session = try Row.fetchOne(database, sql: "SELECT * FROM session") else {
        intact.current = nil
        if !intact.branches.isEmpty {
          intact.damages.append(StoredDamage(place: "table session", expected: "one row"))
          intact.current = intact.branches.last
        }
        return intact
      }
      do throws(StoredDamage) {
        let reader = RowReader(session, of: "session", "row 1")
        _ = try reader.integer("id", .id)
        _ = try reader.text("name")
        let id = try reader.integer("branch", .id)
        intact.current = intact.branches.first { $0.id == id }
        if intact.current == nil { throw reader.damage("branch", "the number of a branch") }
      } catch {
        intact.damages.append(error)
        intact.current = intact.current ?? intact.branches.last
      }
      return intact
    }
  }

  /// What was done on a branch, up to the first damage.
  package func history(of branch: StoredBranch) throws(SessionStoreError) -> StoredHistory {
    let (entries, damage) = try intactEntries(of: branch.id, after: 0)
    var history = StoredHistory(branch: branch, entries: entries, position: nil, damage: damage)
    guard damage == nil else { return history }
    let (position, positionDamage) = try intactPosition(of: branch.id)
    history.damage =
      positionDamage ?? SessionStore.contradiction(entries, position, of: branch.id)
    if history.damage == nil { history.position = position }
    return history
  }

  /// Where a position does not belong to a journal, which are written together.
  private static func contradiction(
    _ entries: [StoredEntry], _ position: StoredPosition?, of branch: Int64
  ) -> StoredDamage? {
    let place = "table position, row of branch \(branch)"
    guard let position else { return StoredDamage(place: place, expected: "a position") }
    if position.entries > entries.count {
      return StoredDamage(
        place: "table journal, row \(entries.count + 1) of branch \(branch)",
        expected: "an entry")
    }
    if position.entries < entries.count {
      return StoredDamage(
        place: "\(place), column entries", expected: "the number of entries in the journal")
    }
    if let last = entries.last, position.instant < last.instant {
      return StoredDamage(
        place: "\(place), column instant", expected: "a time not before the last entry's")
    }
    return nil
  }

  private func intactPosition(
    of branch: Int64
  ) throws(SessionStoreError) -> (StoredPosition?, StoredDamage?) {
    try read { database in
      let statement = try database.cachedStatement(
        sql: "SELECT * FROM position WHERE branch = ?")
      do {
        guard let row = try Row.fetchOne(statement, arguments: [branch]) else { return (nil, nil) }
        return (try StoredPosition(row, of: branch), nil)
      } catch let damage as StoredDamage {
        return (nil, damage)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        return (nil, .unreadable("position"))
      }
    }
  }

  /// The entries after `count` and before the first that is damaged or missing.
  private func intactEntries(
    of branch: Int64, after count: Int
  ) throws(SessionStoreError) -> ([StoredEntry], StoredDamage?) {
    try read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: "SELECT * FROM journal WHERE branch = ? AND number > ? ORDER BY number",
        arguments: [branch, count])
      var entries: [StoredEntry] = []
      do {
        while let row = try rows.next() {
          do throws(StoredDamage) {
            let entry = try StoredEntry(row, of: branch)
            let reader = RowReader(
              row, of: "journal", "row \(count + entries.count + 1) of branch \(branch)")
            guard entry.number == count + entries.count + 1 else {
              throw reader.damage("number", "the number after the one before")
            }
            guard entry.instant >= entries.last?.instant ?? 0 else {
              throw reader.damage("instant", "a time not before the entry before")
            }
            entries.append(entry)
          } catch {
            return (entries, error)
          }
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        return (entries, .unreadable("journal"))
      }
      return (entries, nil)
    }
  }
}

extension StoredDamage {
  /// A part of a table that the database itself cannot read.
  fileprivate static func unreadable(_ table: String) -> StoredDamage {
    StoredDamage(place: "table \(table)", expected: "pages that the database can read")
  }
}
