import SwiftSyntax

extension Rule {
  /// A switch over an enum of ours that has a `default:`, so that whoever adds a case is not led
  /// to it.
  ///
  /// A switch counts as one over an enum of ours when all the cases that it names belong to one
  /// enum in Sources and to none of `foreignEnums`; a switch over a tuple, when that holds for one
  /// of its elements. Not seen: a switch that names no case, and a file with neither `default` nor
  /// `_`.
  static let exhaustiveSwitch = Rule(
    name: "a `default` in a switch over an enum of ours", scope: .sources,
    remedy: "name every case, so that the compiler leads whoever adds one here",
    violation: Sample(
      "switch light {\ncase .red, .amber(let since): wait()\ndefault: go()\n}",
      others: [("Sources/DeviceModel/Light.swift", "enum Light { case red, amber(Int), green }")]),
    lookalike: Sample(
      "switch result {\ncase .success: go()\ndefault: wait()\n}",
      others: [("Sources/DeviceModel/Light.swift", "enum Light { case red, success, failure }")])
  ) { file, project in
    guard let syntax = file.syntax, file.places["default"] != nil || file.places["_"] != nil
    else { return [] }
    let collector = SwitchesWithDefault(project)
    collector.walk(syntax)
    return collector.nodes.map { file.line(of: $0) }
  }

  /// The cases of enums declared elsewhere, in whose switches a `default` is allowed.
  fileprivate static let foreignEnums: [Set<String>] = [
    ["none", "some"],
    ["failure", "success"],
  ]
}

private final class SwitchesWithDefault: SyntaxVisitor {
  private(set) var nodes: [Syntax] = []
  private let project: Project

  init(_ project: Project) {
    self.project = project
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    let tuple = node.subject.as(TupleExprSyntax.self)
    let count = tuple.map { max(1, $0.elements.count) } ?? 1
    // What each element of the subject is compared with; nil once that is no case.
    var cases: [[CaseName]?] = Array(repeating: [], count: count)
    var rest: Syntax?
    for element in node.cases {
      guard case .switchCase(let branch) = element else { continue }
      // No switch: an enum of a library may have more cases later.
      if case .default(let label) = branch.label { rest = Syntax(label) }
      guard case .case(let label) = branch.label else { continue }
      for item in label.caseItems {
        let meanings = item.pattern.meanings(count)
        for (index, meaning) in meanings.enumerated() {
          switch meaning {
          case .cases(let names): cases[index]? += names
          case .anything: break
          case .other: cases[index] = nil
          }
        }
        if item.whereClause == nil, meanings.allSatisfy(\.isAnything) { rest = Syntax(label) }
      }
    }
    if let rest, cases.contains(where: isOurs) { nodes.append(rest) }
    return .visitChildren
  }

  private func isOurs(_ cases: [CaseName]?) -> Bool {
    guard let cases, !cases.isEmpty else { return false }
    let names = Set(cases.map(\.name))
    let owners = Set(cases.compactMap(\.owner))
    if Rule.foreignEnums.contains(where: names.isSubset) { return false }
    return project.enums.contains { candidate in
      names.isSubset(of: candidate.cases) && owners.isSubset(of: [candidate.name])
    }
  }
}

/// A case as a pattern spells it: `.red`, or `Light.red` with its owner.
private struct CaseName {
  var owner: String?
  var name: String
}

private enum PatternMeaning {
  /// A single case; nil for `nil`.
  case cases([CaseName])
  /// A pattern that every value matches.
  case anything
  case other

  var isAnything: Bool {
    switch self {
    case .anything: true
    case .cases, .other: false
    }
  }
}

extension PatternSyntax {
  /// What it says of each of so many elements of a subject.
  fileprivate func meanings(_ count: Int) -> [PatternMeaning] {
    guard count > 1 else { return [meaning] }
    let binding = self.as(ValueBindingPatternSyntax.self)
    let pattern = binding?.pattern ?? self
    if let tuple = pattern.as(TuplePatternSyntax.self), tuple.elements.count == count {
      return tuple.elements.map(\.pattern.meaning)
    }
    let tuple = pattern.as(ExpressionPatternSyntax.self)?.expression.as(TupleExprSyntax.self)
    guard let tuple, tuple.elements.count == count else {
      // One word for the whole tuple.
      return Array(repeating: meaning, count: count)
    }
    return tuple.elements.map { element in
      // `let (a, b)` names the elements.
      let isName = binding != nil && element.expression.is(DeclReferenceExprSyntax.self)
      return isName ? .anything : element.expression.meaning
    }
  }

  fileprivate var meaning: PatternMeaning {
    if `is`(WildcardPatternSyntax.self) || `is`(IdentifierPatternSyntax.self) { return .anything }
    if let binding = self.as(ValueBindingPatternSyntax.self) { return binding.pattern.meaning }
    return self.as(ExpressionPatternSyntax.self)?.expression.meaning ?? .other
  }
}

extension ExprSyntax {
  fileprivate var meaning: PatternMeaning {
    if `is`(NilLiteralExprSyntax.self) { return .cases([]) }
    if `is`(DiscardAssignmentExprSyntax.self) { return .anything }
    if let optional = self.as(OptionalChainingExprSyntax.self) {
      return optional.expression.meaning
    }
    if let call = self.as(FunctionCallExprSyntax.self) { return call.calledExpression.meaning }
    if let pattern = self.as(PatternExprSyntax.self) { return pattern.pattern.meaning }
    guard let member = self.as(MemberAccessExprSyntax.self) else { return .other }
    // `Outer.Inner.red` belongs to `Inner`.
    let owner =
      member.base?.as(DeclReferenceExprSyntax.self)?.baseName
      ?? member.base?.as(MemberAccessExprSyntax.self)?.declName.baseName
    let name = member.declName.baseName
    return .cases([CaseName(owner: owner?.text, name: name.identifier?.name ?? name.text)])
  }
}
