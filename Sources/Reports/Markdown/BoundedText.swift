/// A string of limited size, to which whole blocks are appended.
struct BoundedText {
  private(set) var text = ""
  let bytesMax: Int

  /// Appends a block; false, and no change, when the string would become too long.
  mutating func append(_ block: String) -> Bool {
    guard text.utf8.count + block.utf8.count <= bytesMax else { return false }
    text += block
    return true
  }
}
