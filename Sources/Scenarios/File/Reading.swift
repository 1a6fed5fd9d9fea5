import DeviceModel
import LocatedYAML
import PlainText

/// The state of parsing a file: variables, open files, captured names, problems.
struct Reading {
  let sources: ScenarioSources
  /// The variables that no file sets.
  let globals: VariableScope
  /// The files being parsed, each included by the one before.
  var files: [String]
  /// The names captured by earlier steps.
  var captured: [String] = []
  /// The names that were used; only for membership tests.
  var used: Set<String> = []
  /// The system of the phone that is being parsed.
  var platform = DevicePlatform.ios
  /// The number of steps so far, in one row of data.
  var stepCount = 0
  /// The number of included files so far, in one row of data.
  var includeCount = 0
  /// The problems, in the order in which they were found, each once.
  private(set) var problems: [LocatedError] = []
  /// How often a problem was found, also one that was noted before.
  private(set) var problemCount = 0
  /// The names of variables whose values cannot be read; what uses them is not judged.
  var unreadable: [String] = []
  /// Whether the steps are read once more, for another row of data or another system.
  var isRepeated = false
  /// How many bytes the values that variables fill may still have together.
  private var bytesLeft = Substitution.bytesMax
  /// The texts of included files.
  private(set) var texts = SourceTexts()
  /// The contents of included files, by path.
  private var included: [String: YAMLNode] = [:]

  /// The maximum depth of includes.
  static let depthMax = 16
  /// The maximum number of problems kept.
  static let problemsMax = 100
  /// The maximum number of includes in a scenario.
  static let includesMax = 1_000

  init(_ sources: ScenarioSources, path: String) {
    self.sources = sources
    files = [path]
    var globals = VariableScope()
    for (index, identity) in sources.keychain.identities.enumerated() {
      globals.set("DID_\(index + 1)", Variable(identity))
    }
    for (name, value) in sources.variables { globals.set(name, Variable(value)) }
    self.globals = globals
  }

  /// The path of the file being parsed.
  var path: String { files.last ?? "" }

  /// Adds a problem in the file being parsed.
  ///
  /// It also names the including file, if there is one. Beyond `problemsMax`, problems are dropped,
  /// and so is one that was noted before, or that another row of data has at the same place.
  mutating func note(_ problem: YAMLProblem) {
    problemCount += 1
    guard !problem.isConsequence, problems.count < Reading.problemsMax else { return }
    var problem = problem
    if files.count > 1 { problem = problem.adding(" (included by \(files[files.count - 2]))") }
    let error = LocatedError(problem, path: path)
    let isKnown = problems.contains { known in
      isRepeated ? known.path == error.path && known.place == error.place : known == error
    }
    if !isKnown { problems.append(error) }
  }

  /// Notes the problem of a value, and every further one that it has besides.
  ///
  /// What is wrong is left out and the rest read again, until it can be read or nothing is left.
  ///
  /// - Parameter read: Reads the value; throws for its first problem.
  mutating func noteAll(
    _ first: YAMLProblem, of node: YAMLNode,
    read: (YAMLNode, inout Reading) throws(YAMLProblem) -> Void
  ) {
    var part = ReadablePart(node)
    var problem = first
    note(first)
    while !isHopeless, part.leaveOut(problem) {
      var trial = self
      var next: YAMLProblem?
      do throws(YAMLProblem) { try read(part.node, &trial) } catch { next = error }
      (problems, problemCount) = (trial.problems, trial.problemCount)
      guard let next else { return }
      if !part.explains(next) { note(next) }
      problem = next
    }
  }

  /// Does a part of the reading, and notes its problem.
  mutating func noting(_ read: (inout Reading) throws(YAMLProblem) -> Void) {
    do throws(YAMLProblem) { try read(&self) } catch { note(error) }
  }

  /// The problems by file, that of the scenario first, each in the order of lines.
  var sortedProblems: [LocatedError] {
    var paths = [files.first ?? ""]
    for problem in problems where !paths.contains(problem.path) { paths.append(problem.path) }
    var sorted = paths.flatMap { path in
      problems.filter { $0.path == path }.enumerated().sorted { first, second in
        (first.element.line, first.element.column, first.offset)
          < (second.element.line, second.element.column, second.offset)
      }.map(\.element)
    }
    if isHopeless, let last = sorted.popLast() {
      sorted.append(last.adding(" (there may be more than these \(problems.count))"))
    }
    return sorted
  }

  /// Whether the maximum number of problems was reached, so that parsing can stop.
  var isHopeless: Bool { problems.count >= Reading.problemsMax }

  /// A value with its variables filled in; it must not contain captured names.
  mutating func filled(
    _ node: YAMLNode, _ scope: VariableScope
  ) throws(YAMLProblem) -> YAMLNode {
    if isUndecided(node) { throw .consequence(at: node.place) }
    return try filled(node, scope, later: []).node
  }

  /// Whether a value needs a variable that cannot be read.
  func isUndecided(_ node: YAMLNode) -> Bool {
    !unreadable.isEmpty && Template.names(in: node).contains(where: unreadable.contains)
  }

  /// A value with its variables filled in, and what was used for it.
  mutating func filled(
    _ node: YAMLNode, _ scope: VariableScope, later: [String]
  ) throws(YAMLProblem) -> (node: YAMLNode, substitution: Substitution) {
    var substitution = Substitution(scope, later: later, bytesLeft: bytesLeft)
    let filled = try substitution.filled(node)
    used.formUnion(substitution.used)
    bytesLeft = substitution.bytesLeft
    return (filled, substitution)
  }

  /// The content of an included file.
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
      texts.add(bytes, path: path)
      return node
    } catch {
      throw error.located(in: path)
    }
  }
}
