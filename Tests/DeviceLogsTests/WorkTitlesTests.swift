import Testing

@testable import DeviceLogs

@Suite("Titles of steps in a log about work")
struct WorkTitlesTests {
  /// The log of an Android phone: what says of work what an iPhone says of a task.
  private static let lines = PluginLog.whole.map {
    $0.replacing("BGAppRefreshTask", with: "Work").replacing("BGTask", with: "Work")
  }

  private static func texts(_ answer: LogAnswer) -> [String] {
    answer.profiles.flatMap { $0.steps.map(\.title) + $0.findings.map(\.text) + $0.unchecked }
  }

  @Test("name the lines as the log has them")
  func work() throws {
    let texts = Self.texts(try Validating.answer(lines: Self.lines))
    #expect(texts.contains { $0.hasPrefix("[DNP-FETCH] Work scheduled (") }, "\(texts)")
    #expect(texts.contains { $0.hasPrefix("[DNP-FETCH] Work started (") }, "\(texts)")
    #expect(!texts.contains { $0.contains("BGTask") || $0.contains("BGApp") }, "\(texts)")
  }

  @Test("so does what is missing")
  func missing() throws {
    let lines = Self.lines.filter { !$0.contains("Work completed") }
    let texts = Self.texts(try Validating.answer(lines: lines))
    #expect(texts.contains { $0.contains("no [DNP-FETCH] Work completed (") }, "\(texts)")
  }

  @Test("of an iPhone they stay")
  func task() throws {
    let texts = Self.texts(try Validating.answer(lines: PluginLog.whole))
    #expect(texts.contains { $0.contains("BGTask started") }, "\(texts)")
  }
}
