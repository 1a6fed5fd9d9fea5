/// Text that takes whole blocks as long as they fit.
struct BoundedText {
  private(set) var text = ""
  let bytesMax: Int

  /// Adds a block; false, and nothing is added, when the text would become too long.
  mutating func append(_ block: String) -> Bool {
    guard text.utf8.count + block.utf8.count <= bytesMax else { return false }
    text += block
    return true
  }
}
