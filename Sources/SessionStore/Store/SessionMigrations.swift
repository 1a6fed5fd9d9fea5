import GRDB

/// The tables of a session's file, as steps that are never changed once a version has shipped.
enum SessionMigrations {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("journal, position, records") { database in
      for statement in first { try database.execute(sql: statement) }
    }
    return migrator
  }()

  private static let first = [
    """
    CREATE TABLE branch (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, origin TEXT NOT NULL,
      parent INTEGER REFERENCES branch (id) ON DELETE SET NULL,
      configuration TEXT NOT NULL, platform TEXT NOT NULL, engine TEXT NOT NULL,
      createdAt INTEGER NOT NULL)
    """,
    """
    CREATE TABLE session (
      id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL,
      branch INTEGER NOT NULL REFERENCES branch (id))
    """,
    """
    CREATE TABLE journal (
      branch INTEGER NOT NULL REFERENCES branch (id) ON DELETE CASCADE, number INTEGER NOT NULL,
      instant INTEGER NOT NULL, time INTEGER NOT NULL, title TEXT NOT NULL,
      isButton INTEGER NOT NULL, commands TEXT NOT NULL, records INTEGER NOT NULL,
      traceHash TEXT NOT NULL, engine TEXT NOT NULL, PRIMARY KEY (branch, number)) WITHOUT ROWID
    """,
    """
    CREATE TABLE position (
      branch INTEGER PRIMARY KEY REFERENCES branch (id) ON DELETE CASCADE,
      instant INTEGER NOT NULL, time INTEGER NOT NULL, entries INTEGER NOT NULL,
      records INTEGER NOT NULL, traceHash TEXT NOT NULL, engine TEXT NOT NULL,
      savedAt INTEGER NOT NULL)
    """,
    """
    CREATE TABLE record (
      branch INTEGER NOT NULL REFERENCES branch (id) ON DELETE CASCADE,
      sequence INTEGER NOT NULL, cause INTEGER, instant INTEGER NOT NULL, time INTEGER NOT NULL,
      level TEXT NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, fields TEXT NOT NULL,
      PRIMARY KEY (branch, sequence)) WITHOUT ROWID
    """,
  ]
}
