import Testing

@testable import OutcomeModel

@Suite("histories")
struct ShrinkerTests {
  @Test("shrink to the acts that are needed")
  func shrinking() {
    var generator = HistoryGenerator(seed: 7)
    var history = generator.history(seed: 7)
    history.acts.insert(.clearPending, at: history.acts.count / 2)
    let small = Shrinker.shrink(history) { $0.acts.contains(.clearPending) }
    #expect(small.acts == [.clearPending])
    #expect(small.taskLateness == "never")
  }

  @Test("are the same for the same seed, and differ for another")
  func seeds() {
    func history(_ seed: UInt64) -> History {
      var generator = HistoryGenerator(seed: seed)
      return generator.history(seed: 1)
    }
    #expect(history(3) == history(3))
    #expect(history(3) != history(4))
  }

  @Test("contain only the acts of the chosen topic", arguments: Topic.allCases)
  func topics(topic: Topic) {
    for seed in 1...20 as ClosedRange<UInt64> {
      var generator = HistoryGenerator(seed: seed, topics: [topic])
      let acts = generator.history(seed: seed).acts
      #expect(topic == .warps || !acts.contains { if case .warp = $0 { true } else { false } })
      #expect(topic == .travel || !acts.contains { if case .setZone = $0 { true } else { false } })
      #expect(topic == .cleared || !acts.contains(.clearPending))
      #expect(acts.contains { if case .call = $0 { true } else { false } })
    }
  }
}
