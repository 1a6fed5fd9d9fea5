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
    let lines = history.lines(120)
    let clock = ContinuousClock()
    for line in lines {
      let began = clock.now
      for reply in session.receive(line: line) {
        let value = try JSONParser.parse(reply)
        if let id = value["id"]?.integerValue { replies[id, default: 0] += 1 }
      }
      // A generous bound: two seconds on an idle machine and a release build.
      #expect(clock.now - began < .seconds(20))
    }
    #expect(replies.count == lines.count && replies.values.allSatisfy { $0 == 1 })
    #expect(session.openCallCount == 0)
  }
}
