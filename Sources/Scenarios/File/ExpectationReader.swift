import DailyNotification
import JSONText

/// Reads what stands behind `expect:` and `expectNever:`.
enum ExpectationReader {
  static let keys = [
    "status", "pending", "delivered", "tasks", "store", "metric", "log", "logExactly", "noLog",
    "event", "noEvent", "invariants",
  ]

  /// The expectations of a mapping, without the keys that stand in it for something else.
  static func read(
    _ node: FileNode, _ what: String, besides others: [String] = []
  ) throws(FileProblem) -> [Expectation] {
    let entries = try node.mapping(what).filter { !others.contains($0.key) }
    guard !entries.isEmpty else {
      throw FileProblem(
        node.place, "\(what) expects nothing", "use one of: \(keys.joined(separator: ", "))")
    }
    var expectations: [Expectation] = []
    for entry in entries { expectations += try read(entry, others) }
    return expectations
  }

  private static func read(
    _ entry: FileNode.Entry, _ others: [String]
  ) throws(FileProblem) -> [Expectation] {
    let value = entry.value
    switch entry.key {
    case "status": return [.status(try status(value))]
    case "pending", "delivered", "tasks": return [try ListReader.read(entry)]
    case "store": return try StoreReader.read(value)
    case "metric": return try metrics(value)
    case "log": return [.logged(try lines(value, "'log'"))]
    case "logExactly": return [.loggedExactly(try exactLines(value))]
    case "noLog": return [.notLogged(try lines(value, "'noLog'"))]
    case "event": return [.happened(try EventReader.read(value, "'event'"))]
    case "noEvent": return [.notHappened(try EventReader.read(value, "'noEvent'"))]
    case "invariants":
      _ = try value.choice("'invariants'", of: ["ok"])
      return [.invariantsHold]
    default:
      throw .unknown("expectation", entry.key, at: entry.place, known: keys + others)
    }
  }

  static func status(_ node: FileNode) throws(FileProblem) -> JSONValue {
    if case .mapping(let parts) = node.content, parts.isEmpty {
      throw FileProblem(
        node.place, "'status' expects nothing",
        "use one of: \(PhoneStatus.keyText)")
    }
    for entry in try node.mapping("'status'") { try checkStatus(entry) }
    return node.json
  }

  private static func checkStatus(_ entry: FileNode.Entry) throws(FileProblem) {
    guard PhoneStatus.keys.contains(entry.key) else {
      throw .unknown("part of the status", entry.key, at: entry.place, known: PhoneStatus.keys)
    }
    // A word that the phone never says would never match.
    if let words = PhoneStatus.words(of: entry.key) {
      _ = try entry.value.choice("'\(entry.key)'", of: words)
    } else if entry.key == "dialog" {
      _ = try entry.value.flag("'dialog'")
    } else {
      _ = try entry.value.integer("'\(entry.key)'", in: 0...1_000_000)
    }
  }

  private static func metrics(_ node: FileNode) throws(FileProblem) -> [Expectation] {
    var expectations: [Expectation] = []
    for entry in try node.mapping("'metric'") {
      let name = MetricName.folded(entry.key)
      guard MetricName.all.contains(name) else {
        throw .unknown("metric", name, at: entry.place, known: MetricName.all)
      }
      let value = try entry.value.integer("'\(name)'", in: 0...Int(Int32.max))
      expectations.append(.metric(name: name, value: Int64(value)))
    }
    return expectations
  }

  /// What must never hold is not itself the absence of something.
  static func checkNever(_ node: FileNode) throws(FileProblem) {
    let senseless = ["noLog", "noEvent", "logExactly", "invariants"]
    for entry in try node.mapping("'expectNever'") where senseless.contains(entry.key) {
      throw FileProblem(
        entry.place, "'\(entry.key)' cannot stand in 'expectNever'",
        "use 'log' or 'event' for what must not come, or 'expect'")
    }
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

extension Expectation {
  /// The expectation in words.
  var text: String {
    switch self {
    case .status(let value), .stored(let value): "\(keyword) \(value.canonicalText)"
    case .list(let list, let match):
      "\(match.count.map { "\($0) " } ?? "")\(list.rawValue)"
        + (match.items.isEmpty ? "" : " \(JSONValue.array(match.items).canonicalText)")
    case .metric(let name, let value): "\(name) = \(value)"
    case .logged(let lines), .loggedExactly(let lines), .notLogged(let lines):
      "\(keyword) " + lines.map { "'\($0)'" }.joined(separator: ", ")
    case .happened(let events), .notHappened(let events):
      "\(keyword) " + events.map(\.text).joined(separator: ", ")
    case .invariantsHold: "every invariant to hold"
    }
  }

  /// The key that it is written behind.
  var keyword: String {
    switch self {
    case .status: "status"
    case .list(let list, _):
      [.schedules, .contents, .history].contains(list) ? "store" : list.rawValue
    case .stored: "store"
    case .metric: "metric"
    case .logged: "log"
    case .loggedExactly: "logExactly"
    case .notLogged: "noLog"
    case .happened: "event"
    case .notHappened: "noEvent"
    case .invariantsHold: "invariants"
    }
  }
}
