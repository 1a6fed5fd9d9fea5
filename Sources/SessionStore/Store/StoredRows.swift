import GRDB

extension StoredBranch {
  init(_ row: Row) {
    self.init(
      id: row["id"], name: row["name"], parent: row["parent"],
      start: BranchStart(
        name: row["name"], origin: row["origin"], configuration: row["configuration"],
        platform: row["platform"], engine: row["engine"]),
      createdAt: row["createdAt"])
  }
}

extension StoredEntry {
  init(_ row: Row) {
    self.init(
      number: row["number"], instant: row["instant"], time: row["time"], title: row["title"],
      isButton: row["isButton"], commands: row["commands"], records: row["records"],
      traceHash: row["traceHash"], engine: row["engine"])
  }
}

extension StoredPosition {
  init(_ row: Row) {
    self.init(
      instant: row["instant"], time: row["time"], entries: row["entries"],
      records: row["records"], traceHash: row["traceHash"], engine: row["engine"],
      savedAt: row["savedAt"])
  }
}

extension StoredRecord {
  init(_ row: Row) {
    self.init(
      sequence: row["sequence"], cause: row["cause"], instant: row["instant"], time: row["time"],
      level: row["level"], kind: row["kind"], text: row["text"], fields: row["fields"])
  }
}
