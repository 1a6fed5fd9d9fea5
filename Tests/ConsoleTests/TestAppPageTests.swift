import DailyNotification
import Scenarios
import Testing

/// The page's buttons as its HTML has them.
private struct PageControl: Hashable {
  let group: String
  let id: String
  let label: String
}

@Suite("Test app page")
struct TestAppPageTests {
  @Test("page and console have the same controls, in the same groups and order")
  func controls() throws {
    let page = try Self.controls(of: ProjectFile.text("assets/test-app/index.html"))
    let table = ControlTable.rows.map {
      PageControl(group: $0.group.rawValue, id: $0.id, label: $0.label)
    }
    #expect(page == table)
  }

  @Test("each call of a button is the one that the console makes")
  func calls() throws {
    let html = try ProjectFile.text("assets/test-app/index.html")
    for control in ControlTable.rows {
      guard case .call(let method, let options) = control.action else { continue }
      let values = options == .none ? "({})" : "({ time: testTime(new Date()) })"
      #expect(html.contains("  \(control.id): [\"\(method.rawValue)\", () => \(values)],"))
    }
  }

  @Test("a page with a button more, another label or another order is told from the table")
  func planted() throws {
    let html = try ProjectFile.text("assets/test-app/index.html")
    let table = Self.controls(of: html)
    let button = "<button type=\"button\" data-action=\"checkPluginStatus\">"
    #expect(html.contains(button))
    #expect(
      Self.controls(of: html.replacing(button, with: button + "x</button>" + button)) != table)
    #expect(Self.controls(of: html.replacing("Check Permissions", with: "Check")) != table)
    #expect(
      Self.controls(of: html.replacing("data-group=\"Plugin\"", with: "data-group=\"P\"")) != table)
  }

  private static func controls(of html: String) -> [PageControl] {
    var group = ""
    var controls: [PageControl] = []
    for line in html.split(separator: "\n") {
      if let name = text(between: "<fieldset data-group=\"", "\"", in: line) { group = name }
      guard let id = text(between: "data-action=\"", "\"", in: line), line.contains("<button")
      else { continue }
      for part in line.split(separator: "<button").dropFirst(line.hasPrefix("<button") ? 0 : 1) {
        let label = text(between: ">", "</button>", in: part) ?? ""
        let partID = text(between: "data-action=\"", "\"", in: part) ?? id
        controls.append(PageControl(group: group, id: partID, label: label))
      }
    }
    return controls
  }

  private static func text(
    between start: String, _ end: String, in line: some StringProtocol
  ) -> String? {
    guard let from = line.firstRange(of: start) else { return nil }
    let rest = line[from.upperBound...]
    return rest.firstRange(of: end).map { String(rest[..<$0.lowerBound]) }
  }
}
