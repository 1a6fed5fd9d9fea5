import Testing

@testable import Reports
@testable import Scenarios

@Suite("HTML report")
struct HTMLReportTests {
  private func text(_ results: [ScenarioResult]) -> String {
    ReportFormat.html.text(results, context: SampleResults.context)
  }

  /// The page as parsed by an XML parser, which is stricter than a browser.
  private func page(_ results: [ScenarioResult]) throws -> MarkupTree.Element {
    try MarkupTree.parse(text(results))
  }

  @Test("needs no file, no network and no script")
  func selfContained() throws {
    let root = try page(try SampleResults.all() + [SampleResults.oddOne()])
    let names = Set(root.all.map(\.name))
    #expect(names.isDisjoint(with: ["script", "link", "img", "iframe", "object", "form"]))
    for element in root.all {
      let keys = Set(element.attributes.keys)
      #expect(keys.isDisjoint(with: ["src", "style", "onclick", "onload", "onerror"]))
      if let target = element.attributes["href"] { #expect(target.hasPrefix("#")) }
    }
    let style = try #require(root.all.first { $0.name == "style" }?.text)
    #expect(!style.contains("url(") && !style.contains("@import"))
    #expect(style.contains("prefers-color-scheme:dark") && style.contains("@media print"))
  }

  @Test("shows what a person found wrong among the failures")
  func judgement() throws {
    let root = try page([try SampleResults.judged()])
    let failures = root.all.filter { $0.attributes["class"] == "failure" }.map(\.wholeText)
    #expect(failures.count == 1)
    let words = failures.first ?? ""
    #expect(words.contains("a.yaml:8, step 3: ") && words.contains("fail: the button is cut off"))
  }

  @Test("has unique identifiers, and links whose targets exist")
  func links() throws {
    let root = try page(try SampleResults.all() + [RunTimelineSamples.day()])
    let identifiers = root.all.compactMap { $0.attributes["id"] }
    #expect(Set(identifiers).count == identifiers.count)
    let targets = root.all.compactMap { $0.attributes["href"]?.dropFirst() }.map(String.init)
    #expect(targets.count > 10)
    #expect(Set(targets).isSubset(of: identifiers))
  }

  @Test("shows the outcome of each scenario as a glyph and a word")
  func outcomes() throws {
    let root = try page(try SampleResults.all())
    let rows = root.all.filter { $0.name == "tr" }.map(\.wholeText)
    for (name, words) in [
      ("passes", "✓ passed"), ("fails", "✗ failed"), ("breaks off", "⊘ aborted"),
      ("is left out", "– skipped"), ("is flaky", "✓ passed"),
    ] {
      #expect(rows.contains { $0.contains(name) && $0.contains(words) }, "\(name)")
    }
    #expect(rows.contains { $0.contains("is flaky") && $0.contains("≈ flaky") })
    #expect(root.all.first { $0.name == "h1" }?.wholeText.contains("2 of 5 scenarios") == true)
  }

  @Test("shows failures, notes, counts, shown notifications and the log")
  func contents() throws {
    let text = try page(try SampleResults.all()).wholeText
    for words in [
      "1 pending", "the last records", "pass: looks good", "note: a note", "needs a person",
      "Earlier attempts", "17 watched, 0 broken", "dnp_notifications_scheduled_total",
      "Shown notifications: 1", "[DNP-PLUGIN] status = ready", "Schedule snapshot",
      "iOS only", "shared/open.yaml:5, step 1", "trace",
    ] {
      #expect(text.contains(words), "\(words)")
    }
  }

  @Test("shows unusual strings unchanged, except for characters that HTML forbids")
  func oddTexts() throws {
    let root = try page([try SampleResults.oddOne()])
    let heading = try #require(root.all.first { $0.name == "h2" }?.wholeText)
    #expect(heading.contains("<b>&\"'| `tick` *star* ]]> \u{1F600} שלום \u{FFFD}turned\u{FFFD}"))
    #expect(!root.all.contains { $0.name == "b" })
  }

  @Test("leaves out chapters of passed scenarios when the page becomes too long, and says so")
  func bounded() throws {
    var long = try SampleResults.flaky()
    long.lines = (0..<300).map { _ in
      LoggedLine(
        text: String(repeating: "x", count: 30_000), level: "info", wallMilliseconds: 0,
        sequence: 0)
    }
    let text = text([long, long, long, try SampleResults.failed()])
    #expect(text.utf8.count < HTMLReport.chapterBytesMax + 1_000_000)
    let chapters = text.matches(of: /<section id="([^"]+)">/).map { String($0.1) }
    #expect(chapters == ["scenario-1", "scenario-2", "scenario-4"])
    #expect(text.contains("left out below"))
  }
}
