import CivilTime
import DeviceModel
import JSONText
import PlainText
import Scenarios

/// What each version of the plugin does to the person, for people and for programs.
struct ProfileDiffAnswer {
  /// The maximum number of days that people are told by name.
  private static let daysMax = 7
  /// The maximum length of a failure shown to people, in bytes.
  private static let bytesMax = 400

  let path: String
  let platform: DevicePlatform
  let comparison: ProfileComparison

  /// A number of the table, with its head.
  private enum Number: String, CaseIterable {
    case planned = "days with a notification"
    case empty = "days with nothing shown"
    case defaultText = "days with default text"
    case shown = "shown in all"
    case otherTimes = "at other times than normal"
    case missed = "reported missed"
    case rejected = "calls rejected"
    case failed = "steps that failed"

    func value(_ row: ProfileComparison.Row, in comparison: ProfileComparison) -> Int {
      switch self {
      case .planned: row.facts.plannedDays.count
      case .empty: row.facts.emptyDays.count
      case .defaultText: row.facts.defaultDays.count
      case .shown: row.facts.shown
      case .otherTimes: comparison.otherTimes(of: row).count
      case .missed: row.facts.missed
      case .rejected: row.facts.rejected
      case .failed: row.failedSteps
      }
    }
  }

  /// Lines, each with its line feed.
  var text: String {
    let rows = comparison.rows
    let heads = rows.map(ProfileDiffAnswer.name)
    let width = Number.allCases.map(\.rawValue.count).max() ?? 0
    var lines = ["\(path) on \(platform.title), \(daysText)", ""]
    lines.append(String(repeating: " ", count: width) + heads.map { "  " + $0 }.joined())
    for number in Number.allCases {
      let cells = zip(rows, heads).map { row, head in
        "  " + String(number.value(row, in: comparison)).padded(left: head.count)
      }
      lines.append(number.rawValue.padded(to: width) + cells.joined())
    }
    for row in rows { lines += details(row) }
    lines += ["", comparison.isEqual ? "equal in all of this" : "they differ"]
    return lines.map { SafeText.terminalLine($0) + "\n" }.joined()
  }

  private var daysText: String {
    let days = comparison.rows[0].days
    return days.lowerBound == days.upperBound
      ? days.lowerBound.text : "\(days.lowerBound.text) to \(days.upperBound.text)"
  }

  private func details(_ row: ProfileComparison.Row) -> [String] {
    var lines: [String] = []
    if !row.facts.emptyDays.isEmpty {
      lines.append("  nothing shown  " + ProfileDiffAnswer.words(row.facts.emptyDays))
    }
    if !row.facts.defaultDays.isEmpty {
      lines.append("  default text   " + ProfileDiffAnswer.words(row.facts.defaultDays))
    }
    if let reason = row.reason {
      let head = row.outcome == .skipped ? "skipped        " : "first failure  "
      lines.append("  " + head + reason.shortened(bytesMax: ProfileDiffAnswer.bytesMax))
    }
    return lines.isEmpty ? [] : ["", ProfileDiffAnswer.name(row)] + lines
  }

  private static func words(_ days: [CivilDate]) -> String {
    let named = days.prefix(daysMax).map(\.text).joined(separator: ", ")
    return days.count > daysMax ? named + " and \(days.count - daysMax) more" : named
  }

  /// What a version is called here; this plugin has no profile.
  private static func name(_ row: ProfileComparison.Row) -> String {
    row.profile?.rawValue ?? "normal"
  }

  /// One object, described in docs/diff.md.
  var json: JSONValue {
    [
      "compared": "profiles", "scenario": .string(path),
      "platform": .string(platform.rawValue),
      "isEqual": .bool(comparison.isEqual),
      "profiles": .array(comparison.rows.map(value)),
    ]
  }

  private func value(_ row: ProfileComparison.Row) -> JSONValue {
    [
      "profile": .string(ProfileDiffAnswer.name(row)),
      "outcome": .string(row.outcome.rawValue),
      "reason": row.reason.map(JSONValue.string) ?? .null,
      "failedSteps": .integer(Int64(row.failedSteps)),
      "firstDay": .string(row.days.lowerBound.text),
      "lastDay": .string(row.days.upperBound.text),
      "daysPlanned": value(row.facts.plannedDays),
      "daysWithNothing": value(row.facts.emptyDays),
      "daysWithDefaultText": value(row.facts.defaultDays),
      "shown": .integer(Int64(row.facts.shown)),
      "otherTimes": .array(
        comparison.otherTimes(of: row).map { showing in
          [
            "id": .string(showing.id),
            "planned": .string(ISO8601.text(showing.plannedMilliseconds)),
          ]
        }),
      "missed": .integer(Int64(row.facts.missed)),
      "rejected": .integer(Int64(row.facts.rejected)),
    ]
  }

  private func value(_ days: [CivilDate]) -> JSONValue { .array(days.map { .string($0.text) }) }
}
