import GRDB

/// Reading what was done. What is damaged is an error, except in `history(of:)` and
/// `wholeBranches()`, which return what is whole.
extension SessionStore {
  /// The branch that the session is on; nil for a session that has not begun.
  package func currentBranch() throws(SessionStoreError) -> StoredBranch? {
    let whole = try wholeBranches()
    if let damage = whole.damages.first { throw .damaged(path: path, damage.description) }
    return whole.current
  }

  /// All branches, oldest first.
  package func branches() throws(SessionStoreError) -> [StoredBranch] {
    let whole = try wholeBranches()
    if let damage = whole.damages.first { throw .damaged(path: path, damage.description) }
    return whole.branches
  }

  /// The journal of a branch, from the entry after `count` on.
  package func entries(
    of branch: Int64, after count: Int = 0
  ) throws(SessionStoreError) -> [StoredEntry] {
    let (entries, damage) = try wholeEntries(of: branch, after: count)
    if let damage { throw .damaged(path: path, damage.description) }
    return entries
  }

  /// How far the time of a branch has come; nil where nothing was written yet.
  package func position(of branch: Int64) throws(SessionStoreError) -> StoredPosition? {
    let (position, damage) = try wholePosition(of: branch)
    if let damage { throw .damaged(path: path, damage.description) }
    return position
  }

  // MARK: What is whole

  /// The branches that can be used, and what is damaged of the others.
  package func wholeBranches() throws(SessionStoreError) -> StoredBranches {
    try read { database in
      var whole = StoredBranches(branches: [], current: nil, damages: [])
      let rows = try Row.fetchCursor(database, sql: "SELECT * FROM branch ORDER BY id")
      do {
        while let row = try rows.next() {
          do throws(StoredDamage) {
            whole.branches.append(try StoredBranch(row))
          } catch {
            whole.damages.append(error)
            if let branch = StoredBranch(rescuing: row) { whole.branches.append(branch) }
          }
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        whole.damages.append(.unreadable("branch"))
      }
      guard let session = try Row.fetchOne(database, sql: "SELECT * FROM session") else {
        whole.current = nil
        if !whole.branches.isEmpty {
          whole.damages.append(StoredDamage(place: "table session", expected: "one row"))
          whole.current = whole.branches.last
        }
        return whole
      }
      do throws(StoredDamage) {
        let reader = RowReader(session, of: "session", "row 1")
        _ = try reader.integer("id", .id)
        _ = try reader.text("name")
        let id = try reader.integer("branch", .id)
        whole.current = whole.branches.first { $0.id == id }
        if whole.current == nil { throw reader.damage("branch", "the number of a branch") }
      } catch {
        whole.damages.append(error)
        whole.current = whole.current ?? whole.branches.last
      }
      return whole
    }
  }

  /// What was done on a branch, up to the first damage.
  package func history(of branch: StoredBranch) throws(SessionStoreError) -> StoredHistory {
    let (entries, damage) = try wholeEntries(of: branch.id, after: 0)
    var history = StoredHistory(branch: branch, entries: entries, position: nil, damage: damage)
    guard damage == nil else { return history }
    let (position, positionDamage) = try wholePosition(of: branch.id)
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

  private func wholePosition(
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
  private func wholeEntries(
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
