import JSONText
import PlainText

/// What differs between two states of a phone, a line each.
struct StateDifference {
  /// The lines, such as `storage.schedules + {…}` or `settings.permission: denied → granted`.
  private(set) var lines: [String] = []

  /// How many lines there are at most.
  private static let linesMax = 200
  /// How many items of a list are shown.
  private static let itemsMax = 3
  /// How long a value may be.
  private static let valueBytesMax = 160
  /// What follows from the rest, or always differs.
  private static let ignored = ["clocks", "snapshot"]

  /// Compares two states.
  init(_ before: JSONValue, _ after: JSONValue) {
    compare(before, after, "")
  }

  private mutating func compare(_ before: JSONValue, _ after: JSONValue, _ path: String) {
    guard before != after, lines.count < StateDifference.linesMax else { return }
    switch (before, after) {
    case (.object(let old), .object(let new)):
      for key in old.keys + new.keys.filter({ old[$0] == nil })
      where !StateDifference.ignored.contains(key) {
        compare(
          old[key] ?? .null, new[key] ?? .null, path.isEmpty ? key : "\(path).\(key)")
      }
    case (.array(let old), .array(let new)): compare(old, new, path)
    case (.null, _), (.bool, _), (.integer, _), (.number, _), (.string, _), (.array, _),
      (.object, _):
      lines.append("\(path): \(text(before)) → \(text(after))")
    }
  }

  /// Lists have no order that matters here: what has gone, what has come, and what has changed of
  /// an item that both have.
  private mutating func compare(_ old: [JSONValue], _ new: [JSONValue], _ path: String) {
    var gone = old.filter { !new.contains($0) }
    var come = new.filter { !old.contains($0) }
    for item in gone {
      guard let name = StateDifference.name(of: item),
        let other = come.firstIndex(where: { StateDifference.name(of: $0) == name })
      else { continue }
      compare(item, come.remove(at: other), "\(path).\(name)")
      gone.removeAll { $0 == item }
    }
    list(gone, "\(path) −")
    list(come, "\(path) +")
  }

  /// What an item of a list is called; nil for one without an identifier.
  private static func name(of item: JSONValue) -> String? {
    item["identifier"]?.stringValue ?? item["alarm_id"]?.stringValue
  }

  /// The first items of a list; of the others only how many there are.
  private mutating func list(_ items: [JSONValue], _ start: String) {
    for item in items.prefix(StateDifference.itemsMax) {
      add("\(start) \(StateDifference.name(of: item) ?? text(item))")
    }
    let rest = items.count - StateDifference.itemsMax
    if rest > 0 { add("\(start) \(rest) more") }
  }

  private mutating func add(_ line: String) {
    if lines.count < StateDifference.linesMax { lines.append(line) }
  }

  private func text(_ value: JSONValue) -> String {
    if value.isNull { return "none" }
    let text = value.stringValue ?? value.canonicalText
    return text.shortened(bytesMax: StateDifference.valueBytesMax)
  }
}
