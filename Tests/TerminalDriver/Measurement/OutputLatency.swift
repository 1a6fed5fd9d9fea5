/// The time until a program's output was read, by the monotonic clock of the reader.
public struct OutputLatency: Hashable, Sendable {
  /// The time until the first output was read.
  public var firstByteNanoseconds: Int64
  /// The time until the last output was read.
  public var lastByteNanoseconds: Int64
}
