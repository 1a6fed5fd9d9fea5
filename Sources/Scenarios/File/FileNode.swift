import JSONText
import Yams

/// A value of a scenario file with its place: YAML 1.2's core schema, read without surprises.
///
/// `on` and `05:53` are texts; only true, false, null, integers and decimals are anything else.
struct FileNode: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case scalar(String, isPlain: Bool)
    case list([FileNode])
    case mapping([Entry])
  }

  struct Entry: Hashable, Sendable {
    let key: String
    let place: SourcePlace
    let value: FileNode
  }

  let place: SourcePlace
  let content: Content

  /// How many values a file may hold, aliases followed; and how deep they may lie.
  static let nodesMax = 200_000
  static let depthMax = 64

  /// Takes over a tree of Yams; throws for keys that are no texts and past the bounds.
  init(_ node: Yams.Node) throws(FileProblem) {
    var count = 0
    try self.init(node, depth: 0, count: &count)
  }

  init(place: SourcePlace, content: Content) {
    self.place = place
    self.content = content
  }

  /// Nothing, where something could have been written.
  init(nothingAt place: SourcePlace) {
    self.place = place
    content = .scalar("", isPlain: true)
  }

  private init(_ node: Yams.Node, depth: Int, count: inout Int) throws(FileProblem) {
    place = FileNode.place(of: node)
    count += 1
    guard count <= FileNode.nodesMax else {
      throw FileProblem(
        place, "the file holds more than \(FileNode.nodesMax) values", "split it, or drop aliases")
    }
    guard depth <= FileNode.depthMax else {
      throw FileProblem(
        place, "values lie more than \(FileNode.depthMax) deep", "write it flatter")
    }
    switch node {
    case .scalar(let scalar):
      let isPlain = scalar.style == .plain || scalar.style == .any
      content = .scalar(scalar.string, isPlain: isPlain && scalar.tag == .implicit)
    case .sequence(let sequence):
      var items: [FileNode] = []
      for item in sequence {
        items.append(try FileNode(item, depth: depth + 1, count: &count))
      }
      content = .list(items)
    case .mapping(let mapping):
      content = .mapping(try FileNode.entries(of: mapping, depth: depth, count: &count))
    case .alias:
      throw FileProblem(place, "an alias without its anchor", "write the value out")
    }
  }

  private static func entries(
    of mapping: Yams.Node.Mapping, depth: Int, count: inout Int
  ) throws(FileProblem) -> [Entry] {
    var entries: [Entry] = []
    for (key, value) in mapping {
      guard case .scalar(let scalar) = key else {
        throw FileProblem(place(of: key), "a key must be a text", "write 'key: value'")
      }
      let value = try FileNode(value, depth: depth + 1, count: &count)
      entries.append(Entry(key: scalar.string, place: place(of: key), value: value))
    }
    return entries
  }

  private static func place(of node: Yams.Node) -> SourcePlace {
    guard let mark = node.mark else { return .start }
    return SourcePlace(line: mark.line, column: mark.column)
  }
}

extension FileNode {
  /// What an error message calls the kind of value.
  var kindName: String {
    switch content {
    case .list: "a list"
    case .mapping: "a mapping"
    case .scalar:
      switch json {
      case .null: "nothing"
      case .bool: "true or false"
      case .integer, .number: "a number"
      case .string(""): "an empty text"
      default: "a text"
      }
    }
  }

  /// Whether nothing was written here.
  var isNull: Bool {
    if case .scalar = content { json.isNull } else { false }
  }

  /// The scalar as it was written, `17.0` included; nil for lists and mappings.
  var rawText: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// The value as JSON.
  var json: JSONValue {
    switch content {
    case .scalar(let text, let isPlain): isPlain ? FileNode.plain(text) : .string(text)
    case .list(let items): .array(items.map(\.json))
    case .mapping(let entries): .object(JSONObject(entries.map { ($0.key, $0.value.json) }))
    }
  }

  private static func plain(_ text: String) -> JSONValue {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    default: break
    }
    guard let first = text.utf8.first, first <= 0x39, text != "." else { return .string(text) }
    if let integer = Int64(text) { return .integer(integer) }
    let isDecimal = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)
    }
    if isDecimal, let number = Double(text), number.isFinite { return .number(number) }
    return .string(text)
  }
}
