import ArgumentParser

/// One part of all scenarios: `2/4` is the second of four.
struct Shard: ExpressibleByArgument {
  /// Which part, from 1.
  let number: Int
  /// How many parts.
  let count: Int

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1,
      (1...count).contains(number), count <= 10_000
    else { return nil }
    self.number = number
    self.count = count
  }

  /// Every `count`-th item, beginning with the part's own number.
  ///
  /// Neighbours go to different parts, so that the long ones of a folder do.
  func items<Item>(of all: [Item]) -> [Item] {
    all.enumerated().filter { $0.offset % count == number - 1 }.map(\.element)
  }
}
