/// Limits of what a parse accepts.
public struct JSONLimits: Hashable, Sendable {
  /// The maximum size of a document, in bytes.
  public let bytesMax: Int
  /// The maximum nesting of arrays and objects, 1…1,000; parsing recurses as deep.
  public let depthMax: Int

  /// 1 MiB and a depth of 128.
  public static let standard = JSONLimits(bytesMax: 1_048_576, depthMax: 128)

  /// The given limits; a depth outside its range is a programmer error.
  public init(bytesMax: Int, depthMax: Int) {
    precondition((1...1_000).contains(depthMax), "depthMax must be 1…1000")
    self.bytesMax = bytesMax
    self.depthMax = depthMax
  }
}
