import SwiftParser
import SwiftSyntax

/// One file of the project, parsed once for every rule to read.
struct SourceFile: Sendable {
  /// The path from the root of the project, with slashes.
  let path: String
  let lines: [Substring]
  /// Nil for a file that is not Swift.
  let syntax: SourceFileSyntax?
  let tokens: [Token]
  let comments: [SourceComment]
  /// The indices of each word and symbol in `tokens`, ascending.
  let places: [String: [Int]]
  private let lineTable: LineTable

  init(_ path: String, _ text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    lineTable = LineTable(text)
    guard path.hasSuffix(".swift") else {
      (syntax, tokens, comments, places) = (nil, [], [], [:])
      return
    }
    let syntax = Parser.parse(source: text)
    self.syntax = syntax
    (tokens, comments) = Token.read(syntax, lineTable)
    var places: [String: [Int]] = [:]
    for (index, token) in tokens.enumerated() where token.kind != .literal {
      places[token.text, default: []].append(index)
    }
    self.places = places
  }

  /// The target under Sources that the file belongs to.
  var target: String? {
    let parts = path.split(separator: "/")
    return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
  }

  /// The folders that the file is in, from the root.
  var folders: [Substring] { path.split(separator: "/").dropLast() }

  /// The name without folders and extension.
  var baseName: Substring {
    let name = path.split(separator: "/").last ?? ""
    return name.prefix { $0 != "." }
  }

  func token(_ index: Int) -> Token? {
    tokens.indices.contains(index) ? tokens[index] : nil
  }

  /// True if the tokens from `index` on spell this code.
  func hasCode(_ code: [Token], at index: Int) -> Bool {
    code.indices.allSatisfy { offset in
      token(index + offset)?.isCode(code[offset].text) == true
    }
  }

  /// The line that a node begins on, counted from 1.
  func line(of node: some SyntaxProtocol) -> Int {
    lineTable.line(at: node.positionAfterSkippingLeadingTrivia.utf8Offset)
  }

  /// The nodes of one kind, in the order of the source.
  func nodes<Node: SyntaxProtocol>(_ kind: Node.Type) -> [Node] {
    guard let syntax else { return [] }
    let collector = NodeCollector<Node>(viewMode: .sourceAccurate)
    collector.walk(syntax)
    return collector.nodes
  }

  /// The modules the file imports, in order.
  var imports: [(module: String, line: Int)] {
    // Nested imports are rare, and searching tokens is faster than visiting nodes.
    guard places["import"] != nil else { return [] }
    return nodes(ImportDeclSyntax.self).compactMap { node in
      node.path.first.map { ($0.name.text, line(of: node.importKeyword)) }
    }
  }
}

/// Collects the nodes of one kind.
private final class NodeCollector<Node: SyntaxProtocol>: SyntaxAnyVisitor {
  private(set) var nodes: [Node] = []

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if let node = node.as(Node.self) { nodes.append(node) }
    return .visitChildren
  }
}

/// The offsets at which the lines of a string begin.
struct LineTable: Sendable {
  private let starts: [Int]

  init(_ text: String) {
    var starts = [0]
    for (offset, byte) in text.utf8.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    self.starts = starts
  }

  /// The line of a byte, counted from 1; O(log n).
  func line(at offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }
}
