import Foundation
import ProjectFiles
import Testing

@testable import DailyNotification

@Suite("docs/plugin.md")
struct PluginDocumentationTests {
  private static func page() throws -> String { try ProjectFile.text("docs/plugin.md") }

  /// The rows of the table under a heading, without its head.
  private static func rows(under heading: String) throws -> [String] {
    let lines = try page().components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: heading), "\(heading) is missing")
    let table = lines[(start + 1)...].drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
    return Array(table.dropFirst(2))
  }

  @Test("has the code's table of log lines, row for row")
  func lines() throws {
    let expected = LogLine.allCases.map { line in
      let levels = line.levels.map(\.rawValue).joined(separator: ", ")
      return "| `\(line.rawValue)` | \(line.category.prefix.dropFirst(5).dropLast()) | \(levels) "
        + "| `\(line.template)` |"
    }
    #expect(try Self.rows(under: "## Log lines") == expected)
  }

  @Test("has a row for every call, in order, with its option keys")
  func calls() throws {
    let rows = try Self.rows(under: "## Calls")
    #expect(rows.count == PluginMethod.allCases.count)
    for (row, method) in zip(rows, PluginMethod.allCases) {
      #expect(row.hasPrefix("| \(method.number) | `\(method.rawValue)` |"))
      for key in method.optionKeys { #expect(row.contains("`\(key)`"), "\(method): \(key)") }
    }
  }

  @Test("has a row for every rejection with its action")
  func rejections() throws {
    let rows = try Self.rows(under: "## Rejections")
    #expect(rows.count == Rejection.Kind.allCases.count)
    for (row, kind) in zip(rows, Rejection.Kind.allCases) {
      #expect(row.hasPrefix("| `\(kind.rawValue)` |"))
      #expect(row.hasSuffix("| \(kind.action.map { "`\($0)`" } ?? "–") |"))
    }
  }

  @Test("has a row for every counter and every stored key")
  func counters() throws {
    let counters = try Self.rows(under: "## Counters")
    var expected: [String: [String]] = [:]
    var names: [String] = []
    // The gauge is the phone's own.
    for series in TelemetrySeries.all where series.metric.kind != .gauge {
      let label = series.labelValue == nil ? nil : series.metric.label
      let name = series.metric.rawValue + series.suffix + (label.map { "{\($0)}" } ?? "")
      if names.last != name { names.append(name) }
      if let value = series.labelValue { expected[name, default: []].append(value) }
    }
    #expect(counters.count == names.count)
    for (row, name) in zip(counters, names) {
      #expect(row.hasPrefix("| `\(name)` |"))
      let words = row.split { !($0.isLetter || $0.isNumber || "_+".contains($0)) }.map(String.init)
      for value in expected[name] ?? [] { #expect(words.contains(value), "\(name): \(value)") }
    }
    let keys = try Self.rows(under: "### Keys")
    #expect(keys.count == StorageKey.allCases.count)
    for (row, key) in zip(keys, StorageKey.allCases) { #expect(row.hasPrefix("| `\(key.name)` |")) }
  }
}
