import CivilTime
import DailyNotification
import DeviceModel
import JSONText
import LocatedYAML
import PlainText

/// Parses an expected list: a count, the items, or `{count, includes}`.
enum ListReader {
  static func read(
    _ node: YAMLNode, _ list: Expectation.PhoneList
  ) throws(YAMLProblem) -> Expectation {
    .list(list, try match(node, list))
  }

  private static func match(
    _ node: YAMLNode, _ list: Expectation.PhoneList
  ) throws(YAMLProblem) -> Expectation.ListMatch {
    switch node.content {
    case .scalar:
      let count = try node.integer("'\(list.rawValue)'", in: 0...1_000_000)
      return Expectation.ListMatch(count: count, items: [], isExact: false)
    case .list(let nodes):
      return Expectation.ListMatch(
        count: nodes.count, items: try items(nodes, list), isExact: true)
    case .mapping(let entries):
      guard !entries.isEmpty else {
        throw YAMLProblem(
          node.place, "'\(list.rawValue)' expects nothing",
          "write a number, a list, or both: "
            + "{count: 8, includes: […]}")
      }
      var (count, found): (Int?, [JSONValue]) = (nil, [])
      for entry in entries {
        switch entry.key {
        case "count": count = try entry.value.integer("'count'", in: 0...1_000_000)
        case "includes": found = try items(try entry.value.list("'includes'"), list)
        default:
          throw .unknownKey(
            of: "'\(list.rawValue)'", entry.key, at: entry.place, known: ["count", "includes"])
        }
      }
      return Expectation.ListMatch(count: count, items: found, isExact: false)
    }
  }

  private static func items(
    _ nodes: [YAMLNode], _ list: Expectation.PhoneList
  ) throws(YAMLProblem) -> [JSONValue] {
    var items: [JSONValue] = []
    for node in nodes { items.append(try item(node, list)) }
    return items
  }

  /// An identifier, or some of an item's parts.
  private static func item(
    _ node: YAMLNode, _ list: Expectation.PhoneList
  ) throws(YAMLProblem) -> JSONValue {
    guard case .mapping(let entries) = node.content else {
      return .object(JSONObject([(list.keys[0], .string(try node.text("an identifier")))]))
    }
    var members: [(String, JSONValue)] = []
    for entry in entries {
      guard list.keys.contains(entry.key) else {
        throw .unknownKey(
          of: "an item of '\(list.rawValue)'", entry.key, at: entry.place, known: list.keys)
      }
      members.append((entry.key, try value(of: entry, list)))
    }
    return .object(JSONObject(members))
  }
}

extension ListReader {
  /// A part's value, of the kind that it has on every phone.
  private static func value(
    of entry: YAMLNode.Entry, _ list: Expectation.PhoneList
  ) throws(YAMLProblem) -> JSONValue {
    if list.timeKeys.contains(entry.key) { return .string(try time(entry)) }
    if entry.key == "presentation" { return try presentation(entry.value) }
    if list.isText(entry.key) || !entry.value.isNull,
      let words = ExpectedWords.words(entry.key, of: list)
    {
      return .string(try entry.value.choice("'\(entry.key)'", of: words))
    }
    if ExpectedWords.isFlag(entry.key, of: list) {
      return .bool(try entry.value.flag("'\(entry.key)'"))
    }
    return list.isText(entry.key) ? .string(try text(entry)) : entry.value.json
  }

  /// Some parts of a presentation: `{sound: false, banner: false}`.
  private static func presentation(_ node: YAMLNode) throws(YAMLProblem) -> JSONValue {
    var members: [(String, JSONValue)] = []
    let known = Presentation(decidedBy: .settings).json.objectValue?.keys ?? []
    for entry in try node.mapping("'presentation'") {
      guard known.contains(entry.key) else {
        throw .unknownKey(of: "'presentation'", entry.key, at: entry.place, known: known)
      }
      let words: [String]? =
        switch entry.key {
        case "interruption": InterruptionLevel.allCases.map(\.rawValue)
        case "decidedBy": Presentation.Decider.allCases.map(\.rawValue)
        default: nil
        }
      if let words {
        members.append((entry.key, .string(try entry.value.choice("'\(entry.key)'", of: words))))
      } else if entry.key == "badge" {
        members.append((entry.key, entry.value.json))
      } else {
        members.append((entry.key, .bool(try entry.value.flag("'\(entry.key)'"))))
      }
    }
    return .object(JSONObject(members))
  }

  /// A time, or an interval of two times as it is written.
  private static func time(_ entry: YAMLNode.Entry) throws(YAMLProblem) -> String {
    let text = try entry.value.text("'\(entry.key)'")
    guard text.contains("/") else {
      return ISO8601.text(try entry.value.instant("'\(entry.key)'"))
    }
    guard JSONMatch.interval(text) != nil else {
      throw YAMLProblem(
        entry.value.place,
        "'\(entry.key)' must be an ISO 8601 time or an interval, not '\(text.shortened())'",
        "write an interval like \"2025-11-15T05:53:00Z/2025-11-15T05:53:15Z\"")
    }
    return text
  }

  /// A string, which may be empty.
  private static func text(_ entry: YAMLNode.Entry) throws(YAMLProblem) -> String {
    if case .scalar("", isPlain: false) = entry.value.content { return "" }
    return try entry.value.text("'\(entry.key)'")
  }
}

extension Expectation.PhoneList {
  /// Whether a part of an item is a string on every phone.
  func isText(_ key: String) -> Bool {
    switch self {
    case .pending: !timeKeys.contains(key)
    case .delivered: !timeKeys.contains(key) && key != "presentation"
    case .tasks: key == "identifier"
    case .schedules, .contents, .history: false
    }
  }

  /// The parts of an item; the first one identifies it.
  package var keys: [String] {
    switch self {
    case .pending: ["id", "purpose", "schedule", "at", "source", "title", "body"]
    case .delivered:
      ["id", "purpose", "schedule", "at", "planned", "source", "presentation", "title", "body"]
    case .tasks: ["identifier", "earliestBeginDate", "isReady"]
    case .schedules:
      [
        "alarm_id", "trigger_time", "repeat_rule", "channel_id", "priority", "title", "body",
        "sound_enabled", "vibration_enabled", "payload", "created_at", "updated_at", "enabled",
        "kind", "time", "timezone", "revision", "wallMinute", "plannedZone", "leadMinutes",
        "rolloverIntervalMinutes",
      ]
    case .contents:
      [
        "kind", "scheduledFor", "bytes", "byteCount", "fetchedAt", "etag", "identity", "hash",
        "source",
      ]
    case .history:
      [
        "scheduleId", "kind", "outcome", "plannedTime", "deliveredAt", "title", "body",
        "detectedAt", "reason", "certainty",
      ]
    }
  }

  /// The parts that are times.
  var timeKeys: [String] { ["at", "planned", "earliestBeginDate"] }
}
