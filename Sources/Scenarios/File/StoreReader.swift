import DailyNotification
import JSONText
import LocatedYAML

/// Parses what the plugin is expected to have stored.
enum StoreReader {
  static func read(_ node: YAMLNode) throws(YAMLProblem) -> [Expectation] {
    var expectations: [Expectation] = []
    for entry in try node.mapping("'store'") {
      let value = entry.value
      switch try StoreKey(of: entry, "part of the store") {
      case .schedules: expectations.append(try ListReader.read(value, .schedules))
      case .contents: expectations.append(try ListReader.read(value, .contents))
      case .history: expectations.append(try ListReader.read(value, .history))
      case .values:
        let known = StorageKey.allCases.map(\.name)
        for item in try value.mapping("'values'") where !known.contains(item.key) {
          throw .unknown("stored value", item.key, at: item.place, known: known)
        }
        expectations.append(.stored(.object([entry.key: value.json])))
      case .failingWrites, .writesBeforeFailing:
        _ = try value.integer("'\(entry.key)'", in: 0...1_000_000)
        expectations.append(.stored(.object([entry.key: value.json])))
      case .isFull, .isReadable:
        _ = try value.flag("'\(entry.key)'")
        expectations.append(.stored(.object([entry.key: value.json])))
      }
    }
    guard !expectations.isEmpty else {
      throw YAMLProblem(
        node.place, "'store' expects nothing",
        "use one of: \(StoreKey.names.joined(separator: ", "))")
    }
    return expectations
  }
}
