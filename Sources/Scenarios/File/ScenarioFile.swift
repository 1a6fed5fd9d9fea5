import DeviceModel
import Yams

/// Reads scenario files: bytes in, scenarios or everything that is wrong out.
public enum ScenarioFile {
  /// How large a file may be, in bytes: 1 MiB.
  public static let bytesMax = 1_048_576
  /// How many words that begin with an asterisk, as an alias does, a file may have.
  static let aliasesMax = 20

  /// Reads a file's bytes; throws for what is no text, too.
  ///
  /// Of a file with rows of data it is the first row's scenario.
  public static func parse(_ bytes: [UInt8], path: String) throws(ScenarioError) -> Scenario {
    let contents = read(bytes, path: path)
    if let error = contents.errors.first { throw error }
    guard let first = contents.scenarios.first else {
      throw ScenarioError(FileProblem(.start, "no scenario", "write 'name' and 'steps'"), path)
    }
    return first
  }

  /// Reads a file's text.
  public static func parse(_ yaml: String, path: String) throws(ScenarioError) -> Scenario {
    try parse(Array(yaml.utf8), path: path)
  }

  /// Reads a file with all that it includes; says everything that is wrong with it.
  public static func read(
    _ bytes: [UInt8], path: String, _ sources: ScenarioSources = ScenarioSources()
  ) -> ScenarioContents {
    var reading = Reading(sources, path: path)
    var scenarios: [Scenario] = []
    var warnings: [ScenarioError] = []
    do {
      let root = try node(bytes)
      if isPart(path) {
        try IncludeReader.checkPart(root, &reading)
        return ScenarioContents(scenarios: [], errors: reading.problems, warnings: [])
      }
      scenarios = try HeaderReader.scenarios(root, path: path, &reading)
      if reading.problems.isEmpty {
        warnings = LintRules.warnings(root, scenarios, reading)
      }
    } catch {
      reading.note(error)
    }
    guard reading.problems.isEmpty else {
      return ScenarioContents(scenarios: [], errors: reading.problems, warnings: [])
    }
    return ScenarioContents(scenarios: scenarios, errors: [], warnings: warnings)
  }

  /// Whether a file is a part that others include: its name begins with an underscore.
  public static func isPart(_ path: String) -> Bool {
    path.split(separator: "/").last?.hasPrefix("_") ?? false
  }

  /// The value that a file holds.
  static func node(_ bytes: [UInt8]) throws(FileProblem) -> FileNode {
    try checkBytes(bytes)
    let yaml = String(decoding: bytes, as: UTF8.self)
    // Some editors begin a UTF-8 file with a byte order mark.
    let isMarked = yaml.unicodeScalars.first == "\u{FEFF}"
    let text = isMarked ? String(yaml.unicodeScalars.dropFirst()) : yaml
    try checkAliases(text)
    return try FileNode(compose(text))
  }

  private static func checkBytes(_ bytes: [UInt8]) throws(FileProblem) {
    guard bytes.count <= bytesMax else { throw tooLarge }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw FileProblem(.start, "this is UTF-16 text", "save the file as UTF-8")
    }
    if let offset = bytes.firstIndex(of: 0) {
      throw FileProblem(
        place(of: offset, in: bytes), "a NUL byte: this is a binary file",
        "give a scenario in YAML, as UTF-8 text")
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw FileProblem(
        place(of: firstInvalid(bytes), in: bytes), "this is no UTF-8 text",
        "save the file as UTF-8")
    }
  }

  private static var tooLarge: FileProblem {
    FileProblem(
      .start, "the file has more than \(bytesMax) bytes", "split it into several scenarios")
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

  /// Yams expands aliases while it compares keys, so a few of them could take hours.
  ///
  /// What stands in quotes on one line, as cron expressions do, is no alias.
  private static func checkAliases(_ yaml: String) throws(FileProblem) {
    var count = 0
    var line = 1
    var previous = UInt8(ascii: " ")
    // The last byte that is no space: what opens a quoted text has one of these before it.
    var before = UInt8(ascii: "\n")
    var quote: UInt8?
    for byte in yaml.utf8 {
      if byte == 0x0A {
        line += 1
        quote = nil
      }
      if byte == quote {
        quote = nil
      } else if quote == nil {
        let isQuote = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
        if isQuote, "\n[,{:-".utf8.contains(before) { quote = byte }
        let isInside = !" \t\r\n,[]{}:?-".utf8.contains(previous)
        if byte == UInt8(ascii: "*"), !isInside { count += 1 }
      }
      guard count <= aliasesMax else {
        throw FileProblem(
          SourcePlace(line: line, column: 1), "the file has more than \(aliasesMax) aliases",
          "write the values out")
      }
      previous = byte
      if byte != UInt8(ascii: " ") { before = byte }
    }
  }

  /// Whether a line begins with blanks of which one is a tab.
  private static func hasTab(in yaml: String, line: Int) -> Bool {
    let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return false }
    return lines[line - 1].prefix { $0 == " " || $0 == "\t" }.contains("\t")
  }

  private static func compose(_ yaml: String) throws(FileProblem) -> Yams.Node {
    let node: Yams.Node?
    do {
      // Without rules Yams resolves no tags: `FileNode` reads scalars itself.
      node = try Yams.compose(yaml: yaml, .basic, .default, .utf8)
    } catch {
      let problem = FileProblem(error)
      throw hasTab(in: yaml, line: problem.place.line)
        ? FileProblem(problem.place, "this is no YAML: a tab indents here", "indent with spaces")
        : problem
    }
    guard let node else {
      throw FileProblem(.start, "the file is empty", "write a mapping with 'name' and 'steps'")
    }
    return node
  }
}

extension ScenarioError {
  init(_ problem: FileProblem, _ path: String) {
    self.init(
      path: path, place: problem.place, message: problem.message, remedy: problem.remedy)
  }
}

extension FileProblem {
  /// What Yams found.
  init(_ error: any Error) {
    let remedy = "mend it there; a text that begins with '[' or holds ': ' needs quotes"
    switch error as? YamlError {
    case .composer(let context, let problem, let mark, _):
      let place = SourcePlace(line: mark.line, column: mark.column)
      let text = (context.map { $0.text + " " } ?? "") + problem
      self.init(place, "this is no YAML: \(text)", remedy)
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _):
      let place = SourcePlace(line: mark.line, column: mark.column)
      self.init(place, "this is no YAML: \(problem)", remedy)
    case .duplicatedKeysInMapping(let keys, let context):
      let place = SourcePlace(line: context.mark.line, column: context.mark.column)
      let key = keys.first.map(Suggestion.shortened) ?? ""
      self.init(place, "the key '\(key)' stands more than once here", "keep one of them")
    case .reader(let problem, _, _, _):
      self.init(.start, "this is no YAML: \(problem)", "save the file as UTF-8 text")
    default: self.init(.start, "this is no YAML", remedy)
    }
  }
}
