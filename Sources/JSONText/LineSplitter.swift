/// Splits a stream of bytes into lines, in bounded memory.
///
/// A line ends at a line feed; a carriage return before it belongs to the ending. Empty lines are
/// left out unless `keepsEmptyLines`. A line longer than the limit is reported once, as soon as it
/// is too long, and skipped up to its line feed; at most `bytesMax` bytes are held.
public struct LineSplitter: Sendable {
  /// An item of the stream.
  public enum Item: Hashable, Sendable {
    case line([UInt8])
    case tooLong(bytesMax: Int)
  }

  /// The default limit of a line, in bytes without its line feed: 1 MiB.
  public static let standardBytesMax = 1_048_576

  /// The limit of a line, in bytes without its line feed.
  public let bytesMax: Int
  private let keepsEmptyLines: Bool
  private var partial: [UInt8] = []
  private var isSkipping = false

  /// A splitter at the beginning of a stream.
  public init(bytesMax: Int = standardBytesMax, keepsEmptyLines: Bool = false) {
    precondition(bytesMax > 0, "a line must be allowed a byte")
    self.keepsEmptyLines = keepsEmptyLines
    self.bytesMax = bytesMax
  }

  /// The number of bytes held of an unfinished line.
  public var heldBytes: Int { partial.count }

  /// Takes the next bytes, in chunks of any size, and returns the items that they complete.
  public mutating func take(_ chunk: [UInt8]) -> [Item] {
    var items: [Item] = []
    var rest = chunk[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      hold(rest[..<end], &items)
      endLine(&items, isWhole: keepsEmptyLines && !isSkipping)
      rest = rest[(end + 1)...]
    }
    hold(rest, &items)
    return items
  }

  /// Ends the stream and returns a last line without a line feed, if there is one.
  public mutating func finish() -> Item? {
    var items: [Item] = []
    endLine(&items, isWhole: false)
    return items.first
  }

  private mutating func hold(_ bytes: ArraySlice<UInt8>, _ items: inout [Item]) {
    guard !isSkipping else { return }
    guard partial.count + bytes.count <= bytesMax else {
      isSkipping = true
      partial = []
      items.append(.tooLong(bytesMax: bytesMax))
      return
    }
    partial.append(contentsOf: bytes)
  }

  /// Ends a line; an empty one is added only if `isWhole`.
  private mutating func endLine(_ items: inout [Item], isWhole: Bool) {
    if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
    if !partial.isEmpty || isWhole { items.append(.line(partial)) }
    partial.removeAll(keepingCapacity: true)
    isSkipping = false
  }
}
