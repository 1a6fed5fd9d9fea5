import DailyNotification
import JSONText
import ProjectFiles
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

  @Test("a button of the page makes the same calls with the same options in the console")
  func actions() throws {
    let page = try Self.actions(of: ProjectFile.text("assets/test-app/index.html"))
    #expect(page.keys == ControlTable.rows.map(\.id))
    for control in ControlTable.rows {
      #expect(page[control.id] == Self.action(of: control), "\(control.title)")
    }
  }

  @Test("the check finds a button that makes another call or has other options")
  func plantedAction() throws {
    let html = try ProjectFile.text("assets/test-app/index.html")
    let table = try Self.actions(of: html)
    for (text, other) in [
      ("\"getBatteryStatus\"", "\"getPowerState\""), ("{fetchCron}", "{cron}"),
      ("{\"n\": 60}", "{\"n\": 61}"), ("\"test-plan-1\", ", ""),
    ] {
      #expect(html.contains(text))
      #expect(try Self.actions(of: html.replacing(text, with: other)) != table, "\(text)")
    }
  }

  @Test("the check finds an additional button, another label and another order")
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

  /// The actions of the page's buttons, from its table.
  private static func actions(of html: String) throws -> JSONObject {
    let start = "<script type=\"application/json\" id=\"actions\">"
    let json = try #require(text(between: start, "</script>", in: html))
    return try #require(try JSONParser.parse(json).objectValue)
  }

  private static func action(of control: Control) -> JSONValue {
    switch control.action {
    case .calls(let calls):
      let list = calls.map { call -> JSONValue in
        .array(
          [.string(call.method.rawValue), .object(call.options)]
            + (call.fallback.map { [.string($0.rawValue)] } ?? []))
      }
      return ["calls": .array(list)]
    case .verb(let verb, let parameters):
      return ["verb": .string(verb), "parameters": .object(parameters)]
    case .exportResults: return [:]
    }
  }

  private static func controls(of html: String) -> [PageControl] {
    var group = ""
    var controls: [PageControl] = []
    for line in html.split(separator: "\n") {
      if let name = text(between: "<fieldset data-group=\"", "\"", in: line) {
        group = name.replacing("&amp;", with: "&")
      }
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
