/// Words of a command line for a shell.
public enum ShellWord {
  /// A word as it has to be typed: in quotes where a shell would read it otherwise.
  ///
  /// What a terminal would obey is spelled with octal escapes in `$'…'`, which bash, zsh and ksh
  /// read.
  public static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "/._-+=:,@%".utf8.contains(byte)
      }
    }
    // zsh takes a word that begins with an equals sign for the name of a program.
    if isPlain, !word.isEmpty, !word.hasPrefix("=") { return word }
    if word.unicodeScalars.contains(where: \.isUnsafeInLine) { return escaped(word) }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }

  private static func escaped(_ word: String) -> String {
    var text = ""
    for scalar in word.unicodeScalars {
      if scalar.isUnsafeInLine {
        for byte in String(scalar).utf8 {
          let digits = String(byte, radix: 8)
          text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
      } else {
        text += scalar == "'" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
      }
    }
    return "$'" + text + "'"
  }
}
