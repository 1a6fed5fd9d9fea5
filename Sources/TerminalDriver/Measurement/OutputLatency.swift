/// The time that a program took to answer, by the monotonic clock of the side that reads.
public struct OutputLatency: Hashable, Sendable {
  /// Until the first output had been read.
  public var firstByteNanoseconds: Int64
  /// Until the last output had been read.
  public var lastByteNanoseconds: Int64
}
