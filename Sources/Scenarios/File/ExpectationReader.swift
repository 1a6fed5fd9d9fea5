import DailyNotification
import JSONText
import LocatedYAML

/// Parses the values of `expect` and `expectNever`.
enum ExpectationReader {
  /// The expectations of a mapping, without its other keys.
  static func read(
    _ node: YAMLNode, _ what: String, besides others: [String] = []
  ) throws(YAMLProblem) -> [Expectation] {
    let entries = try node.mapping(what).filter { !others.contains($0.key) }
    guard !entries.isEmpty else {
      throw YAMLProblem(
        node.place, "\(what) expects nothing",
        "use one of: \(ExpectationKey.names.joined(separator: ", "))")
    }
    var expectations: [Expectation] = []
    for entry in entries { expectations += try read(entry, others) }
    return expectations
  }

  private static func read(
    _ entry: YAMLNode.Entry, _ others: [String]
  ) throws(YAMLProblem) -> [Expectation] {
    let value = entry.value
    switch try ExpectationKey(of: entry, "expectation", besides: others) {
    case .status: return [.status(try status(value))]
    case .pending: return [try ListReader.read(value, .pending)]
    case .delivered: return [try ListReader.read(value, .delivered)]
    case .tasks: return [try ListReader.read(value, .tasks)]
    case .store: return try StoreReader.read(value)
    case .metric: return try metrics(value)
    case .log: return [.logged(try lines(value, "'log'"))]
    case .logExactly: return [.loggedExactly(try exactLines(value))]
    case .noLog: return [.notLogged(try lines(value, "'noLog'"))]
    case .event: return [.happened(try EventReader.read(value, "'event'"))]
    case .noEvent: return [.notHappened(try EventReader.read(value, "'noEvent'"))]
    case .invariants:
      _ = try value.choice("'invariants'", of: ["ok"])
      return [.invariantsHold]
    }
  }

  static func status(_ node: YAMLNode) throws(YAMLProblem) -> JSONValue {
    if case .mapping(let parts) = node.content, parts.isEmpty {
      throw YAMLProblem(
        node.place, "'status' expects nothing",
        "use one of: \(PhoneStatus.Part.names.joined(separator: ", "))")
    }
    for entry in try node.mapping("'status'") { try checkStatus(entry) }
    return node.json
  }

  private static func checkStatus(_ entry: YAMLNode.Entry) throws(YAMLProblem) {
    // A word that the phone never reports would never match.
    switch try PhoneStatus.Part(of: entry, "part of the status").values {
    case .words(let words): _ = try entry.value.choice("'\(entry.key)'", of: words)
    case .flag: _ = try entry.value.flag("'\(entry.key)'")
    case .count: _ = try entry.value.integer("'\(entry.key)'", in: 0...1_000_000)
    }
  }

  private static func metrics(_ node: YAMLNode) throws(YAMLProblem) -> [Expectation] {
    var expectations: [Expectation] = []
    for entry in try node.mapping("'metric'") {
      // Spaces and the quotes around a label's value may be written or left out.
      let name = entry.key.filter { $0 != "\"" && $0 != " " }
      guard let series = TelemetrySeries.all.first(where: { $0.plainName == name }) else {
        let names = TelemetrySeries.all.map(\.plainName)
        throw .unknown("metric", name, at: entry.place, known: names)
      }
      let value = try entry.value.integer("'\(name)'", in: 0...Int(Int32.max))
      expectations.append(.metric(series, value: Int64(value)))
    }
    return expectations
  }

  /// Refuses expectations of absence, which must not be negated by `expectNever`.
  static func checkNever(_ node: YAMLNode) throws(YAMLProblem) {
    for entry in try node.mapping("'expectNever'")
    where ExpectationKey(rawValue: entry.key)?.canBeNever == false {
      throw YAMLProblem(
        entry.place, "'\(entry.key)' cannot stand in 'expectNever'",
        "use 'log' or 'event' for what must not come, or 'expect'")
    }
  }

  // MARK: Log lines

  private static func exactLines(_ node: YAMLNode) throws(YAMLProblem) -> [String] {
    if case .list(let items) = node.content, items.isEmpty { return [] }
    return try lines(node, "'logExactly'")
  }

  private static func lines(_ node: YAMLNode, _ what: String) throws(YAMLProblem) -> [String] {
    var lines: [String] = []
    for (text, place) in try node.texts(what) {
      if let problem = LineTemplates.problem(with: text) {
        throw YAMLProblem(place, problem.message, problem.remedy)
      }
      lines.append(text)
    }
    guard !lines.isEmpty else {
      throw YAMLProblem(node.place, "\(what) names no line", "write the whole line, in quotes")
    }
    return lines
  }
}

extension Expectation {
  /// The expectation as words.
  var text: String {
    switch self {
    case .status(let value), .stored(let value): "\(key.rawValue) \(value.canonicalText)"
    case .list(let list, let match):
      "\(match.count.map { "\($0) " } ?? "")\(list.rawValue)"
        + (match.items.isEmpty ? "" : " \(JSONValue.array(match.items).canonicalText)")
    case .metric(let name, let value): "\(name) = \(value)"
    case .logged(let lines), .loggedExactly(let lines), .notLogged(let lines):
      "\(key.rawValue) " + lines.map { "'\($0)'" }.joined(separator: ", ")
    case .happened(let events), .notHappened(let events):
      "\(key.rawValue) " + events.map(\.text).joined(separator: ", ")
    case .invariantsHold: "every invariant to hold"
    }
  }

  /// The key that it is written with.
  var key: ExpectationKey {
    switch self {
    case .status: .status
    case .list(let list, _):
      switch list {
      case .pending: .pending
      case .delivered: .delivered
      case .tasks: .tasks
      case .schedules, .contents, .history: .store
      }
    case .stored: .store
    case .metric: .metric
    case .logged: .log
    case .loggedExactly: .logExactly
    case .notLogged: .noLog
    case .happened: .event
    case .notHappened: .noEvent
    case .invariantsHold: .invariants
    }
  }
}
