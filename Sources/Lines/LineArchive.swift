/// A file that has the bytes of lines, so that a store need not hold them.
public protocol LineArchive: AnyObject, Sendable {
  /// Lends the bytes of a range of the file, and as many blanks as are missing at its end where the
  /// file has become shorter.
  ///
  /// The range is that of a stretch of lines, which is asked for again soon. `body` must not ask
  /// for others.
  func withBytes(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Void)
}
