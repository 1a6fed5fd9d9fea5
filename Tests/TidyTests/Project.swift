import SwiftSyntax

/// What the files of the project declare, for rules that need more than one file.
struct Project: Sendable {
  /// The names of folders for code of a single platform.
  static let platformFolders: Set<Substring> = ["IOS", "Android"]

  struct Enum: Sendable {
    var name: String
    var cases: Set<String>
  }

  /// The enums that Sources declares, nested ones included.
  let enums: [Enum]
  /// For each type that is declared at the top level of a file in a platform's folder and nowhere
  /// else, that folder.
  let platformTypes: [String: Substring]

  init(_ files: [SourceFile]) {
    var enums: [Enum] = []
    var platformTypes: [String: Substring] = [:]
    var neutralTypes: Set<String> = []
    for file in files where file.path.hasPrefix("Sources/") {
      guard let syntax = file.syntax else { continue }
      let collector = Declarations(viewMode: .sourceAccurate)
      collector.walk(syntax)
      enums += collector.enums
      if let folder = file.platformFolder {
        for name in collector.topLevelTypes { platformTypes[name] = folder }
      } else {
        neutralTypes.formUnion(collector.topLevelTypes)
      }
    }
    self.enums = enums
    self.platformTypes = platformTypes.filter { !neutralTypes.contains($0.key) }
  }
}

extension SourceFile {
  /// The folder of a platform that the file is in.
  var platformFolder: Substring? { folders.first { Project.platformFolders.contains($0) } }
}

/// Collects the enums of a file and its top-level types; skips bodies of functions.
private final class Declarations: SyntaxVisitor {
  private(set) var enums: [Project.Enum] = []
  private(set) var topLevelTypes: [String] = []

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.name, node)
    let cases = node.memberBlock.members
      .compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
      .flatMap(\.elements).map { $0.name.identifier?.name ?? $0.name.text }
    enums.append(Project.Enum(name: node.name.text, cases: Set(cases)))
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.name, node)
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.name, node)
    return .visitChildren
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.name, node)
    return .skipChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.name, node)
    return .skipChildren
  }

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func note(_ name: TokenSyntax, _ node: some DeclSyntaxProtocol) {
    if node.parent?.parent?.parent?.is(SourceFileSyntax.self) == true {
      topLevelTypes.append(name.text)
    }
  }
}
