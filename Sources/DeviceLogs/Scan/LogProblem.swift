/// Why an input cannot be read as a log.
public enum LogProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// Compressed by a program whose format is not supported.
  case packed(by: String)
  case database
  /// Bytes that are not text.
  case binary

  /// What is wrong, and the remedy.
  public var description: String {
    switch self {
    case .packed(let tool): "this is packed by \(tool); unpack it, or pack it with gzip"
    case .database: "this is a database, not a log; export its lines as text"
    case .binary:
      "this is not text; give the lines that `log show`, `adb logcat` or this tool printed (of a "
        + "log archive: `log show --archive`)"
    }
  }

  /// Throws for file types that are recognized by their first bytes.
  static func checkKind(_ bytes: UnsafeRawBufferPointer) throws(LogProblem) {
    let kinds: [(beginning: [UInt8], problem: LogProblem)] = [
      (Array("SQLite format 3".utf8), .database),
      ([0x50, 0x4B, 0x03, 0x04], .packed(by: "zip")),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A], .packed(by: "xz")),
      ([0x28, 0xB5, 0x2F, 0xFD], .packed(by: "zstd")),
      (Array("BZh".utf8), .packed(by: "bzip2")),
    ]
    for kind in kinds where bytes.starts(with: kind.beginning) { throw kind.problem }
  }
}
