import CivilTime
import JSONText

/// Reads what stands behind `expect:`.
enum ExpectationReader {
  private static let keys = [
    "status", "pending", "delivered", "tasks", "log", "logExactly", "noLog", "invariants",
  ]

  static func read(_ node: FileNode) throws(FileProblem) -> [Expectation] {
    let entries = try node.mapping("'expect'")
    guard !entries.isEmpty else {
      throw FileProblem(
        node.place, "'expect' is empty", "use one of: \(keys.joined(separator: ", "))")
    }
    var expectations: [Expectation] = []
    for entry in entries { expectations.append(try read(entry)) }
    return expectations
  }

  private static func read(_ entry: FileNode.Entry) throws(FileProblem) -> Expectation {
    switch entry.key {
    case "status": return .status(try status(entry.value))
    case "pending", "delivered", "tasks":
      let list = Expectation.PhoneList(rawValue: entry.key) ?? .pending
      return .list(list, try match(entry.value, list))
    case "log": return .logged(try lines(entry.value, "'log'"))
    case "logExactly": return .loggedExactly(try exactLines(entry.value))
    case "noLog": return .notLogged(try lines(entry.value, "'noLog'"))
    case "invariants":
      _ = try entry.value.choice("'invariants'", of: ["ok"])
      return .invariantsHold
    default: throw .unknown("expectation", entry.key, at: entry.place, known: keys)
    }
  }

  private static func status(_ node: FileNode) throws(FileProblem) -> JSONValue {
    for entry in try node.mapping("'status'") where !PhoneStatus.keys.contains(entry.key) {
      throw .unknown("part of the status", entry.key, at: entry.place, known: PhoneStatus.keys)
    }
    return node.json
  }

  // MARK: Lists

  /// A count, the items, or `{count, includes}`.
  private static func match(
    _ node: FileNode, _ list: Expectation.PhoneList
  ) throws(FileProblem) -> Expectation.ListMatch {
    switch node.content {
    case .scalar:
      let count = try node.integer("'\(list.rawValue)'", in: 0...1_000_000)
      return Expectation.ListMatch(count: count, items: [])
    case .list(let nodes):
      return Expectation.ListMatch(count: nodes.count, items: try items(nodes, list))
    case .mapping(let entries):
      var (count, found): (Int?, [JSONValue]) = (nil, [])
      for entry in entries {
        switch entry.key {
        case "count": count = try entry.value.integer("'count'", in: 0...1_000_000)
        case "includes": found = try items(try entry.value.list("'includes'"), list)
        default:
          throw .unknown(
            "key of '\(list.rawValue)'", entry.key, at: entry.place, known: ["count", "includes"])
        }
      }
      return Expectation.ListMatch(count: count, items: found)
    }
  }

  private static func items(
    _ nodes: [FileNode], _ list: Expectation.PhoneList
  ) throws(FileProblem) -> [JSONValue] {
    var items: [JSONValue] = []
    for node in nodes { items.append(try item(node, list)) }
    return items
  }

  /// An identifier, or some of an item's parts.
  private static func item(
    _ node: FileNode, _ list: Expectation.PhoneList
  ) throws(FileProblem) -> JSONValue {
    guard case .mapping(let entries) = node.content else {
      return .object(JSONObject([(list.keys[0], .string(try node.text("an identifier")))]))
    }
    var members: [(String, JSONValue)] = []
    for entry in entries {
      guard list.keys.contains(entry.key) else {
        throw .unknown(
          "part of an item of '\(list.rawValue)'", entry.key, at: entry.place, known: list.keys)
      }
      let isTime = list.timeKeys.contains(entry.key)
      let value: JSONValue =
        isTime
        ? .string(ISO8601.text(try entry.value.instant("'\(entry.key)'"))) : entry.value.json
      members.append((entry.key, value))
    }
    return .object(JSONObject(members))
  }

  // MARK: Log lines

  private static func exactLines(_ node: FileNode) throws(FileProblem) -> [String] {
    if case .list(let items) = node.content, items.isEmpty { return [] }
    return try lines(node, "'logExactly'")
  }

  private static func lines(_ node: FileNode, _ what: String) throws(FileProblem) -> [String] {
    var lines: [String] = []
    for (text, place) in try node.texts(what) {
      if let problem = LineTemplates.problem(with: text) {
        throw FileProblem(place, problem.message, problem.remedy)
      }
      lines.append(text)
    }
    guard !lines.isEmpty else {
      throw FileProblem(node.place, "\(what) names no line", "write the whole line, in quotes")
    }
    return lines
  }
}

extension Expectation.PhoneList {
  /// The parts of an item; the first one names it.
  var keys: [String] {
    switch self {
    case .pending: ["id", "schedule", "at", "source", "title", "body"]
    case .delivered: ["id", "schedule", "at", "planned", "source", "title", "body"]
    case .tasks: ["identifier", "earliestBeginDate", "isReady"]
    }
  }

  /// The parts that are times.
  var timeKeys: [String] { ["at", "planned", "earliestBeginDate"] }
}
