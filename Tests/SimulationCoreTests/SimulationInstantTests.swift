import SimulationCore
import Testing

@Suite("simulation instant")
struct SimulationInstantTests {
  @Test(
    "advances, and stops at the largest instant",
    arguments: [(0, 0, 0), (5, 7, 12), (.max, 1, .max), (.max - 1, 1, .max)]
      as [(Int64, Int64, Int64)])
  func advance(start: Int64, by: Int64, end: Int64) {
    let instant = SimulationInstant(milliseconds: start).advanced(byMilliseconds: by)
    #expect(instant == SimulationInstant(milliseconds: end))
  }

  @Test("is ordered by time")
  func order() {
    #expect(SimulationInstant.zero < SimulationInstant(milliseconds: 1))
    #expect(SimulationInstant(milliseconds: -1) < .zero)
  }
}
