import DeviceModel
import JSONText
import SessionStore

/// What the plugin has stored, as tables that a person can query.
enum PluginTables {
  /// The tables: values, schedules, ledger, contents and history; without secrets.
  static func of(_ device: Device) -> [StoredTable] {
    // The state has been through `Redaction`.
    let state = device.state(.storage)
    let values = state["values"]?.objectValue?.members ?? []
    let stored = values.filter { !$0.value.isNull }
    var tables = [
      StoredTable(
        name: "values", columns: ["key", "value"],
        rows: stored.map { [.text($0.key), cell($0.value)] })
    ]
    for name in ["schedules", "ledger", "contents", "history"] {
      tables.append(table(name, state[name]?.arrayValue ?? []))
    }
    return tables
  }

  /// A table with a column for each member that a row has.
  private static func table(_ name: String, _ rows: [JSONValue]) -> StoredTable {
    var columns: [String] = []
    for row in rows {
      for key in row.objectValue?.keys ?? [] where !columns.contains(key) { columns.append(key) }
    }
    return StoredTable(
      name: name, columns: columns,
      rows: rows.map { row in columns.map { cell(row[$0] ?? .null) } })
  }

  private static func cell(_ value: JSONValue) -> StoredTable.Cell {
    switch value {
    case .null: .null
    case .bool(let isTrue): .integer(isTrue ? 1 : 0)
    case .integer(let number): .integer(number)
    case .number(let number): .real(number)
    case .string(let text): .text(text)
    case .array, .object: .text(value.canonicalText)
    }
  }
}
