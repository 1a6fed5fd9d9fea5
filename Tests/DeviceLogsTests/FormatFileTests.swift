import Foundation
import LocatedYAML
import ProjectFiles
import Testing

@testable import DeviceLogs

@Suite("A format's file")
struct FormatFileTests {
  private static func file(
    record: String = "{time:iso} <{pid}/{tid}> {level:word} {begins}{tag}| {message}",
    pid: String = "5310", others: String = ""
  ) -> String {
    """
    name: field-kit
    title: the kit of the field team
    record: '\(record)'
    \(others)
    samples:
      - text: '2025-11-15T05:42:30.118Z <5310/5342> INFO DNP-PLUGIN| status = ready'
        time: '2025-11-15 05:42:30.118 +0'
        level: info
        pid: \(pid)
        tid: 5342
        message: '[DNP-PLUGIN] status = ready'
    """
  }

  private static func problem(_ text: String) -> String? {
    do {
      _ = try FormatFile.parseOwn(Array(text.utf8), path: "a.yaml")
      return nil
    } catch {
      return error.description
    }
  }

  @Test("is read, and found by itself among those of the program")
  func own() throws {
    let text = FormatFileTests.file()
    let format = try FormatFile.parseOwn(Array(text.utf8), path: "a.yaml")
    let lines = PluginLog.whole.enumerated().map { index, line in
      "2025-11-15T05:4\(index < 8 ? 2 : 8):\(index + 10).118Z <5310/5342> INFO DNP-A| \(line)"
    }
    // What only has the time is of a lenient format, and there is more of it.
    let others = Array(repeating: "2025-11-15T05:42:30.118Z something else", count: 30)
    var scanner = LogScanner(among: BuiltInFormats.all + [format])
    try Array((lines + lines + lines + others).joined(separator: "\n").utf8).withUnsafeBytes {
      try scanner.consume($0)
    }
    try scanner.finish()
    #expect(scanner.format == format)
    #expect(scanner.drain().allSatisfy { $0.pid == 5_310 && $0.time?.isAbsolute == true })
  }

  @Test("is refused where a sample is not as it says")
  func samples() {
    #expect(FormatFileTests.problem(FormatFileTests.file()) == nil)
    let wrong = FormatFileTests.problem(FormatFileTests.file(pid: "1"))
    #expect(
      wrong?.contains("gives time") == true && wrong?.contains("pid: 5310") == true,
      "\(wrong ?? "")")
    let unread = FormatFileTests.problem(FormatFileTests.file(record: "{time:clock} {message}"))
    #expect(unread?.contains("gives nothing, and lists time: ") == true, "\(unread ?? "")")
    let other = FormatFileTests.problem(
      """
      name: field-kit
      title: the kit of the field team
      record: '{time:iso} {message}'
      samples:
        - text: '2025-11-15T05:42:30.118Z [DNP-PLUGIN] status = ready'
          time: '2025-11-15 05:42:30.118 +0'
          message: '[DNP-PLUGIN] status = ready'
      """)
    #expect(other?.contains("'bundle-log' matches the sample") == true, "\(other ?? "")")
  }

  @Test("of the page about logs is read, with its own sample")
  func page() throws {
    let blocks = try ProjectFile.text("docs/logs.md").components(separatedBy: "```yml\n")
    try #require(blocks.count == 2)
    let text = blocks[1].components(separatedBy: "```")[0]
    let format = try FormatFile.parseOwn(Array(text.utf8), path: "docs/logs.md")
    let all = [format] + BuiltInFormats.all
    #expect(FormatSniffer(Array(format.sample.utf8), all).format == format)
  }

  @Test(
    "is refused where a pattern means nothing",
    arguments: [
      ("{time:noon} {message}", "is no time"), ("{pid {message", "a field has no end"),
      ("{pid", "a field has no end"), ("{colour} {message}", "there is no field 'colour'"),
      ("{pid:cell} {message}", "has no such type"), ("a } b", "a brace closes nothing"),
      ("{?a {message}", "has no end"),
    ])
  func patterns(record: String, words: String) {
    let problem = FormatFileTests.problem(FormatFileTests.file(record: record))
    #expect(problem?.contains(words) == true, "\(problem ?? "nothing")")
  }

  @Test("of each built-in format is in the folder, and has its name")
  func folder() throws {
    #expect(BuiltInFormats.all.map(\.name) == BuiltInFormats.names)
    for name in BuiltInFormats.names {
      let bytes = Array(try ProjectFile.text("assets/log-formats/\(name).yaml").utf8)
      #expect(try FormatFile.parse(bytes, path: name).samples.isEmpty == false)
    }
  }
}
