import DailyNotification
import Testing

@testable import DeviceLogs

@Suite("Parsing by the table of lines")
struct LineTableTests {
  private static let time = "2025-11-15T05:53:00Z"

  /// A message of the row, with times where a template ends in one and names elsewhere.
  private static func sample(_ line: LogLine) -> String {
    var text = line.template.description
    for name in line.template.fields.map(\.name) {
      let value =
        switch (line, name) {
        case (.configureCalled, _): "configure"
        case (.recoveredQuietly, "scenario"): "warmStart"
        case (.recovered, "scenario"): "boot"
        case (_, "time"): time
        default: "some text"
        }
      text = text.replacing("{\(name)}", with: value)
    }
    return text
  }

  @Test("finds each row, and only that one", arguments: LogLine.allCases)
  func rows(line: LogLine) {
    let sample = LineTableTests.sample(line)
    for category in LogCategory.allCases {
      let match = LineTable.match(Array(sample.utf8), category)
      #expect(match.lines == (category == line.category ? [line] : []), "\(sample)")
      guard category == line.category else { continue }
      #expect(match.fields.map(\.name) == line.template.fields.map(\.name))
    }
  }

  @Test("reads the fields as they were written")
  func fields() {
    let text = "Persisted schedule to DB (id=a, b=(c), type=DAILY, time=05:53, next=none)"
    let fields = LineTable.match(Array(text.utf8), .storage).fields
    #expect(fields.map(\.text) == ["a, b=(c)", "DAILY", "05:53", "none"])
  }

  @Test("finds no row for a message that only begins or ends like one")
  func strict() {
    for text in [
      "BGTask expired!", "so BGTask expired", "BGTask completed (success=true) twice",
      "Scheduling prefetch for notification at 2025-11-15T05:", "status = ready?", "",
    ] {
      for category in LogCategory.allCases {
        #expect(LineTable.match(Array(text.utf8), category).lines == [], "\(text)")
      }
    }
  }

  @Test(
    "accepts an arrow in every spelling",
    arguments: ["→", "->", "\\M-b\\M^F\\M^R", "\\u2192"])
  func arrows(spelling: String) {
    let match = LineTable.match(Array("requestPermissions() \(spelling) granted".utf8), .plugin)
    #expect(match.lines == [.permissionsRequested])
    #expect(match.fields.map(\.text) == ["granted"])
  }

  @Test("finds the rows that hidden text can be")
  func hidden() {
    let lines = { (text: String) in LineTable.match(Array(text.utf8), .fetch).lines }
    #expect(Set(lines("<private>")) == Set(LogLine.allCases.filter { $0.category == .fetch }))
    #expect(lines("BGTask <private>ed") == [.taskExpired])
    #expect(lines("BGTask <private>)") == [.taskStarted, .taskCompleted])
    #expect(lines("nothing <private>") == [])
  }
}
