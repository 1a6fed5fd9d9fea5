import DeviceModel
import Foundation
import ProjectFiles
import Testing

@Suite("docs/platform.md")
struct PlatformPageTests {
  /// The cells of a table's rows under a heading, header and rule left out.
  private func table(_ heading: String) throws -> [[String]] {
    let lines = try ProjectFile.text("docs/platform.md").components(separatedBy: "\n")
    let section = try #require(lines.firstIndex(of: "## \(heading)"))
    return lines[(section + 1)...].prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("|") }
      .dropFirst(2).map { row in
        row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
      }
  }

  @Test("has every knob with its values, the default first, in their order")
  func knobs() throws {
    let rows = try table("Knobs").map { Array($0.prefix(2)) }
    let expected = Knobs.table.map { row in
      ["`\(row.name)`", row.values.map { "`\($0)`" }.joined(separator: ", ")]
    }
    #expect(rows == expected)
  }

  @Test("has every verb with its parameter and what it does, in their order")
  func verbs() throws {
    let expected = VerbTable.rows.map { row in
      ["`\(row.name)`", row.parameters.map(text).joined(separator: "; "), row.summary]
    }
    #expect(try table("Verbs") == expected)
  }

  private func text(_ parameter: VerbTable.Parameter) -> String {
    let values =
      switch parameter.kind {
      case .choice(let words): ": " + words.map { "`\($0)`" }.joined(separator: ", ")
      case .number(let range): ": \(range.lowerBound) to \(range.upperBound)"
      case .duration: ": a duration"
      case .zone: ": an IANA zone"
      case .flag: ": `true`, `false`"
      case .responses, .texts: ": a list"
      case .answer: ": an object"
      case .fields(let fields):
        fields.isEmpty ? "" : ": " + fields.map { "`\($0.key)`" }.joined(separator: ", ")
      case .text, .caption: ""
      }
    return "`\(parameter.key)`" + values + (parameter.isOptional ? ", optional" : "")
  }

  @Test("says what a new phone is like")
  func defaults() throws {
    let values = try table("A new phone").map { $0[1] }
    let configuration = DeviceConfiguration()
    #expect(values[0] == "iOS \(configuration.osVersion), variant `\(configuration.variant)`")
    #expect(configuration.startMilliseconds == 1_763_185_350_000)
    #expect(values[1] == "2025-11-15T05:42:30Z, zone \(configuration.zone)")
    #expect(values[2] == "\(configuration.uptimeMilliseconds / 3_600_000) hours before")
    #expect(values[3] == "\(configuration.seed)")
    #expect(configuration.isLaunchedAtStart && configuration.traceCapacity == 65_536)
  }

  @Test("names what the code says is not modelled")
  func notModelled() throws {
    let page = try ProjectFile.text("docs/platform.md")
    for word in [
      "critical alerts", "other times of the summary", "badges", "budget", "constraints", "scenes",
      "binary property lists",
    ] {
      #expect(page.contains(word), "\(word)")
    }
  }
}
