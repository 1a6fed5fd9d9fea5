/// What a scenario file may use from outside: variables, and other files.
public struct ScenarioSources {
  /// What came of reading a file.
  public enum File {
    case bytes([UInt8])
    /// It cannot be read, and why.
    case unreadable(String)
  }

  /// Variables as (name, value); of two with one name the later wins.
  public var variables: [(name: String, value: String)]
  /// Reads a file that is included; its path begins where the including file's does.
  public var read: (String) -> File

  /// Makes sources; without a reader no file can be included.
  public init(
    variables: [(name: String, value: String)] = [],
    read: @escaping (String) -> File = { _ in .unreadable("files cannot be included here") }
  ) {
    self.variables = variables
    self.read = read
  }

  /// Whether a word can be a variable's name.
  public static func isVariableName(_ word: String) -> Bool { Variable.isName(word) }
}
