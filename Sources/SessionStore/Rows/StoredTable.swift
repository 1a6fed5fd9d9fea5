/// A table of what the plugin has stored, as it is now.
package struct StoredTable: Hashable, Sendable {
  /// A value of a row.
  package enum Cell: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
  }

  /// Its name; the table in the file is called `plugin_` and this name.
  package var name: String
  /// The names of its columns.
  package var columns: [String]
  /// Its rows, with a cell for each column.
  package var rows: [[Cell]]

  package init(name: String, columns: [String], rows: [[Cell]]) {
    self.name = name
    self.columns = columns
    self.rows = rows
  }
}
