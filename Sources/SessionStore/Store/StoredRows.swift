import GRDB

extension StoredBranch {
  init(_ row: Row) throws(StoredDamage) {
    let reader = RowReader(row, of: "branch", "row \(row.position("id"))")
    self.init(
      id: try reader.integer("id", .id), name: try reader.text("name"),
      parent: try reader.integerOrNull("parent", .id),
      start: BranchStart(
        name: try reader.text("name"), origin: try reader.text("origin"),
        configuration: try reader.text("configuration"), platform: try reader.text("platform"),
        engine: try reader.text("engine")),
      createdAt: try reader.integer("createdAt", .time))
  }
}

extension StoredBranch {
  /// A branch of which at least the phone is whole; nil without it.
  ///
  /// A name, an origin or a time that is damaged does not cost what was done on the branch.
  init?(rescuing row: Row) {
    let reader = RowReader(row, of: "branch", "")
    guard let id = try? reader.integer("id", .id),
      let configuration = try? reader.text("configuration"),
      let platform = try? reader.text("platform")
    else { return nil }
    let name = (try? reader.text("name")) ?? "branch-\(id)"
    self.init(
      id: id, name: name, parent: (try? reader.integerOrNull("parent", .id)) ?? nil,
      start: BranchStart(
        name: name, origin: (try? reader.text("origin")) ?? "unknown",
        configuration: configuration, platform: platform,
        engine: (try? reader.text("engine")) ?? "unknown"),
      createdAt: (try? reader.integer("createdAt", .time)) ?? 0)
  }
}

extension StoredEntry {
  init(_ row: Row, of branch: Int64) throws(StoredDamage) {
    let reader = RowReader(row, of: "journal", "row \(row.position("number")) of branch \(branch)")
    self.init(
      number: Int(try reader.integer("number", .id)),
      instant: try reader.integer("instant", .instant),
      time: try reader.integer("time", .time), title: try reader.text("title"),
      isButton: try reader.flag("isButton"), commands: try reader.text("commands"),
      records: try reader.integer("records", .count),
      traceHash: try reader.hash("traceHash"), engine: try reader.text("engine"))
  }
}

extension StoredPosition {
  init(_ row: Row, of branch: Int64) throws(StoredDamage) {
    let reader = RowReader(row, of: "position", "row of branch \(branch)")
    self.init(
      instant: try reader.integer("instant", .instant),
      time: try reader.integer("time", .time),
      entries: Int(try reader.integer("entries", .count)),
      records: try reader.integer("records", .count),
      traceHash: try reader.hash("traceHash"), engine: try reader.text("engine"),
      savedAt: try reader.integer("savedAt", .time))
  }
}

extension StoredRecord {
  init(_ row: Row, of branch: Int64) throws(StoredDamage) {
    let reader = RowReader(
      row, of: "record", "row \(row.position("sequence")) of branch \(branch)")
    self.init(
      sequence: try reader.integer("sequence", .count),
      cause: try reader.integerOrNull("cause", .count),
      instant: try reader.integer("instant", .instant),
      time: try reader.integer("time", .time), level: try reader.text("level"),
      kind: try reader.text("kind"), text: try reader.text("text"),
      fields: try reader.text("fields"))
  }
}

extension Row {
  /// The number of a row for messages; a question mark where that is no number either.
  fileprivate func position(_ column: String) -> String {
    guard case .int64(let number)? = (self[column] as DatabaseValue?)?.storage else { return "?" }
    return String(number)
  }
}
