import DailyNotification
import DeviceModel
import Foundation
import ProjectFiles
import Testing

@Suite("Info.plist")
struct InfoPlistTests {
  private static let modes = "<key>UIBackgroundModes</key><array><string>fetch</string></array>"
  private static let identifiers =
    "<key>BGTaskSchedulerPermittedIdentifiers</key>"
    + "<array><string>a</string><string>b</string></array>"

  private func parse(_ body: String, isWrapped: Bool = true) -> Result<InfoPlist, InfoPlistError> {
    do throws(InfoPlistError) {
      return .success(
        try InfoPlist(xml: isWrapped ? "<plist version=\"1.0\"><dict>\(body)</dict></plist>" : body)
      )
    } catch {
      return .failure(error)
    }
  }

  @Test("is parsed in any order, skipping whitespace, other keys and comments")
  func good() {
    let expected = InfoPlist(permittedIdentifiers: ["a", "b"], backgroundModes: ["fetch"])
    #expect(parse(Self.modes + Self.identifiers) == .success(expected))
    let commented =
      "<!-- <key>UIBackgroundModes</key> --><key>X</key><true/>"
      + Self.modes.replacing("<array>", with: "\n\t<array>\n<!-- <string>x</string> -->\n")
      + Self.identifiers.replacing("</string>", with: "</string>\n  ")
    #expect(parse(commented) == .success(expected))
  }

  @Test("may have empty lists")
  func empty() {
    let body = Self.identifiers + "<key>UIBackgroundModes</key><array>\n</array>"
    #expect(
      parse(body)
        == .success(InfoPlist(permittedIdentifiers: ["a", "b"], backgroundModes: [])))
  }

  @Test("may have an empty list as a self-closing tag")
  func emptyTag() {
    let body = Self.identifiers + "<key>UIBackgroundModes</key><array/>"
    #expect(
      parse(body)
        == .success(InfoPlist(permittedIdentifiers: ["a", "b"], backgroundModes: [])))
  }

  @Test("has the five entities of XML decoded")
  func entities() {
    let body =
      Self.modes + "<key>BGTaskSchedulerPermittedIdentifiers</key><array>"
      + "<string>&lt;&amp;&gt;&quot;&apos;&amp;lt;</string></array>"
    #expect(
      parse(body)
        == .success(InfoPlist(permittedIdentifiers: ["<&>\"'&lt;"], backgroundModes: ["fetch"])))
  }

  @Test(
    "is refused with the reason",
    arguments: [
      ("", true, .missingKey("BGTaskSchedulerPermittedIdentifiers")),
      (identifiers, true, .missingKey("UIBackgroundModes")),
      (modes, true, .missingKey("BGTaskSchedulerPermittedIdentifiers")),
      ("", false, .notPropertyList),
      ("bplist00", false, .notPropertyList),
      (
        identifiers + "<key>UIBackgroundModes</key><string>fetch</string>", true,
        .notAnArray("UIBackgroundModes")
      ),
      (identifiers + "<key>UIBackgroundModes</key>", true, .notAnArray("UIBackgroundModes")),
      (
        identifiers + "<key>UIBackgroundModes</key><array><true/></array>", true,
        .notAString("UIBackgroundModes")
      ),
      (
        identifiers + "<key>UIBackgroundModes</key><array><string>fetch", true,
        .notAString("UIBackgroundModes")
      ),
      (identifiers + "<!-- " + modes, true, .missingKey("UIBackgroundModes")),
    ] as [(String, Bool, InfoPlistError)])
  func bad(body: String, isWrapped: Bool, error: InfoPlistError) {
    #expect(parse(body, isWrapped: isWrapped) == .failure(error))
  }

  @Test(
    "has errors that say what to do",
    arguments: [
      (.notPropertyList, "this is no property list in XML; save it as one"),
      (.missingKey("K"), "key 'K' is missing; add an array of strings"),
      (.notAnArray("K"), "key 'K' must be followed by an <array> of <string>s"),
      (.notAString("K"), "the array of 'K' may hold <string>s only"),
    ] as [(InfoPlistError, String)])
  func texts(error: InfoPlistError, text: String) {
    #expect(error.description == text)
  }

  @Test("of the test app is the built-in one, with Apple's modes and the plugin's identifiers")
  func standard() throws {
    let written = try InfoPlist(xml: ProjectFile.text("assets/Info.plist"))
    #expect(written == InfoPlist.standard)
    #expect(written.permittedIdentifiers == [TaskIdentifier.fetch, TaskIdentifier.notify])
    #expect(written.backgroundModes == ["fetch", "processing", "remote-notification"])
  }
}
