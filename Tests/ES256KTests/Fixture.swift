import ProjectFiles
import Testing
import Tokens

/// A fixture of rows whose fields stand between blanks; see `Tests/oracles/es256k.py`.
enum Fixture {
  static func rows(_ name: String) throws -> [[String]] {
    try ProjectFile.text("Tests/ES256KTests/Fixtures/\(name)").split(separator: "\n").map {
      $0.split(separator: " ").map(String.init)
    }
  }

  /// The bytes of a field; `-` has none.
  static func bytes(_ field: String) throws -> [UInt8] {
    field == "-" ? [] : try #require(Hexadecimal.bytes(field))
  }
}
