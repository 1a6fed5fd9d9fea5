import PlainText
import Yams

/// Reads a file's bytes as YAML whose values know their places; nothing in it can grow unseen.
public enum YAMLReader {
  /// The value that a file holds.
  public static func read(
    _ bytes: [UInt8], _ rules: YAMLRules
  ) throws(YAMLProblem) -> YAMLNode {
    try checkBytes(bytes, rules)
    let yaml = String(decoding: bytes, as: UTF8.self)
    // Some editors begin a UTF-8 file with a byte order mark.
    let isMarked = yaml.unicodeScalars.first == "\u{FEFF}"
    let text = isMarked ? String(yaml.unicodeScalars.dropFirst()) : yaml
    try checkAliases(Array(text.utf8), rules)
    var builder = YAMLNodeBuilder(rules)
    return try builder.node(compose(text, rules), depth: 0)
  }

  // MARK: Bytes

  private static func checkBytes(_ bytes: [UInt8], _ rules: YAMLRules) throws(YAMLProblem) {
    guard bytes.count <= rules.bytesMax else {
      throw YAMLProblem(
        .start, "the file has more than \(rules.bytesMax) bytes", rules.splitRemedy)
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw YAMLProblem(.start, "this is UTF-16 text", "save the file as UTF-8")
    }
    if let offset = bytes.firstIndex(of: 0) {
      throw YAMLProblem(
        place(of: offset, in: bytes), "a NUL byte: this is a binary file",
        "give \(rules.noun) in YAML, as UTF-8 text")
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw YAMLProblem(
        place(of: firstInvalid(bytes), in: bytes), "this is not UTF-8 text",
        "save the file as UTF-8")
    }
  }

  /// The offset of the first byte that does not decode.
  private static func firstInvalid(_ bytes: [UInt8]) -> Int {
    var offset = 0
    var iterator = bytes.makeIterator()
    var codec = UTF8()
    while case .scalarValue(let scalar) = codec.decode(&iterator) {
      offset += UTF8.width(scalar)
    }
    return offset
  }

  private static func place(of offset: Int, in bytes: [UInt8]) -> SourcePlace {
    let before = bytes[..<min(offset, bytes.count)]
    let line = before.count { $0 == 0x0A } + 1
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    return SourcePlace(line: line, column: column)
  }

  // MARK: Aliases

  /// Throws for more aliases than the rules allow.
  ///
  /// Yams expands aliases while it compares keys, so a few of them could take hours. Only a name
  /// that is anchored somewhere can grow: an alias without its anchor is left to Yams, and so an
  /// asterisk of a cron expression is none.
  private static func checkAliases(_ bytes: [UInt8], _ rules: YAMLRules) throws(YAMLProblem) {
    let anchors = Set(places(of: "&", in: bytes).map { name(in: bytes, after: $0) })
    guard !anchors.isEmpty else { return }
    let aliases = places(of: "*", in: bytes).filter { anchors.contains(name(in: bytes, after: $0)) }
    guard aliases.count > rules.aliasesMax else { return }
    throw tooManyAliases(at: place(of: aliases[rules.aliasesMax], in: bytes), rules)
  }

  private static func tooManyAliases(
    at place: SourcePlace, _ rules: YAMLRules
  ) -> YAMLProblem {
    rules.aliasesMax == 0
      ? YAMLProblem(place, "aliases are not read here", "write the value out")
      : YAMLProblem(
        place, "the file has more than \(rules.aliasesMax) aliases", "write the values out")
  }

  /// Where a mark is followed by a name.
  private static func places(of mark: Unicode.Scalar, in bytes: [UInt8]) -> [Int] {
    bytes.indices.filter {
      bytes[$0] == UInt8(ascii: mark) && !name(in: bytes, after: $0).isEmpty
    }
  }

  /// The letters, digits, `-` and `_` after a mark, which is what a name consists of.
  private static func name(in bytes: [UInt8], after place: Int) -> ArraySlice<UInt8> {
    bytes[(place + 1)...].prefix { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
  }

  // MARK: Yams

  private static func compose(
    _ yaml: String, _ rules: YAMLRules
  ) throws(YAMLProblem) -> Yams.Node {
    let node: Yams.Node?
    do {
      // Without rules Yams resolves no tags: `YAMLNode` reads scalars itself.
      node = try Yams.compose(yaml: yaml, .basic, .default, .utf8)
    } catch {
      let problem = problem(of: error, rules)
      throw hasTab(in: yaml, line: problem.place.line)
        ? YAMLProblem(
          problem.place, "this is not valid YAML: a tab indents here", "indent with spaces")
        : problem
    }
    guard let node else {
      throw YAMLProblem(.start, "the file is empty", rules.emptyRemedy)
    }
    return node
  }

  /// Whether a line begins with blanks of which one is a tab.
  private static func hasTab(in yaml: String, line: Int) -> Bool {
    let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return false }
    return lines[line - 1].prefix { $0 == " " || $0 == "\t" }.contains("\t")
  }

  private static func problem(of error: any Error, _ rules: YAMLRules) -> YAMLProblem {
    let remedy = "mend it there; a text that begins with '[' or holds ': ' needs quotes"
    switch error as? YamlError {
    case .composer(let context, let problem, let mark, _):
      let place = SourcePlace(line: mark.line, column: mark.column)
      if rules.aliasesMax == 0, problem == "found undefined alias" {
        return tooManyAliases(at: place, rules)
      }
      let text = (context.map { $0.text + " " } ?? "") + problem
      return YAMLProblem(place, "this is not valid YAML: \(text)", remedy)
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _):
      let place = SourcePlace(line: mark.line, column: mark.column)
      return YAMLProblem(place, "this is not valid YAML: \(problem)", remedy)
    case .duplicatedKeysInMapping(let keys, let context):
      let place = SourcePlace(line: context.mark.line, column: context.mark.column)
      let key = keys.first.map { $0.shortened() } ?? ""
      return YAMLProblem(place, "the key '\(key)' stands more than once here", "keep one of them")
    case .reader(let problem, _, _, _):
      return YAMLProblem(
        .start, "this is not valid YAML: \(problem)", "save the file as UTF-8 text")
    default: return YAMLProblem(.start, "this is not valid YAML", remedy)
    }
  }
}

/// Takes over a tree of Yams, within the limits of the rules.
private struct YAMLNodeBuilder {
  private let rules: YAMLRules
  private var count = 0

  init(_ rules: YAMLRules) {
    self.rules = rules
  }

  mutating func node(_ node: Yams.Node, depth: Int) throws(YAMLProblem) -> YAMLNode {
    let place = Self.place(of: node)
    count += 1
    guard count <= rules.nodesMax else {
      throw YAMLProblem(
        place, "the file holds more than \(rules.nodesMax) values", "split it, or drop aliases")
    }
    guard depth <= rules.depthMax else {
      throw YAMLProblem(place, "values lie more than \(rules.depthMax) deep", "write it flatter")
    }
    switch node {
    case .scalar(let scalar):
      let isPlain = scalar.style == .plain || scalar.style == .any
      return YAMLNode(
        place: place,
        content: .scalar(scalar.string, isPlain: isPlain && scalar.tag == .implicit))
    case .sequence(let sequence):
      var items: [YAMLNode] = []
      for item in sequence { items.append(try self.node(item, depth: depth + 1)) }
      return YAMLNode(place: place, content: .list(items))
    case .mapping(let mapping):
      var entries: [YAMLNode.Entry] = []
      for (key, value) in mapping {
        guard case .scalar(let scalar) = key else {
          throw YAMLProblem(Self.place(of: key), "a key must be a text", "write 'key: value'")
        }
        let value = try self.node(value, depth: depth + 1)
        entries.append(
          YAMLNode.Entry(key: scalar.string, place: Self.place(of: key), value: value))
      }
      return YAMLNode(place: place, content: .mapping(entries))
    case .alias:
      throw YAMLProblem(place, "an alias without its anchor", "write the value out")
    }
  }

  private static func place(of node: Yams.Node) -> SourcePlace {
    guard let mark = node.mark else { return .start }
    return SourcePlace(line: mark.line, column: mark.column)
  }
}
