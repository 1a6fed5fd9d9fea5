import Testing

@testable import SimulationCore

@Suite("event queue")
struct EventQueueTests {
  private func instant(_ milliseconds: Int64) -> SimulationInstant {
    SimulationInstant(milliseconds: milliseconds)
  }

  /// All scheduled events, in the order in which they are taken.
  private func drain(_ queue: inout EventQueue<Int>) -> [Int] {
    var payloads: [Int] = []
    while let next = queue.pop(through: instant(.max)) { payloads.append(next.payload) }
    return payloads
  }

  @Test("returns events by instant, those of one instant in the order of insertion")
  func order() {
    var queue = EventQueue<Int>()
    for (payload, time) in [30, 10, 20, 10, 0, 30, 10].enumerated() {
      queue.schedule(payload, at: instant(Int64(time)))
    }
    #expect(queue.count == 7)
    #expect(drain(&queue) == [4, 1, 3, 6, 2, 0, 5])
    #expect(queue.isEmpty)
  }

  @Test("orders the smallest and the greatest instants", arguments: [Int64.min, -1, 0, .max])
  func extremes(time: Int64) {
    var queue = EventQueue<Int>()
    queue.schedule(1, at: instant(time))
    #expect(queue.nextInstant == instant(time))
    #expect(queue.pop(through: instant(time))?.instant == instant(time))
  }

  @Test("keeps events that are due after the limit")
  func limit() {
    var queue = EventQueue<Int>()
    queue.schedule(1, at: instant(5))
    #expect(queue.pop(through: instant(4)) == nil)
    #expect(queue.pop(through: instant(5))?.payload == 1)
  }

  @Test("cancels an event once, and none that was taken")
  func cancel() {
    var queue = EventQueue<Int>()
    let first = queue.schedule(1, at: instant(1))
    let second = queue.schedule(2, at: instant(2))
    #expect(queue.isWaiting(first))
    #expect(queue.cancel(first) == true)
    #expect(queue.cancel(first) == false)
    #expect(!queue.isWaiting(first))
    #expect(queue.count == 1)
    #expect(queue.nextInstant == instant(2))
    #expect(drain(&queue) == [2])
    #expect(queue.cancel(second) == false)
    #expect(queue.count == 0)
  }

  @Test("does not confuse a new event with the old one whose slot it reuses")
  func reusedSlot() {
    var queue = EventQueue<Int>()
    let old = queue.schedule(1, at: instant(1))
    #expect(queue.pop(through: instant(1))?.payload == 1)
    let new = queue.schedule(2, at: instant(2))
    #expect(new.slot == old.slot)
    #expect(!queue.isWaiting(old))
    #expect(queue.cancel(old) == false)
    #expect(queue.isWaiting(new))
    #expect(drain(&queue) == [2])
  }

  @Test("removes cancelled events once they are the majority")
  func sweep() {
    var queue = EventQueue<Int>()
    let tokens = (0..<200).map { queue.schedule($0, at: instant(Int64(200 - $0))) }
    for token in tokens[..<100] { queue.cancel(token) }
    #expect(queue.keys.count == 200)
    queue.cancel(tokens[100])
    #expect(queue.keys.count == 99)
    #expect(queue.cancelledCount == 0)
    #expect(queue.count == 99)
    #expect(!queue.isWaiting(tokens[0]))
    // The slots that were freed are used again.
    queue.schedule(1000, at: instant(0))
    #expect(queue.slots.count == 200)
    #expect(drain(&queue) == [1000] + (101..<200).reversed())
  }

  @Test("has the first keys in a short list, the smallest last", arguments: [1, 2, 3])
  func nearKeys(seed: UInt64) {
    var queue = EventQueue<Int>()
    var random = SeededGenerator(seed: seed)
    var (listed, heaped) = (0, 0)
    for payload in 0..<5000 {
      if random.below(2) == 0 {
        let span: Int64 = random.below(3) == 0 ? 10_000 : 20
        queue.schedule(payload, at: instant(Int64(payload) + random.integer(in: 0...span)))
      } else {
        _ = queue.pop(through: instant(Int64(payload)))
      }
      let near = queue.keys.near
      #expect(near == near.sorted(by: >))
      #expect(near.count <= EventKeys.nearMax)
      if let last = near.first, let later = queue.keys.heap.first { #expect(last < later) }
      if near.count > 1 { listed += 1 }
      if queue.keys.heap.count > 1 { heaped += 1 }
    }
    #expect(listed > 500 && heaped > 500)
  }

  @Test("agrees with a sorted array over 100,000 random operations", arguments: [1, 2, 3])
  func oracle(seed: UInt64) {
    var queue = EventQueue<Int>()
    var oracle: [(time: Int64, payload: Int)] = []
    var tokens: [EventToken] = []
    var random = SeededGenerator(seed: seed)
    var now: Int64 = 0
    for operation in 0..<100_000 {
      switch random.below(10) {
      case 0..<4:
        let time = now + random.integer(in: 0...200)
        tokens.append(queue.schedule(tokens.count, at: instant(time)))
        let place = oracle.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
        oracle.insert((time, tokens.count - 1), at: place)
      case 4..<7 where !tokens.isEmpty:
        // Mostly a recent token, sometimes one that ran or was cancelled long ago.
        let reach = random.below(20) == 0 ? tokens.count : min(tokens.count, 40)
        let payload = tokens.count - 1 - Int(random.below(UInt64(reach)))
        let place = oracle.firstIndex { $0.payload == payload }
        if queue.cancel(tokens[payload]) != (place != nil) {
          Issue.record("cancel differs at operation \(operation)")
          return
        }
        if let place { oracle.remove(at: place) }
      default:
        now += random.integer(in: 0...8)
        let popped = queue.pop(through: instant(now))
        let isDue = oracle.first.map { $0.time <= now } ?? false
        let expected = isDue ? oracle.removeFirst() : nil
        if popped?.payload != expected?.payload
          || popped?.instant.milliseconds != expected?.time
        {
          Issue.record("pop differs at operation \(operation)")
          return
        }
      }
      if queue.count != oracle.count {
        Issue.record("the count differs at operation \(operation)")
        return
      }
    }
    #expect(drain(&queue) == oracle.map(\.payload))
    #expect(tokens.count > 30_000)
  }
}
