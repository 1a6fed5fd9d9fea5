import DailyNotification
import JSONText

/// The tables of `docs/plugin.md`.
enum PluginTables {
  static let all = [calls, issues, keys, rejections, lines, counters]

  private static let page = "docs/plugin.md"

  // MARK: Calls

  private static let calls = PageTable(
    page, "calls", ["#", "call", "options", "value"],
    PluginMethod.allCases.map { method in
      let options = method.options.map(words(of:))
      return [
        String(method.number), "`\(method.rawValue)`",
        options.isEmpty ? "–" : options.joined(separator: ", "), value(of: method),
      ]
    })

  /// An option, and in parentheses what its value may be and what holds without it.
  private static func words(of option: CallOption) -> String {
    let kind: String? =
      switch option.kind {
      case .integer(let range): "\(grouped(range.lowerBound))–\(grouped(range.upperBound))"
      case .choice(let words): words.joined(separator: ", ")
      case .zone: "IANA"
      case .texts(let countMax, _): "at most \(grouped(Int64(countMax)))"
      case .object(let parts): "`\(shape(of: parts))`"
      case .text, .flag, .server, .wallTime, .date, .cron, .did, .identifier: nil
      }
    let fallback = option.fallback.map { "else \(words(of: $0))" }
    let details = [option.isRequired ? "must be given" : nil, kind, fallback].compactMap(\.self)
    return "`\(option.name)`" + (details.isEmpty ? "" : " (\(details.joined(separator: "; ")))")
  }

  private static func words(of fallback: CallOption.Fallback) -> String {
    switch fallback {
    case .known(let words): words
    case .value(.integer(let number)): grouped(number)
    case .value(let value): "`\(value.stringValue ?? value.canonicalText)`"
    }
  }

  private static func shape(of options: [CallOption]) -> String {
    let parts = options.map { option in
      option.name + (option.parts.isEmpty ? "" : ": \(shape(of: option.parts))")
    }
    return "{\(parts.joined(separator: ", "))}"
  }

  private static func value(of method: PluginMethod) -> String {
    let schema = CallSchema.result(of: method).json
    guard let alternatives = schema["anyOf"]?.arrayValue, let last = alternatives.last else {
      return "`\(shape(of: schema))`"
    }
    return "`\(shape(of: last))`, or `null` before the first"
  }

  /// The keys of an object that a schema describes, with those of the objects in it.
  private static func shape(of schema: JSONValue) -> String {
    let members = (schema["properties"]?.objectValue?.members ?? []).map { key, value in
      let inner = value["anyOf"]?.arrayValue?.last ?? value
      if inner["properties"] != nil { return "\(key): \(shape(of: inner))" }
      guard let item = value["items"], item["properties"] != nil else { return key }
      return "\(key): [\(shape(of: item))]"
    }
    return "{\(members.joined(separator: ", "))}"
  }

  /// A number with commas between thousands.
  private static func grouped(_ number: Int64) -> String {
    var digits = String(number)
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits.removeLast(3)
    }
    return ([Substring(digits)] + groups).joined(separator: ",")
  }

  // MARK: The others

  private static let issues = PageTable(
    page, "issues", ["issue", "nothing is shown", "what to do", "`call`"],
    ReadinessIssue.allCases.map { issue in
      [
        "`\(issue.rawValue)`", issue.isBlocking ? "yes" : "no", issue.remedy,
        issue.call.map { "`\($0.rawValue)`" } ?? "–",
      ]
    })

  private static let keys = PageTable(
    page, "keys", ["key", "holds"],
    StorageKey.allCases.map { ["`\($0.name)`", $0.summary] })

  private static let rejections = PageTable(
    page, "rejections", ["error", "when", "action"],
    Rejection.Kind.allCases.map { kind in
      ["`\(kind.rawValue)`", kind.summary, kind.action.map { "`\($0)`" } ?? "–"]
    })

  private static let lines = PageTable(
    page, "log lines", ["event", "category", "level", "message"],
    LogLine.allCases.map { line in
      [
        "`\(line.rawValue)`", String(line.category.prefix.dropFirst(5).dropLast()),
        line.levels.map(\.rawValue).joined(separator: ", "), "`\(line.template)`",
      ]
    })

  /// Without the gauge, which is the phone's own.
  private static let counters = PageTable(
    page, "counters", ["counter", "counts"],
    TelemetryMetric.allCases.filter { $0.kind != .gauge }.flatMap(rows))

  private static func rows(of metric: TelemetryMetric) -> [[String]] {
    var counters: [(name: String, labels: [String])] = []
    for series in metric.series {
      let label = series.labelValue == nil ? nil : metric.label
      let name = metric.rawValue + series.suffix + (label.map { "{\($0)}" } ?? "")
      if counters.last?.name != name { counters.append((name, [])) }
      if let value = series.labelValue { counters[counters.count - 1].labels.append(value) }
    }
    return counters.map { counter in
      let words = counter.labels.map { "`\($0)`" }.joined(separator: ", ")
      return [
        "`\(counter.name)`", [metric.help, words].filter { !$0.isEmpty }.joined(separator: " "),
      ]
    }
  }
}
