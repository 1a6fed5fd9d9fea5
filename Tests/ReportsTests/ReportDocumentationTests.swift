import DailyNotification
import Foundation
import ProjectFiles
import Testing

@testable import Reports

@Suite("Reports documentation")
struct ReportDocumentationTests {
  private let text: String

  init() throws {
    text = try ProjectFile.text("docs/reports.md")
  }

  @Test("has a row for each format")
  func formats() {
    for format in ReportFormat.allCases {
      #expect(text.contains("\n| `\(format.rawValue)` | "), "\(format)")
    }
  }

  @Test("has each metric with its labels")
  func metrics() throws {
    let results = [try SampleResults.passed()]
    for family in RunMetrics.families(results, context: SampleResults.context) {
      let labels = family.samples.first?.labels.map(\.name) ?? []
      let isPlain = family.kind == .histogram || labels.isEmpty
      let braces = isPlain ? "" : "{\(labels.joined(separator: ","))}"
      #expect(text.contains("`\(family.name)\(braces)`"), "\(family.name)\(braces)")
    }
  }

  @Test("has each lane of the chart, and the limits")
  func picture() throws {
    let picture = TimelinePicture(try RunTimelineSamples.day()).text(label: "")
    let root = try MarkupTree.parse(picture)
    let groups = root.children("g")
    #expect(groups.count >= 3)
    for group in groups {
      let name = try #require(group.children("text").first?.text)
      #expect(text.contains("\n| \(name) | "), "\(name)")
    }
    #expect(text.contains("the last \(JUnitReport.excerptMax) log lines"))
    #expect(text.contains("the last \(HTMLChapter.rowsMax) log"))
    #expect(text.contains("cut at 2,000 characters") && MarkdownReport.valueMax == 2_000)
    #expect(TAPReport.valueMax == 2_000)
    #expect(text.contains("the first \(DetailBudget.scenariosMax) scenarios that did not pass"))
    #expect(text.contains("at most 8 MB in total") && DetailBudget.bytesMax == 8_000_000)
    #expect(text.contains("failures at \(TAPReport.failuresMax) a scenario"))
    #expect(text.contains("at 24 MB") && HTMLReport.chapterBytesMax == 24_000_000)
  }
}
