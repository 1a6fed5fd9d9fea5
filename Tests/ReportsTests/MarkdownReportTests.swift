import Foundation
import Scenarios
import Testing

@testable import Reports

@Suite("Markdown report")
struct MarkdownReportTests {
  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func page(_ results: [ScenarioResult], bytesMax: Int = 1_000_000) -> String {
    MarkdownReport.text(results, context: SampleResults.context, bytesMax: bytesMax)
  }

  @Test("of a small run is this page")
  func golden() throws {
    var failed = try SampleResults.failed()
    failed.steps[1].failure?.lastRecords = ["2025-11-15 05:42:30.000 entry entry=launch"]
    failed.traceHash = "0123456789abcdef"
    #expect(
      page([failed, try SampleResults.skipped(), try SampleResults.flaky()]) == """
        # ✗ dnp run: 1 of 3 scenarios did not pass, 1 skipped, 1 flaky

        | | scenarios | steps |
        |---|--:|--:|
        | ✓ passed | 1 | 2 |
        | ✗ failed | 1 | 1 |
        | ⊘ aborted | 0 | 0 |
        | – skipped | 1 | 2 |
        | – not run | 0 | 0 |

        Took 1.250 s · 0 violations of invariants · dnp 0.1.0 (debug) · time zones 2025b

        ## Failures

        ### ✗ first / **fails**

        <code>scenarios/first/a.yaml:6:14</code>, step 2: expect pending

        <pre>
        6 |   - expect: {pending: 1}
          |              ^
        </pre>

        | | |
        |---|---|
        | expected | 1 pending |
        | found | 0: \\[\\] |
        | at | 2025-11-15T05:42:30Z, 0ms into the run |

        <details><summary>the last records</summary>
        <pre>
        2025-11-15 05:42:30.000 entry entry=launch
        </pre>
        </details>


        ios 17.0, device · seed 1 · zone UTC · trace <code>0123456789abcdef</code>

        ## Flaky

        - other / **is flaky** passed at attempt 2
          - attempt 1, seed 7: failed, expected 1 pending, found 0

        ## Skipped

        - other / **is left out**: the platform is not android

        ## Scenarios

        | | area | scenario | phone | steps | took | phone's time |
        |---|---|---|---|--:|--:|--:|
        | ✗ failed | first | fails | ios 17.0, device | 3 | 3.0 ms | 0ms |
        | – skipped | other | is left out | ios 17.0, device | 1 | 1204.0 ms | 0ms |
        | ✓ flaky | other | is flaky | ios 17.0, device | 1 | 0.4 ms | 0ms |

        """)
  }

  @Test("shows a failed run as a picture of characters")
  func picture() throws {
    let day = try RunTimelineSamples.day()
    let parts = page([day]).components(separatedBy: "```")
    #expect(parts.count == 3)
    let drawn = lines(parts[1]).filter { !$0.isEmpty }
    #expect(drawn.first == "text")
    #expect(drawn[1].hasPrefix("        25 Oct 22:00:00 "))
    let rows = drawn.dropFirst(2).dropLast()
    #expect(rows.map { $0.prefix { $0 != " " } } == ["app", "task", "fetch", "shown", "failed"])
    #expect(rows.allSatisfy { $0.count <= 8 + TimelineText.columns })
    #expect(rows.contains { $0.hasPrefix("shown") && $0.contains("◇") })
    // The step that failed stands at the end.
    #expect(rows.last?.count == 8 + TimelineText.columns)
    #expect(drawn.last?.contains("◇ default text") == true)
    #expect(!page([try SampleResults.passed()]).contains("```"))
  }

  @Test("shows what a person found wrong")
  func judgement() throws {
    let text = page([try SampleResults.judged()])
    #expect(text.contains("<code>scenarios/first/a.yaml:8:5</code>, step 3: "))
    #expect(text.contains("| judged | fail: the button is cut off |"))
    #expect(!text.contains("the last records"))
  }

  @Test("has tables whose rows have as many cells as their headers, whatever the strings")
  func tables() throws {
    let lines = lines(page(try SampleResults.all() + [SampleResults.oddOne()]))
    var head = 0
    for line in lines where line.hasPrefix("|") {
      // A bar after a backslash is text.
      let cells =
        line.replacing("\\\\", with: "").replacing("\\|", with: "")
        .count { $0 == "|" } - 1
      if line.hasPrefix("|---") { #expect(cells == head) }
      if line.hasPrefix("| |") { head = cells }
      #expect(cells == head, "\(line)")
    }
    #expect(head == 7)
  }

  @Test("escapes strings that look like Markdown or HTML")
  func oddTexts() throws {
    let page = page([try SampleResults.oddOne()])
    #expect(page.contains("\\<b\\>\\&\"'\\| \\`tick\\` \\*star\\* \\]\\]\\> \u{1F600} שלום"))
    #expect(!page.contains("<b>") && !page.contains("\u{1}") && !page.contains("\u{1B}"))
    #expect(!page.contains("\u{202E}") && !page.contains("\r"))
    // Inside the block of records, HTML has to be escaped.
    #expect(page.contains("\n&lt;b&gt;&amp;&quot;&#39;| `tick` *star* ]]&gt;"))
    let names = page.matches(of: /<\/?([a-z0-9]+)>/).map { String($0.1) }
    #expect(Set(names) == ["code", "details", "summary", "pre"])
  }

  @Test("is cut after a whole scenario, and says how many are left out")
  func bounded() throws {
    let results = try (0..<40).map { _ in try SampleResults.failed() }
    let whole = page(results)
    #expect(!whole.contains("left out"))
    for bytesMax in [2_000, 20_000, whole.utf8.count - 1, whole.utf8.count + 199] {
      let cut = page(results, bytesMax: bytesMax)
      #expect(cut.utf8.count <= bytesMax)
      #expect(cut.contains(" left out in part or in whole"))
      #expect(
        lines(cut).filter { $0 == "<pre>" }.count == lines(cut).filter { $0 == "</pre>" }.count)
    }
    #expect(page(results, bytesMax: whole.utf8.count + 200) == whole)
  }

  @Test("shortens the excessive output of a single scenario")
  func longValue() throws {
    var result = try SampleResults.failed()
    result.steps[1].failure?.found = String(repeating: "x", count: 2_000_000)
    let page = page([result])
    #expect(page.utf8.count < 20_000)
    #expect(page.contains("x… |"))
  }
}
