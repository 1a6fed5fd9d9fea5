import Yams

/// Reads profiles: a file's bytes in, a profile or the first located error out.
public enum ProfileFile {
  /// How large a file may be, in bytes.
  public static let bytesMax = 65_536

  /// Reads a profile; throws for what is no text, no YAML, or no profile.
  public static func parse(
    _ bytes: [UInt8], path: String
  ) throws(ProfileProblem) -> LogProfile {
    do {
      return try ProfileReader.profile(ProfileNode(node: compose(bytes)))
    } catch {
      var problem = error
      problem.path = path
      throw problem
    }
  }

  private static func compose(_ bytes: [UInt8]) throws(ProfileProblem) -> Yams.Node {
    guard bytes.count <= bytesMax else {
      throw ProfileProblem(
        0, 0, "the file has more than \(bytesMax) bytes", "this is no profile, or split it")
    }
    guard !bytes.contains(0), let yaml = String(validating: bytes, as: UTF8.self) else {
      throw ProfileProblem(0, 0, "this is no UTF-8 text", "give a profile in YAML")
    }
    try checkAliases(yaml)
    let node: Yams.Node?
    do {
      // Without rules Yams resolves no tags; scalars are read as they were written.
      node = try Yams.compose(yaml: yaml, .basic, .default, .utf8)
    } catch {
      throw problem(error)
    }
    guard let node else {
      throw ProfileProblem(0, 0, "the file is empty", "write 'name', 'title' and 'steps'")
    }
    return node
  }

  /// Aliases of aliases would grow without end, and no profile needs one.
  private static func checkAliases(_ yaml: String) throws(ProfileProblem) {
    for (index, line) in yaml.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.split { " ,[]{}:-".contains($0) }
      let isAlias = words.contains { $0.hasPrefix("*") && $0.count > 1 }
      if isAlias, !line.drop(while: { $0 == " " }).hasPrefix("#") {
        throw ProfileProblem(index + 1, 1, "aliases are not read here", "write the value out")
      }
    }
  }

  private static func problem(_ error: any Error) -> ProfileProblem {
    let remedy = "mend it there; a text that begins with '[' or holds ': ' needs quotes"
    switch error as? YamlError {
    case .composer(_, let problem, let mark, _), .scanner(_, let problem, let mark, _),
      .parser(_, let problem, let mark, _):
      return ProfileProblem(mark.line, mark.column, "this is no YAML: \(problem)", remedy)
    case .duplicatedKeysInMapping(_, let context):
      return ProfileProblem(
        context.mark.line, context.mark.column, "a key stands more than once here",
        "keep one of them")
    default: return ProfileProblem(0, 0, "this is no YAML", remedy)
    }
  }
}
