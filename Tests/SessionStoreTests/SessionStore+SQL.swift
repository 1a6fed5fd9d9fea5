import GRDB

@testable import SessionStore

extension SessionStore {
  /// Runs a statement of the test.
  func execute(_ sql: String) throws {
    try queue.inDatabase { database in
      _ = try Row.fetchAll(database, sql: sql)
    }
  }

  /// The first column of a query.
  func texts(_ sql: String) throws -> [String] {
    try queue.read { try String.fetchAll($0, sql: sql) }
  }
}
