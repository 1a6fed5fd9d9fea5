import Digests
import Foundation
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

  @Test("needs no file and no network, and has no script but the one that its policy allows")
  func selfContained() throws {
    let root = try page(try SampleResults.all() + [SampleResults.oddOne()])
    let names = Set(root.all.map(\.name))
    #expect(names.isDisjoint(with: ["link", "img", "iframe", "object", "form"]))
    let scripts = root.all.filter { $0.name == "script" }
    #expect(scripts.map(\.text) == [HTMLScript.text])
    #expect(scripts.allSatisfy { $0.attributes.isEmpty })
    let digest = Data(SHA256.digest(Array(HTMLScript.text.utf8))).base64EncodedString()
    #expect(HTMLScript.hash == "sha256-" + digest)
    let policy = root.all.first { $0.attributes["http-equiv"] == "Content-Security-Policy" }
    #expect(
      policy?.attributes["content"]
        == "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-\(digest)'")
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
    #expect(words.contains("a.yaml:8:5, step 3: ") && words.contains("fail: the button is cut off"))
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
      "Every phone is an iPhone", "shared/open.yaml:5:14, step 1", "trace",
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
    let chapters = text.matches(of: /<section id="([^"]+)"/).map { String($0.1) }
    #expect(chapters == ["scenario-4", "scenario-1", "scenario-2"])
    #expect(text.contains("left out below"))
  }

  @Test("what did not pass stands before the list of all, and what passed after it")
  func order() throws {
    let text = text(try SampleResults.all())
    let list = try #require(text.firstRange(of: "id=\"scenarios\"")?.lowerBound)
    let chapters = text.matches(of: /<section id="[^"]+" data-outcome="([a-zA-Z]+)"/)
    #expect(chapters.count == 5)
    for chapter in chapters {
      let isBad = ["failed", "aborted"].contains(chapter.1)
      #expect((chapter.range.lowerBound < list) == isBad, "\(chapter.1)")
    }
  }

  @Test("headings go down one level at a time, tables have captions and column heads")
  func structure() throws {
    let root = try page(try SampleResults.all() + [RunTimelineSamples.day()])
    let levels = root.all.compactMap { $0.name.hasPrefix("h") ? Int($0.name.dropFirst()) : nil }
    #expect(levels.first == 1 && levels.count { $0 == 1 } == 1)
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 })
    for table in root.all.filter({ $0.name == "table" }) {
      #expect(table.children("caption").first?.wholeText.isEmpty == false)
      let heads = table.all.filter { $0.name == "th" }
      #expect(!heads.isEmpty && heads.allSatisfy { $0.attributes["scope"] == "col" })
    }
    // What scrolls can be reached by keyboard and has a name, and is no landmark: there are many.
    let scrolls = root.all.filter { ["wide", "excerpt"].contains($0.attributes["class"]) }
    #expect(scrolls.count > 5 && scrolls.allSatisfy { $0.attributes["tabindex"] == "0" })
    for scroll in scrolls where scroll.name != "figure" {
      #expect(scroll.attributes["role"] == "group")
      #expect(scroll.attributes["aria-label"]?.isEmpty == false)
    }
    let figures = root.all.filter { $0.name == "figure" }
    #expect(figures.allSatisfy { !$0.children("figcaption").isEmpty })
    #expect(!root.all.contains { $0.attributes["role"] == "region" })
    let style = try #require(root.all.first { $0.name == "style" }?.text)
    for scroll in [".wide{overflow-x:auto}", ".excerpt{white-space:pre;overflow-wrap:normal}"] {
      #expect(style.contains(scroll))
    }
    let labels = Set(root.all.compactMap { $0.attributes["for"] })
    for input in root.all.filter({ $0.name == "input" && $0.attributes["type"] != "checkbox" }) {
      #expect(labels.contains(input.attributes["id"] ?? ""))
    }
  }

  @Test("the filter is hidden until a script shows it, and looks at names, tags and failures")
  func filter() throws {
    let root = try page(try SampleResults.all())
    let bar = try #require(root.all.first { $0.attributes["id"] == "filter" })
    #expect(bar.attributes["hidden"] != nil)
    let values = bar.all.compactMap { $0.attributes["value"] }
    #expect(values == ["passed", "failed", "aborted", "skipped"])
    let rows = root.all.filter { $0.name == "tr" && $0.attributes["data-outcome"] != nil }
    #expect(rows.count == 5)
    let failed = rows.first { $0.attributes["data-outcome"] == "failed" }
    let words = failed?.attributes["data-words"] ?? ""
    #expect(words.contains("fails") && words.contains("expected 1 pending"))
    #expect(words == words.lowercased())
  }

  @Test("the filter stands before everything that it hides, is named, and reports what it found")
  func filterPlace() throws {
    let text = text(try SampleResults.all())
    let bar = try #require(text.firstRange(of: "<div id=\"filter\"")?.lowerBound)
    let item = try #require(text.firstRange(of: " data-outcome=")?.lowerBound)
    #expect(bar < item)
    let root = try MarkupTree.parse(text)
    let filter = try #require(root.all.first { $0.attributes["id"] == "filter" })
    #expect(filter.attributes["role"] == "search" && filter.attributes["aria-label"] != nil)
    #expect(filter.all.contains { $0.attributes["role"] == "status" })
    // A key without Ctrl would be hit by those who speak to their computer.
    #expect(!HTMLScript.text.contains("document.addEventListener"))
  }

  @Test("each chapter leads back to the list, and the top of the page to it where it is far")
  func jumps() throws {
    func count(_ results: [ScenarioResult]) throws -> Int {
      try page(results).all.count { $0.attributes["href"] == "#scenarios" }
    }
    #expect(try count(try SampleResults.all()) == 5 + 1)
    #expect(try count([try SampleResults.judged()]) == 1 + 1)
    #expect(try count([]) == 0)
  }

  @Test("a run of no scenarios says so, and does not say that all is good")
  func empty() throws {
    let root = try page([])
    let heading = try #require(root.all.first { $0.name == "h1" }?.wholeText)
    #expect(heading.contains("– not run") && heading.contains("no scenarios"))
    #expect(!root.wholeText.contains("all good"))
    let values = root.all.filter { $0.name == "input" }.compactMap { $0.attributes["value"] }
    #expect(values.isEmpty)
  }

  @Test("a long list of what was found is cut, and can be opened")
  func longFinding() throws {
    var result = try SampleResults.failed()
    let index = try #require(result.steps.firstIndex { $0.failure != nil })
    let long = String(repeating: "word ", count: 2_000)
    result.steps[index].failure?.others = [
      StepFailure.Other(expected: "x", found: long, place: nil)
    ]
    let root = try page([result])
    #expect(root.all.allSatisfy { $0.name != "dd" || $0.wholeText.count <= 1_000 })
    let whole = root.all.first { $0.wholeText.contains("All that was found: 10000 characters") }
    #expect(whole?.wholeText.contains(long) == true)
  }

  @Test(
    "on a page of many scenarios the chapters of those that passed are collapsed",
    arguments: [20, 21])
  func collapsed(_ count: Int) throws {
    let passed = try #require(try SampleResults.all().first { $0.outcome == .passed })
    let failed = try SampleResults.failed()
    let root = try page([failed] + Array(repeating: passed, count: count - 1))
    let chapters = root.all.filter { $0.name == "section" }
    let folded = chapters.filter { $0.children.map(\.name) == ["h2", "details"] }
    #expect(chapters.count == count && folded.count == (count > 20 ? 20 : 0))
    #expect(folded.allSatisfy { $0.attributes["data-outcome"] == "passed" })
    #expect(folded.allSatisfy { $0.children[1].attributes["open"] == nil })
  }

  @Test("dark colours are not printed on white paper")
  func printed() {
    #expect(HTMLStyle.text.contains("@media screen and (prefers-color-scheme:dark)"))
  }

  @Test("text and its ground differ enough in light and in dark", arguments: [0, 1])
  func contrast(_ theme: Int) throws {
    let colors = HTMLStyle.text.matches(of: /--(?<name>[a-z]+):#(?<value>[0-9a-f]{3,6})\b/)
    let count = colors.count / 2
    let own = colors[(theme * count)..<((theme + 1) * count)].map {
      (String($0.output.name), luminance(String($0.output.value)))
    }
    let palette = Dictionary(uniqueKeysWithValues: own)
    let pairs = [
      ("fg", "bg"), ("dim", "bg"), ("fg", "soft"), ("dim", "soft"), ("good", "bg"),
      ("good", "goodbg"), ("bad", "bg"), ("bad", "badbg"), ("note", "notebg"),
    ]
    for (text, ground) in pairs {
      let (first, second) = (try #require(palette[text]), try #require(palette[ground]))
      let ratio = (max(first, second) + 0.05) / (min(first, second) + 0.05)
      #expect(ratio >= 4.5, "\(text) on \(ground): \(ratio)")
    }
  }

  /// The relative luminance of a colour, by WCAG 2.2.
  private func luminance(_ hex: String) -> Double {
    let digits = hex.count == 3 ? hex.flatMap { [$0, $0] } : Array(hex)
    let parts = stride(from: 0, to: 6, by: 2).map { index -> Double in
      let value = Double(Int(String(digits[index...(index + 1)]), radix: 16) ?? 0) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
