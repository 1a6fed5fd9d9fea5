public import DeviceModel

/// What a scenario file may use from outside: variables, other files and the keys of identities.
public struct ScenarioSources {
  /// The result of reading a file.
  public enum File {
    case bytes([UInt8])
    /// It cannot be read; the reason.
    case unreadable(String)
  }

  /// Variables as (name, value); the last one of a name wins.
  public var variables: [(name: String, value: String)]
  /// The keys in the phone's keychain; `${DID_1}`, `${DID_2}` … are their identities.
  public var keychain: Keychain
  /// The platform on which files are run; nil for that of each file.
  ///
  /// A file for other platforms is skipped.
  public var platform: DevicePlatform?
  /// The version of the plugin that files are run with; nil for that of each file.
  public var profile: CompatibilityProfile?
  /// Whether a file's own version of the plugin does not count.
  public var ignoresProfile = false
  /// Reads an included file; its path is relative to the same folder as the including file's.
  public var read: (String) -> File

  /// Creates sources; without a reader no file can be included.
  public init(
    variables: [(name: String, value: String)] = [], keychain: Keychain = Keychain(),
    platform: DevicePlatform? = nil, profile: CompatibilityProfile? = nil,
    read: @escaping (String) -> File = { _ in .unreadable("files cannot be included here") }
  ) {
    self.variables = variables
    self.keychain = keychain
    self.platform = platform
    self.profile = profile
    self.read = read
  }

  /// Whether a word can be a variable's name.
  public static func isVariableName(_ word: String) -> Bool { Variable.isName(word) }
}
