extension String {
  /// The string itself, or its beginning and an ellipsis: at most `bytesMax` bytes of UTF-8.
  ///
  /// It is cut between scalars. For strings from outside, so that no huge word is repeated whole.
  public func shortened(bytesMax: Int = 64) -> String {
    guard utf8.count > bytesMax else { return self }
    var scalars = String.UnicodeScalarView()
    let ellipsisBytes = "…".utf8.count
    var count = 0
    for scalar in unicodeScalars {
      count += UTF8.width(scalar)
      if count > bytesMax - ellipsisBytes { break }
      scalars.append(scalar)
    }
    return String(scalars) + "…"
  }

  /// The string itself, or its beginning and an ellipsis: at most `charactersMax` characters.
  public func shortened(charactersMax: Int) -> String {
    count <= charactersMax ? self : prefix(max(0, charactersMax - 1)) + "…"
  }
}
