import SimulationCore

/// The bare event queue under the hold model: take the next event, put it back later.
enum QueueBench {
  /// Millions of events per second with a queue of `size`, and a sum that keeps the work alive.
  static func run(size: Int, rounds: Int) -> (millions: Double, sum: Int64) {
    var queue = EventQueue<Int32>()
    var generator = SeededGenerator(seed: 1)
    for index in 0..<size {
      queue.schedule(
        Int32(index), at: SimulationInstant(milliseconds: Int64(generator.next() % 100_000)))
    }
    var sum: Int64 = 0
    let end = SimulationInstant(milliseconds: .max)
    let seconds = Stopwatch.seconds {
      for _ in 0..<rounds {
        guard let (instant, payload) = queue.pop(through: end) else { break }
        sum += Int64(payload)
        let later = instant.milliseconds + Int64(generator.next() % 100_000)
        queue.schedule(payload, at: SimulationInstant(milliseconds: later))
      }
    }
    return (Double(rounds) / seconds / 1e6, sum)
  }
}
