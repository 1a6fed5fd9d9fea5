import CellGrid
import Testing

@testable import Console

@Suite("A path in little room")
struct PathTextTests {
  private static let path = "~/one/two/three/dnp-report.json"

  @Test("is whole where there is room")
  func whole() {
    #expect(PathText.text(Self.path, columns: Self.path.count) == Self.path)
  }

  @Test(
    "is cut once, in its middle; the file's name is cut last",
    arguments: [30, 22])
  func cut(columns: Int) {
    let room = columns
    let shown = PathText.text(Self.path, columns: room)
    #expect(shown.hasPrefix("~/one") && shown.hasSuffix("/dnp-report.json"))
    #expect(shown.count { $0 == "…" } == 1 && TextWidth.columns(of: shown) == room)
  }

  @Test("has no more columns than it may", arguments: 1...40)
  func narrow(columns: Int) {
    for path in [Self.path, "日本語/日本語の名前.json", "no-folder-at-all-but-long.json"] {
      #expect(TextWidth.columns(of: PathText.text(path, columns: columns)) <= columns)
    }
  }
}
