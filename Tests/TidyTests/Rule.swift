/// A house rule about one file, with a violation that proves it and a lookalike that it lets pass.
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
    /// Every file that is read, Swift or not; tests excepted, since they hold violations as text.
    case everything
  }

  /// A small file for a test.
  struct Sample: Sendable {
    var text: String
    /// Where it would stand; nil for a place in the rule's scope.
    var path: String?

    init(_ text: String, path: String? = nil) {
      self.text = text
      self.path = path
    }
  }

  let name: String
  let scope: Scope
  /// What to do instead.
  let remedy: String
  let violation: Sample
  let lookalike: Sample
  /// The lines that break the rule, ascending.
  let offendingLines: @Sendable (SourceFile) -> [Int]

  func findings(in file: SourceFile) -> [Finding] {
    guard scope.contains(file) else { return [] }
    return offendingLines(file).map { line in
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

  /// A place in scope for a sample that names none.
  var samplePath: String {
    switch self {
    case .pureRing, .libraries: "Sources/DeviceModel/Process/AppProcess.swift"
    case .sources, .swift, .everything: "Sources/dnp/Main.swift"
    }
  }
}

/// One place that breaks one rule.
struct Finding: Equatable, Sendable, CustomStringConvertible {
  var path: String
  var line: Int
  var rule: String
  var remedy: String

  var description: String {
    "\(path):\(line): \(rule) — \(remedy)"
  }
}
