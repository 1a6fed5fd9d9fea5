import ArgumentParser

/// One part of all scenarios: `2/4` is the second of four.
struct Shard: ExpressibleByArgument {
  /// The number of the part, from 1.
  let number: Int
  /// The number of parts.
  let count: Int

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1,
      (1...count).contains(number), count <= 10_000
    else { return nil }
    self.number = number
    self.count = count
  }

  /// Every `count`-th item, beginning with the part's number.
  ///
  /// Neighbouring items go to different parts, which spreads a folder's slow scenarios.
  func items<Item>(of all: [Item]) -> [Item] {
    all.enumerated().filter { $0.offset % count == number - 1 }.map(\.element)
  }
}
