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
  ///
  /// An alias without its anchor cannot grow; Yams finds it, and knows it from text in quotes.
  private static func checkAliases(_ yaml: String) throws(ProfileProblem) {
    let bytes = Array(yaml.utf8)
    let anchors = Set(places(of: "&", in: bytes).map { name(in: bytes, after: $0) })
    for place in places(of: "*", in: bytes) {
      guard anchors.contains(name(in: bytes, after: place)) else { continue }
      let before = bytes[..<place]
      let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      throw alias(before.count { $0 == 0x0A } + 1, place - start + 1)
    }
  }

  private static func alias(_ line: Int, _ column: Int) -> ProfileProblem {
    ProfileProblem(line, column, "aliases are not read here", "write the value out")
  }

  /// Where a mark stands with a name behind it.
  private static func places(of mark: Unicode.Scalar, in bytes: [UInt8]) -> [Int] {
    bytes.indices.filter {
      bytes[$0] == UInt8(ascii: mark) && !name(in: bytes, after: $0).isEmpty
    }
  }

  /// The letters, digits, `-` and `_` behind a mark, which is what a name consists of.
  private static func name(in bytes: [UInt8], after place: Int) -> ArraySlice<UInt8> {
    bytes[(place + 1)...].prefix { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
  }

  private static func problem(_ error: any Error) -> ProfileProblem {
    let remedy = "mend it there; a text that begins with '[' or holds ': ' needs quotes"
    switch error as? YamlError {
    case .composer(_, "found undefined alias", let mark, _): return alias(mark.line, mark.column)
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
