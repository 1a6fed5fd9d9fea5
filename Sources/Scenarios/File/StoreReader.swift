import DailyNotification
import JSONText

/// Reads what the plugin has to have stored.
enum StoreReader {
  private static let keys = [
    "values", "schedules", "contents", "history", "isFull", "failingWrites", "isReadable",
  ]

  static func read(_ node: FileNode) throws(FileProblem) -> [Expectation] {
    var expectations: [Expectation] = []
    for entry in try node.mapping("'store'") {
      switch entry.key {
      case "schedules", "contents", "history": expectations.append(try ListReader.read(entry))
      case "values":
        let known = StorageKey.allCases.map(\.name)
        for value in try entry.value.mapping("'values'") where !known.contains(value.key) {
          throw .unknown("stored value", value.key, at: value.place, known: known)
        }
        expectations.append(.stored(.object([entry.key: entry.value.json])))
      case "isFull", "failingWrites", "isReadable":
        if entry.key == "failingWrites" {
          _ = try entry.value.integer("'failingWrites'", in: 0...1_000_000)
        } else {
          _ = try entry.value.flag("'\(entry.key)'")
        }
        expectations.append(.stored(.object([entry.key: entry.value.json])))
      default: throw .unknown("part of the store", entry.key, at: entry.place, known: keys)
      }
    }
    guard !expectations.isEmpty else {
      throw FileProblem(
        node.place, "'store' expects nothing", "use one of: \(keys.joined(separator: ", "))")
    }
    return expectations
  }
}
