public import LocatedYAML

/// Parses profiles: bytes in, a profile or the first error with its place out.
public enum ProfileFile {
  /// The maximum size of a file, in bytes.
  public static let bytesMax = 65_536

  // Aliases of aliases can expand without limit, and no profile needs one.
  private static let rules = YAMLRules(
    noun: "a profile", bytesMax: bytesMax, aliasesMax: 0,
    splitRemedy: "this is no profile, or split it",
    emptyRemedy: "write 'name', 'title' and 'steps'")

  /// Parses a profile; throws for anything that is not text, YAML and a valid profile.
  public static func parse(
    _ bytes: [UInt8], path: String
  ) throws(LocatedError) -> LogProfile {
    do {
      return try ProfileReader.profile(YAMLReader.read(bytes, rules))
    } catch {
      throw LocatedError(error, path: path)
    }
  }
}
