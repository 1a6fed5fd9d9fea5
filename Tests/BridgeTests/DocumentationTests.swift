import Bridge
import Foundation
import JSONText
import ProjectFiles
import Testing

@Suite("docs/bridge.md")
struct DocumentationTests {
  private static func page() throws -> String { try ProjectFile.text("docs/bridge.md") }

  @Test("has a row for every method with its parameters", arguments: BridgeMethod.allCases)
  func methods(method: BridgeMethod) throws {
    let row = try Self.page().split(separator: "\n").first {
      $0.hasPrefix("| `\(method.rawValue)`")
    }
    let text = try #require(row)
    for key in method.parameterKeys ?? [] { #expect(text.contains("`\(key)"), "\(key)") }
  }

  @Test("has a row for every error code", arguments: BridgeErrorCode.allCases)
  func codes(code: BridgeErrorCode) throws {
    #expect(try Self.page().contains("\n| \(code.rawValue) |"))
  }

  @Test("shows each request with the replies it gets; SNAP_UPDATE=1 rewrites them")
  func examples() throws {
    var client = Client()
    var lines: [String] = []
    var requests = 0
    for line in try Self.page().components(separatedBy: "\n") where !line.hasPrefix("← ") {
      lines.append(line)
      guard line.hasPrefix("→ ") else { continue }
      requests += 1
      let replies = client.session.receive(line: Array(line.dropFirst(2).utf8))
      lines += replies.map { "← " + String(decoding: $0, as: UTF8.self) }
    }
    let page = lines.joined(separator: "\n")
    if ProjectFile.isUpdating { try ProjectFile.write(page, to: "docs/bridge.md") }
    #expect(requests >= BridgeMethod.allCases.count)
    #expect(try Self.page() == page)
  }
}
