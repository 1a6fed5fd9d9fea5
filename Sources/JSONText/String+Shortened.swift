extension String {
  /// The text itself, or its beginning and three dots: `bytesMax` bytes at most.
  ///
  /// It is cut between scalars. For texts from outside: a huge word makes no huge message.
  public func shortened(bytesMax: Int = 64) -> String {
    guard utf8.count > bytesMax else { return self }
    var scalars = String.UnicodeScalarView()
    var count = 0
    for scalar in unicodeScalars {
      count += UTF8.width(scalar)
      if count > bytesMax - 3 { break }
      scalars.append(scalar)
    }
    return String(scalars) + "..."
  }
}
