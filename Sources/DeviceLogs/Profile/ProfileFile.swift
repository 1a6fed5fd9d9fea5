public import LocatedYAML

/// Reads profiles: a file's bytes in, a profile or the first located error out.
public enum ProfileFile {
  /// How large a file may be, in bytes.
  public static let bytesMax = 65_536

  // Aliases of aliases grow without end, and no profile needs one.
  private static let rules = YAMLRules(
    noun: "a profile", bytesMax: bytesMax, aliasesMax: 0,
    splitRemedy: "this is no profile, or split it",
    emptyRemedy: "write 'name', 'title' and 'steps'")

  /// Reads a profile; throws for what is no text, no YAML, or no profile.
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
