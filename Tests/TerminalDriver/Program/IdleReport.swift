import CellGrid

/// What a program reports when it is about to block, as `idle INPUTS ROWSxCOLUMNS`.
struct IdleReport: Equatable, Sendable {
  /// The number of keys handled since the start.
  var inputs: Int
  /// The size of the last frame drawn.
  var size: CellSize

  /// Parses a line without its line feed; nil if it is not in the protocol.
  init?(_ line: String) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[0] == "idle", let inputs = Self.number(words[1]) else {
      return nil
    }
    let numbers = words[2].split(separator: "x", omittingEmptySubsequences: false)
    guard numbers.count == 2, let rows = Self.number(numbers[0]),
      let columns = Self.number(numbers[1])
    else { return nil }
    self.inputs = inputs
    size = CellSize(rows: rows, columns: columns)
  }

  private static func number(_ digits: Substring) -> Int? {
    digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
  }
}
