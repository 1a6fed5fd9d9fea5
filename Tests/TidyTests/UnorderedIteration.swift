import SwiftSyntax

extension Rule {
  /// A loop over a dictionary or a set, whose order differs between two processes.
  ///
  /// Sees `.keys` and `.values` of everything that the same file does not declare with an ordered
  /// type, and names that it declares as a dictionary or a set. Not seen: a value whose type is
  /// inferred from another file.
  static let unorderedIteration = Rule(
    name: "iteration without an order", scope: .pureRing,
    remedy: "sort first, or keep an array; hash order differs between processes",
    violation: Sample("var alarms: [Int: Alarm] = [:]\nfor (id, alarm) in alarms { fire(alarm) }"),
    lookalike: Sample("var alarms: [Int: Alarm]\nfor id in alarms.keys.sorted() { fire(id) }")
  ) { file in
    guard let syntax = file.syntax else { return [] }
    let declarations = CollectionNames(viewMode: .sourceAccurate)
    declarations.walk(syntax)
    let iterations = UnorderedIterations(declarations)
    iterations.walk(syntax)
    return Set(iterations.nodes.map { file.line(of: $0) }).sorted()
  }
}

/// Collects the names that a file declares: those of dictionaries and sets, and all others.
private final class CollectionNames: SyntaxVisitor {
  private(set) var unordered: Set<String> = []
  private(set) var ordered: Set<String> = []

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
      return .visitChildren
    }
    if let type = node.typeAnnotation?.type {
      note(name, isUnordered(type))
    } else if isUnordered(node.initializer?.value) {
      unordered.insert(name)
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    note((node.secondName ?? node.firstName).text, isUnordered(node.type))
    return .visitChildren
  }

  private func note(_ name: String, _ isUnordered: Bool) {
    if isUnordered { unordered.insert(name) } else { ordered.insert(name) }
  }

  private func isUnordered(_ type: TypeSyntax?) -> Bool {
    if let optional = type?.as(OptionalTypeSyntax.self) { return isUnordered(optional.wrappedType) }
    if let attributed = type?.as(AttributedTypeSyntax.self) {
      return isUnordered(attributed.baseType)
    }
    return type?.is(DictionaryTypeSyntax.self) == true
      || isUnordered(name: type?.as(IdentifierTypeSyntax.self)?.name)
  }

  /// True for a dictionary literal, and for `Set(…)`, `Set<…>(…)` and `[Key: Value](…)`.
  private func isUnordered(_ value: ExprSyntax?) -> Bool {
    guard let value else { return false }
    if value.is(DictionaryExprSyntax.self) { return true }
    if let call = value.as(FunctionCallExprSyntax.self) {
      return isUnordered(call.calledExpression)
    }
    if let generic = value.as(GenericSpecializationExprSyntax.self) {
      return isUnordered(generic.expression)
    }
    return isUnordered(name: value.as(DeclReferenceExprSyntax.self)?.baseName)
  }

  private func isUnordered(name: TokenSyntax?) -> Bool {
    name?.text == "Set" || name?.text == "Dictionary"
  }
}

/// Collects loops over unordered collections, and calls on them that keep the hash order.
private final class UnorderedIterations: SyntaxVisitor {
  /// Calls whose result is in the order of the collection.
  private static let keepsOrder: Set = [
    "compactMap", "enumerated", "first", "flatMap", "forEach", "joined", "map",
  ]
  /// Calls whose result does not depend on the order.
  private static let forgetsOrder: Set = [
    "allSatisfy", "contains", "count", "max", "min", "sorted",
  ]

  private(set) var nodes: [Syntax] = []
  private let unordered: Set<String>
  private let ordered: Set<String>

  init(_ names: CollectionNames) {
    unordered = names.unordered
    ordered = names.ordered.subtracting(names.unordered)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    if isUnordered(node.sequence) { nodes.append(Syntax(node)) }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if let base = node.base, isUnordered(base),
      Self.keepsOrder.contains(node.declName.baseName.text), !isOrderForgotten(after: node)
    {
      nodes.append(Syntax(node.declName))
    }
    return .visitChildren
  }

  /// True for a name that the file declares as unordered, and for the `keys` and `values` of
  /// everything that it does not declare as ordered.
  private func isUnordered(_ value: ExprSyntax) -> Bool {
    guard let member = value.as(MemberAccessExprSyntax.self), let base = member.base else {
      return lastName(value).map(unordered.contains) ?? false
    }
    let name = member.declName.baseName.text
    if name == "keys" || name == "values" {
      return !(lastName(base).map(ordered.contains) ?? false)
    }
    return unordered.contains(name)
  }

  /// The last name of `a`, `b.a` and `b.c().a`; nil for other expressions.
  private func lastName(_ value: ExprSyntax) -> String? {
    value.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? value.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }

  /// True if a later call of the chain makes the order irrelevant: `keys.map { … }.sorted()`.
  private func isOrderForgotten(after node: MemberAccessExprSyntax) -> Bool {
    var child = Syntax(node)
    while let parent = child.parent {
      if let call = parent.as(FunctionCallExprSyntax.self), call.calledExpression.id == child.id {
        child = parent
      } else if let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == child.id {
        if Self.forgetsOrder.contains(member.declName.baseName.text) { return true }
        child = parent
      } else {
        return false
      }
    }
    return false
  }
}
