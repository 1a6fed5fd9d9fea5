extension String {
  /// The string followed by blanks up to a width, in characters; a wider one is left as it is.
  public func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The string with blanks before it up to a width, in characters; a wider one is left as it is.
  public func padded(left width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
