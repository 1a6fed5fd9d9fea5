import LocatedYAML
import PlainText

/// What is known while a file is read: variables, open files, captured names, findings.
struct Reading {
  let sources: ScenarioSources
  /// The variables that no file sets.
  let globals: VariableScope
  /// The files that are being read, each included by the one before.
  var files: [String]
  /// The names that steps before have captured.
  var captured: [String] = []
  /// The names that were used; asked only whether a name is in it.
  var used: Set<String> = []
  /// How many steps there are so far, and in a row of data.
  var stepCount = 0
  /// How many files were included so far, in a row of data.
  var includeCount = 0
  /// What is wrong, in the order in which it was found.
  var problems: [LocatedError] = []
  /// Files that were included already.
  private var included: [String: YAMLNode] = [:]

  /// How many files may include one another.
  static let depthMax = 16
  /// How many findings are kept.
  static let problemsMax = 100
  /// How many times a file may be included by one scenario.
  static let includesMax = 1_000

  init(_ sources: ScenarioSources, path: String) {
    self.sources = sources
    files = [path]
    var globals = VariableScope()
    for (name, value) in sources.variables { globals.set(name, Variable(value)) }
    self.globals = globals
  }

  /// The file that is being read.
  var path: String { files.last ?? "" }

  /// Notes what is wrong in the file that is being read.
  ///
  /// Where another file includes it, that is said too. Past `problemsMax` nothing is noted.
  mutating func note(_ problem: YAMLProblem) {
    guard problems.count < Reading.problemsMax else { return }
    var problem = problem
    if files.count > 1 { problem = problem.adding(" (included by \(files[files.count - 2]))") }
    problems.append(LocatedError(problem, path: path))
  }

  /// Whether there is more wrong than anybody reads.
  var isHopeless: Bool { problems.count >= Reading.problemsMax }

  /// A value with its variables filled in; captured names may not stand in it.
  mutating func filled(
    _ node: YAMLNode, _ scope: VariableScope
  ) throws(YAMLProblem) -> YAMLNode {
    var substitution = Substitution(scope)
    let filled = try substitution.filled(node)
    used.formUnion(substitution.used)
    return filled
  }

  /// The content of a file that is included.
  mutating func include(_ path: String, at place: SourcePlace) throws(YAMLProblem) -> YAMLNode {
    includeCount += 1
    guard includeCount <= Reading.includesMax else {
      throw YAMLProblem(
        place, "more than \(Reading.includesMax) includes in one scenario", "write it flatter")
    }
    if let node = included[path] { return node }
    let bytes: [UInt8]
    switch sources.read(path) {
    case .bytes(let read): bytes = read
    case .unreadable(let reason):
      throw YAMLProblem(
        place, "'\(path.shortened())' cannot be included: \(reason)",
        "give a path that begins at the folder of this file")
    }
    do {
      let node = try ScenarioFile.node(bytes)
      included[path] = node
      return node
    } catch {
      throw error.located(in: path)
    }
  }
}
