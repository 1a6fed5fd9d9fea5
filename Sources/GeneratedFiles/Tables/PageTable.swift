/// A table of a page that repeats what the code declares.
///
/// It stands between `<!-- generated: NAME -->` and `<!-- end -->`.
public struct PageTable: Sendable {
  /// The page, from the project's folder.
  public let page: String
  /// The name between the marks.
  public let name: String
  private let head: [String]
  private let rows: [[String]]

  init(_ page: String, _ name: String, _ head: [String], _ rows: [[String]]) {
    self.page = page
    self.name = name
    self.head = head
    self.rows = rows
  }

  /// Every table, those of a page together.
  public static var all: [PageTable] { PluginTables.all + [ScenarioTables.buttons] }

  /// The table in Markdown.
  private var text: String {
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { cells in
      // The line under the head has no blanks.
      let isRule = cells.allSatisfy { $0 == "---" }
      return isRule ? "|\(cells.joined(separator: "|"))|" : "| \(cells.joined(separator: " | ")) |"
    }.joined(separator: "\n")
  }

  /// A page with the table as it is declared; nil where the page has no marks for it.
  public func written(into page: String) -> String? {
    guard let start = page.firstRange(of: "<!-- generated: \(name) -->\n"),
      let end = page[start.upperBound...].firstRange(of: "\n<!-- end -->")
    else { return nil }
    return page[..<start.upperBound] + text + page[end.lowerBound...]
  }
}
