/// Strings from files and devices, made safe for a terminal or a file.
public enum SafeText {
  /// The string on one line for a terminal: what it would obey is spelled as `\u{1B}`.
  public static func terminalLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isUnsafeInLine) else { return text }
    return text.unicodeScalars.map { $0.isUnsafeInLine ? $0.spelledOut : String($0) }.joined()
  }

  /// The string on one line for a file: line feeds, tabs and carriage returns become blanks, other
  /// unsafe characters U+FFFD.
  public static func fileLine(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\t": line.append(" ")
      default: line.append(forFile(scalar))
      }
    }
    return String(line)
  }

  /// The scalar, or U+FFFD in place of one that is unsafe in a file.
  public static func forFile(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.isUnsafeInFile ? "\u{FFFD}" : scalar
  }

  /// Printable ASCII as it is and every other scalar spelled out, since it may be a look-alike.
  public static func ascii(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    scalars.map { (" "..."~").contains($0) ? String($0) : $0.spelledOut }.joined()
  }
}
