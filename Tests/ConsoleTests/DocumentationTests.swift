import Foundation
import ProjectFiles
import Testing

@testable import Console

@Suite("Console's documentation")
struct DocumentationTests {
  @Test(
    "docs/console.md has the keys and commands of the tables", .serialized,
    arguments: ["keys", "commands"])
  func generated(section: String) throws {
    let path = "docs/console.md"
    let wanted = section == "keys" ? KeyDocumentation.markdown : KeyDocumentation.commands
    let page = try ProjectFile.text(path)
    let parts = try #require(Self.parts(of: page, section))
    if ProjectFile.isUpdating {
      try ProjectFile.write(
        "\(parts.before)<!-- \(section) -->\n\n\(wanted)\n<!-- /\(section) -->\(parts.after)",
        to: path)
      return
    }
    let isSame = parts.inside == "\n\n\(wanted)\n"
    #expect(isSame, "the table in \(path) is old; SNAP_UPDATE=1 rewrites it")
  }

  @Test("the README shows the screen of the first run as it is")
  func readme() throws {
    var driver = ConsoleDriver()
    driver.firstRun()
    let readme = try ProjectFile.text("README.md")
    #expect(readme.contains("```\n\(driver.text)\n```"), "paste this:\n\(driver.text)")
  }

  @Test("the README's picture is the screen after the first notification")
  func picture() throws {
    var driver = ConsoleDriver(rows: 30, columns: 110)
    driver.firstRun()
    driver.type("bI")
    driver.command("advance 15m")
    let picture = ScreenPicture.svg(
      driver.model.view(),
      title: "The console: buttons, status, the phone, the timeline and the log")
    let path = "docs/console.svg"
    if ProjectFile.isUpdating { try ProjectFile.write(picture, to: path) }
    #expect(
      try ProjectFile.text(path) == picture, "\(path) is old; SNAP_UPDATE=1 draws it anew")
    #expect(try ProjectFile.text("README.md").contains("](\(path))"))
    // It is a picture of that screen, and not of an empty one.
    #expect(picture.contains(">15m later: Daily shown with content<"))
    #expect(picture.split(separator: "\n").count > 100)
  }

  @Test("the check finds a missing row")
  func planted() throws {
    let page = try ProjectFile.text("docs/console.md")
    let inside = try #require(Self.parts(of: page, "keys")).inside
    let shorter = page.replacing(
      "| `Ctrl-L` | Paint the screen afresh | `program.repaint` |\n", with: "")
    #expect(shorter != page)
    #expect(try #require(Self.parts(of: shorter, "keys")).inside != inside)
  }

  private static func parts(
    of page: String, _ section: String
  ) -> (before: String, inside: String, after: String)? {
    guard let start = page.firstRange(of: "<!-- \(section) -->"),
      let end = page.firstRange(of: "<!-- /\(section) -->")
    else { return nil }
    return (
      String(page[..<start.lowerBound]), String(page[start.upperBound..<end.lowerBound]),
      String(page[end.upperBound...])
    )
  }
}
