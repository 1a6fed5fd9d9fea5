import Testing

@testable import DeviceLogs

@Suite("Logs in JSON of any tool")
struct JSONLogTests {
  private static let lines = PluginLog.whole
  private static let times = lines.indices.map {
    "2025-11-15T05:4\($0 < 8 ? 2 : 8):\(10 + $0).000Z"
  }

  /// The lines as objects, with others' objects between them.
  private static func objects(_ object: (String, String) -> String) -> [String] {
    zip(times, lines).flatMap { time, line in
      [object(time, "something else"), object(time, line.replacing("\"", with: "\\\""))]
    }
  }

  private static func answer(_ text: String) throws -> LogAnswer {
    var validation = LogValidation(profiles: [])
    try Array(text.utf8).withUnsafeBytes { try validation.consume($0) }
    return try validation.finish()
  }

  private static let shapes: [@Sendable ([String]) -> String] = [
    { $0.joined(separator: "\n") }, { "[" + $0.joined(separator: ",") + "]" },
    { "[\n  " + $0.joined(separator: ",\n  ") + "\n]\n" },
    { "{\"value\": [" + $0.joined(separator: ", ") + "]}" },
    { "{\n\"a\": {\"b\": [\n" + $0.joined(separator: ",\n") + "\n]}}" },
    // Never closed, as after Ctrl-C.
    { "[" + $0.joined(separator: ",\n") + "," },
  ]

  private static let members: [@Sendable (String, String) -> String] = [
    { "{\"time\": \"\($0)\", \"body\": \"\($1)\"}" },
    {
      "{\n  \"x\": [1, {\"y\": \"}\"}],\n  \"data\": {\"message\": \"\($1)\", "
        + "\"at time\": \"\($0)\"}\n}"
    },
    { "{\"@timestamp\":\"\($0)\",\"odd name\":\"\($1)\",\"n\":-1.5e3}" },
  ]

  @Test("are read whatever lines and members they have", arguments: 0..<6, 0..<3)
  func shapes(shape: Int, member: Int) throws {
    let objects = JSONLogTests.objects(JSONLogTests.members[member])
    let answer = try JSONLogTests.answer(JSONLogTests.shapes[shape](objects))
    #expect(answer.format.name == "objects" && answer.tally.plugin == JSONLogTests.lines.count)
    #expect(answer.warnings == [])
    #expect(answer.profiles.first?.steps.first?.firstTime?.isAbsolute == true)
    let missing = objects.filter { !$0.contains("Prefetch succeeded") }
    #expect(try JSONLogTests.answer(JSONLogTests.shapes[shape](missing)).verdict == .broken)
  }

  private static func entry(
    _ text: String, _ options: JSONFieldOptions = JSONFieldOptions()
  ) throws -> LogEntry? {
    var scanner = LogScanner(json: options)
    try Array(text.utf8).withUnsafeBytes { try scanner.consume($0) }
    try scanner.finish()
    return scanner.drain().first
  }

  @Test(
    "have times in any unit",
    arguments: [
      "1763185350", "1763185350.25", "1763185350250", "1763185350250000",
      "1763185350250000000", "\"1763185350250\"", "\"2025-11-15 05:42:30,250 UTC\"",
      "\"2025-11-15T06:42:30.25+01:00\"",
    ])
  func units(time: String) throws {
    let text = "{\"timestamp\": \(time), \"message\": \"[DNP-PLUGIN] status = ready\"}"
    let entry = try #require(try JSONLogTests.entry(text))
    #expect((entry.time?.milliseconds ?? 0) / 1_000 == 1_763_185_350, "\(time)")
    #expect(entry.time?.isAbsolute == true)
  }

  @Test("have the text and the time that are named")
  func named() throws {
    let text =
      "{\"timestamp\": 1, \"seen time\": \"2025-11-15T05:00:00Z\", "
      + "\"when\": {\"sent\": \"2025-11-15T06:00:00Z\"}, \"message\": \"[DNP-PLUGIN] x\", "
      + "\"own\": \"[DNP-PLUGIN] status = ready\"}"
    let found = try JSONLogTests.entry(text)
    #expect(found?.message == "x" && found?.time?.text == "2025-11-15T05:00:00Z")
    let named = try JSONLogTests.entry(text, JSONFieldOptions(text: "own", time: "when.sent"))
    #expect(named?.message == "status = ready" && named?.time?.text == "2025-11-15T06:00:00Z")
  }

  @Test("are said to lack the text that is named, in objects and in a table")
  func textless() throws {
    let objects = JSONLogTests.objects(JSONLogTests.members[0]).joined(separator: "\n")
    let table =
      (["time,level,body"]
      + zip(JSONLogTests.times, JSONLogTests.lines).map { "\($0),INFO,\"\($1)\"" })
      .joined(separator: "\n")
    for text in [objects, table] {
      var validation = LogValidation(profiles: [], json: JSONFieldOptions(text: "nope"))
      try Array(text.utf8).withUnsafeBytes { try validation.consume($0) }
      let answer = try validation.finish()
      #expect(answer.tally.plugin == 0 && answer.tally.damaged == 0)
      #expect(
        answer.warnings.contains {
          $0.hasPrefix("13 objects with the plugin's mark have no text 'nope', which --json-text")
        }, "\(answer.warnings)")
    }
  }

  @Test("are named where they are damaged, and read on")
  func damaged() throws {
    let objects = JSONLogTests.objects(JSONLogTests.members[0])
    for (index, object) in objects.enumerated() where object.contains("[DNP-") {
      var cut = objects
      cut[index] = String(object.dropLast(2))
      let answer = try JSONLogTests.answer(cut.joined(separator: "\n"))
      #expect(answer.tally.plugin + answer.tally.damaged == JSONLogTests.lines.count, "\(index)")
      #expect(answer.tally.damaged == 1)
    }
  }
}
