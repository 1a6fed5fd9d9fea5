import CivilTime
import Testing

@testable import History

@Suite("A list that forgets its oldest")
struct KeptListTests {
  @Test("keeps at most so many, at least three quarters, and each at its place")
  func bounded() {
    var list = KeptList<Int>(countMax: 8)
    for number in 0..<1_000 {
      #expect(list.append(number) == number)
      #expect(list.kept.count <= 8 && list.kept.count >= min(number + 1, 6))
      #expect(list[number] == number && list.last == number)
    }
    #expect(list.endIndex == 1_000 && list.omittedCount + list.kept.count == 1_000)
    #expect(list[list.omittedCount - 1] == nil && list[1_000] == nil)
    #expect(list.kept.first == list.omittedCount)
  }

  @Test("changes what is kept, and nothing else")
  func changes() {
    var list = KeptList<Int>(countMax: 4)
    for number in 0..<10 { list.append(number) }
    list.change(0) { $0 = -1 }
    list.change(10) { $0 = -1 }
    #expect(!list.kept.contains(-1))
    list.change(9) { $0 = -1 }
    #expect(list.last == -1)
    #expect(list.lastPlace { $0 == 8 } == 8)
    #expect(list.lastPlace(within: 1) { $0 == 8 } == nil)
    #expect(list.lastPlace { $0 == 0 } == nil)
  }

  @Test("is found by day, moves with its time, and is forgotten with the rest")
  func days() throws {
    var buckets = DayBuckets()
    let day = try #require(CivilDate(text: "2025-11-16"))
    let start = Int64(day.daysSinceEpoch) * 86_400_000
    for (place, time) in [start - 86_400_001, start - 1, start, start + 2 * 86_400_000].enumerated()
    {
      buckets.add(place, at: time)
    }
    #expect(buckets.around(day) == [1, 2])
    #expect(buckets.during(start...start) == [2])
    buckets.move(3, from: start + 2 * 86_400_000, to: start + 5)
    #expect(buckets.around(day) == [1, 2, 3])
    buckets.forget(before: 2)
    #expect(buckets.around(day) == [2, 3])
    // Times before 1970 have days, too.
    buckets.add(7, at: -1)
    #expect(buckets.during(-1 ... -1) == [7] && buckets.during(0...0).isEmpty)
  }
}
