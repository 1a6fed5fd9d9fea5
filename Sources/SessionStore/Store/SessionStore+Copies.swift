import GRDB

/// What can be read of a session without the program: its records and the plugin's tables.
extension SessionStore {
  /// How many records a branch keeps at most, as the trace of a console does.
  package static let recordsMax: Int64 = 262_144

  /// The number of the first record that is not stored yet.
  package func nextRecord(of branch: Int64) throws(SessionStoreError) -> Int64 {
    try read { database in
      // Whatever stands there: a copy that is damaged is made again.
      let sql = "SELECT CAST(max(sequence) AS INTEGER) FROM record WHERE branch = ?"
      let last = try Int64.fetchOne(database, sql: sql, arguments: [branch]) ?? -1
      return StoredRange.count.bounds.contains(last) ? last + 1 : 0
    }
  }

  /// Up to `limit` stored records of a branch, from a number on.
  package func records(
    of branch: Int64, from sequence: Int64 = 0, limit: Int
  ) throws(SessionStoreError) -> [StoredRecord] {
    try read { database in
      let sql = """
        SELECT * FROM record WHERE branch = ? AND sequence >= ? ORDER BY sequence LIMIT ?
        """
      return try Row.fetchAll(database, sql: sql, arguments: [branch, sequence, limit])
        .map { try StoredRecord($0, of: branch) }
    }
  }

  /// Adds records, drops the oldest where there are too many.
  package func add(_ records: [StoredRecord], to branch: Int64) throws(SessionStoreError) {
    guard let last = records.last else { return }
    try write { database in
      let insertion = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO record VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
      for record in records {
        try insertion.execute(
          arguments: [
            branch, record.sequence, record.cause, record.instant, record.time, record.level,
            record.kind, record.text, record.fields,
          ])
      }
      guard last.sequence >= SessionStore.recordsMax else { return }
      try database.cachedStatement(sql: "DELETE FROM record WHERE branch = ? AND sequence <= ?")
        .execute(arguments: [branch, last.sequence - SessionStore.recordsMax])
    }
  }

  /// Replaces what is stored of the plugin's tables; a table that is not among them stays.
  package func replace(_ tables: [StoredTable], of branch: Int64) throws(SessionStoreError) {
    try write { database in
      for table in tables { try SessionStore.replace(table, branch, database) }
    }
  }

  private static func replace(
    _ table: StoredTable, _ branch: Int64, _ database: Database
  ) throws {
    let name = "plugin_\(table.name)".quotedDatabaseIdentifier
    if table.rows.isEmpty {
      // Without rows nobody knows the columns, and those that are there stay.
      guard try database.tableExists("plugin_\(table.name)") else { return }
      return try database.execute(
        sql: "DELETE FROM \(name) WHERE branch = ?", arguments: [branch])
    }
    let columns = ["branch"] + table.columns
    let present =
      try database.tableExists("plugin_\(table.name)")
      ? try database.columns(in: "plugin_\(table.name)").map(\.name) : []
    if present != columns {
      let list = table.columns.map { $0.quotedDatabaseIdentifier + " ANY" }
        .joined(separator: ", ")
      try database.execute(sql: "DROP TABLE IF EXISTS \(name)")
      try database.execute(
        sql: """
          CREATE TABLE \(name) (
            branch INTEGER NOT NULL REFERENCES branch (id) ON DELETE CASCADE, \(list))
          STRICT
          """)
      try database.execute(sql: "CREATE INDEX IF NOT EXISTS \(name.index) ON \(name) (branch)")
    }
    try database.cachedStatement(sql: "DELETE FROM \(name) WHERE branch = ?")
      .execute(arguments: [branch])
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let insertion = try database.cachedStatement(sql: "INSERT INTO \(name) VALUES (\(places))")
    for row in table.rows {
      let values: [any DatabaseValueConvertible] =
        [branch] + row.map(\.databaseValue)
      try insertion.execute(arguments: StatementArguments(values))
    }
  }
}

extension String {
  /// The name of the index of a table whose quoted name this is.
  fileprivate var index: String { "index_\(filter { $0 != "\"" })".quotedDatabaseIdentifier }
}

extension StoredTable.Cell {
  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .text(let text): text.databaseValue
    }
  }
}
