import GRDB

/// Decodes the columns of a row; a value that the program cannot have written is an error with its
/// place.
struct RowReader {
  private let row: Row
  private let table: String
  /// Which row it is: `row 7 of branch 2`.
  private let key: String

  init(_ row: Row, of table: String, _ key: String) {
    self.row = row
    self.table = table
    self.key = key
  }

  func integer(_ column: String, _ range: StoredRange) throws(StoredDamage) -> Int64 {
    guard case .int64(let number) = storage(column), range.bounds.contains(number) else {
      throw damage(column, range.words)
    }
    return number
  }

  func integerOrNull(_ column: String, _ range: StoredRange) throws(StoredDamage) -> Int64? {
    if case .null = storage(column) { return nil }
    return try integer(column, range)
  }

  func text(_ column: String) throws(StoredDamage) -> String {
    guard case .string(let text) = storage(column) else { throw damage(column, "a text") }
    return text
  }

  func hash(_ column: String) throws(StoredDamage) -> String {
    guard case .string(let text) = storage(column), StoredRange.isHash(text) else {
      throw damage(column, "a hash in hexadecimal digits")
    }
    return text
  }

  func flag(_ column: String) throws(StoredDamage) -> Bool {
    guard case .int64(let number) = storage(column), number == 0 || number == 1 else {
      throw damage(column, "0 or 1")
    }
    return number == 1
  }

  func damage(_ column: String, _ expected: String) -> StoredDamage {
    StoredDamage(place: "table \(table), \(key), column \(column)", expected: expected)
  }

  private func storage(_ column: String) -> DatabaseValue.Storage {
    (row[column] as DatabaseValue?)?.storage ?? .null
  }
}
