/// A house rule about one file, with a violation that it finds and a lookalike that it does not.
struct Rule: Sendable {
  enum Scope: Sendable {
    /// Targets that must give the same trace for the same seed.
    case pureRing
    /// Every target.
    case sources
    /// Every target but the executables.
    case libraries
    /// Every Swift file, tests included.
    case swift
    /// Every file, Swift or not, except Tests, which has violations in strings.
    case everything
  }

  /// A small file for a test.
  struct Sample: Sendable {
    var text: String
    /// Its path; nil for a place in the rule's scope.
    var path: String?
    /// Other files of the project, for a rule that needs their declarations.
    var others: [(path: String, text: String)]

    init(_ text: String, path: String? = nil, others: [(path: String, text: String)] = []) {
      self.text = text
      self.path = path
      self.others = others
    }
  }

  let name: String
  let scope: Scope
  /// The remedy.
  let remedy: String
  let violation: Sample
  let lookalike: Sample
  /// The lines that break the rule, ascending.
  private let offendingLines: @Sendable (SourceFile, Project) -> [Int]

  /// A rule that needs to know what other files declare.
  init(
    name: String, scope: Scope, remedy: String, violation: Sample, lookalike: Sample,
    inProject offendingLines: @escaping @Sendable (SourceFile, Project) -> [Int]
  ) {
    self.name = name
    self.scope = scope
    self.remedy = remedy
    self.violation = violation
    self.lookalike = lookalike
    self.offendingLines = offendingLines
  }

  /// A rule that reads one file.
  init(
    name: String, scope: Scope, remedy: String, violation: Sample, lookalike: Sample,
    offendingLines: @escaping @Sendable (SourceFile) -> [Int]
  ) {
    self.init(
      name: name, scope: scope, remedy: remedy, violation: violation, lookalike: lookalike,
      inProject: { file, _ in offendingLines(file) })
  }

  func findings(in file: SourceFile, of project: Project) -> [Finding] {
    guard scope.contains(file) else { return [] }
    return offendingLines(file, project).map { line in
      Finding(path: file.path, line: line, rule: name, remedy: remedy)
    }
  }
}

extension Rule.Scope {
  func contains(_ file: SourceFile) -> Bool {
    let isSwift = file.path.hasSuffix(".swift")
    switch self {
    case .pureRing: return isSwift && TargetRow.of(file)?.ring == .pure
    case .sources: return isSwift && file.path.hasPrefix("Sources/")
    case .libraries: return isSwift && file.target != nil && TargetRow.of(file)?.ring != .shell
    case .swift: return isSwift
    case .everything: return !file.path.hasPrefix("Tests/")
    }
  }

  /// A path in scope for a sample without one.
  var samplePath: String {
    switch self {
    case .pureRing, .libraries: "Sources/DeviceModel/Process/AppProcess.swift"
    case .sources, .swift, .everything: "Sources/dnp/Main.swift"
    }
  }
}

/// A place that violates a rule.
struct Finding: Equatable, Sendable, CustomStringConvertible {
  var path: String
  var line: Int
  var rule: String
  var remedy: String

  var description: String {
    "\(path):\(line): \(rule) — \(remedy)"
  }
}
