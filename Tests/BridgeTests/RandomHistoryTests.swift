import Bridge
import JSONText
import RandomHistories
import Testing

@Suite("Random histories over the bridge")
struct RandomHistoryTests {
  @Test("answer every id once, each within seconds, and end in a quiet phase", arguments: 1...12)
  func answered(seed: Int) throws {
    var history = BridgeHistory(seed: UInt64(seed))
    var session = BridgeSession()
    var replies: [Int64: Int] = [:]
    var checker = MessageChecker()
    let lines = history.lines(120)
    let clock = ContinuousClock()
    for line in lines {
      let began = clock.now
      let messages = try session.receive(line: line).map { try JSONParser.parse($0) }
      // A generous bound: two seconds on an idle machine and a release build.
      #expect(clock.now - began < .seconds(20))
      for id in messages.compactMap({ $0["id"]?.integerValue }) { replies[id, default: 0] += 1 }
      checker.note(line)
      for finding in checker.findings(in: messages) { Issue.record("\(finding)") }
    }
    #expect(replies.count == lines.count && replies.values.allSatisfy { $0 == 1 })
    #expect(session.openCallCount == 0)
  }
}
