import GRDB

/// The tables of a session's file, as steps that are never changed once a version has shipped.
enum SessionMigrations {
  /// What a file holds.
  enum State {
    /// No table yet.
    case empty
    /// Tables of another program.
    case foreign
    /// Tables of a newer version of this program.
    case newer
    /// Tables of an older version, which can be read as they are.
    case older
    case current
  }

  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration(created) { database in
      for table in tables { try database.execute(sql: table.statement(named: table.name)) }
    }
    // The first versions had tables that take a value of any type.
    migrator.registerMigration(strict) { database in
      for table in tables where try !isStrict(table.name, database) {
        let other = "new_\(table.name)"
        try database.execute(sql: table.statement(named: other))
        try database.execute(
          sql: """
            INSERT INTO \(other) SELECT * FROM \(table.name); DROP TABLE \(table.name);
            ALTER TABLE \(other) RENAME TO \(table.name)
            """)
      }
    }
    return migrator
  }()

  private static let created = "journal, position, records"
  private static let strict = "strict tables"

  /// What a file holds, by its tables and the steps that it lists.
  static func state(of database: Database) throws -> State {
    var state = State.empty
    // Both from one snapshot: another program may make the tables meanwhile.
    try database.inTransaction(.deferred) {
      state = try stateInTransaction(database)
      return .commit
    }
    return state
  }

  private static func stateInTransaction(_ database: Database) throws -> State {
    let names = try String.fetchSet(
      database,
      sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    guard !names.isEmpty else { return .empty }
    guard names.contains("grdb_migrations") else { return .foreign }
    let applied = try String.fetchSet(
      database, sql: "SELECT CAST(ifnull(identifier, '') AS TEXT) FROM grdb_migrations")
    // The list of steps is made before the first of them.
    if applied.isEmpty, names.count == 1 { return .empty }
    guard names.isSuperset(of: tables.map(\.name)) else { return .foreign }
    guard applied.isSubset(of: [created, strict]) else { return .newer }
    return applied.count == 2 ? .current : .older
  }

  private static func isStrict(_ name: String, _ database: Database) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT strict FROM pragma_table_list WHERE name = ? AND schema = 'main'",
      arguments: [name]) ?? false
  }

  private struct Table {
    var name: String
    var columns: String
    var hasRowID = true

    func statement(named name: String) -> String {
      "CREATE TABLE \(name) (\(columns)) \(hasRowID ? "" : "WITHOUT ROWID, ")STRICT"
    }
  }

  private static let tables = [
    Table(
      name: "branch",
      columns: """
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, origin TEXT NOT NULL,
        parent INTEGER REFERENCES branch (id) ON DELETE SET NULL,
        configuration TEXT NOT NULL, platform TEXT NOT NULL, engine TEXT NOT NULL,
        createdAt INTEGER NOT NULL
        """),
    Table(
      name: "session",
      columns: """
        id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL,
        branch INTEGER NOT NULL REFERENCES branch (id)
        """),
    Table(
      name: "journal",
      columns: """
        branch INTEGER NOT NULL REFERENCES branch (id) ON DELETE CASCADE, number INTEGER NOT NULL,
        instant INTEGER NOT NULL, time INTEGER NOT NULL, title TEXT NOT NULL,
        isButton INTEGER NOT NULL, commands TEXT NOT NULL, records INTEGER NOT NULL,
        traceHash TEXT NOT NULL, engine TEXT NOT NULL, PRIMARY KEY (branch, number)
        """, hasRowID: false),
    Table(
      name: "position",
      columns: """
        branch INTEGER PRIMARY KEY REFERENCES branch (id) ON DELETE CASCADE,
        instant INTEGER NOT NULL, time INTEGER NOT NULL, entries INTEGER NOT NULL,
        records INTEGER NOT NULL, traceHash TEXT NOT NULL, engine TEXT NOT NULL,
        savedAt INTEGER NOT NULL
        """),
    Table(
      name: "record",
      columns: """
        branch INTEGER NOT NULL REFERENCES branch (id) ON DELETE CASCADE,
        sequence INTEGER NOT NULL, cause INTEGER, instant INTEGER NOT NULL, time INTEGER NOT NULL,
        level TEXT NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, fields TEXT NOT NULL,
        PRIMARY KEY (branch, sequence)
        """, hasRowID: false),
  ]
}
