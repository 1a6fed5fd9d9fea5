import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// A document of elements, parsed by an independent parser.
final class MarkupTree: NSObject, XMLParserDelegate {
  /// One element.
  final class Element {
    let name: String
    let attributes: [String: String]
    fileprivate(set) var children: [Element] = []
    fileprivate(set) var text = ""

    init(_ name: String, _ attributes: [String: String]) {
      self.name = name
      self.attributes = attributes
    }

    /// The element and all its descendants.
    var all: [Element] { [self] + children.flatMap(\.all) }

    func children(_ name: String) -> [Element] { children.filter { $0.name == name } }

    /// The text of the element and its descendants.
    var wholeText: String { all.map(\.text).joined(separator: " ") }
  }

  struct Malformed: Error { let text: String }

  private(set) var root: Element?
  private var open: [Element] = []

  /// The root of a document; throws if it is not well formed.
  static func parse(_ text: String) throws -> Element {
    let tree = MarkupTree()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = tree
    let isRead = parser.parse()
    guard isRead, let root = tree.root else {
      throw Malformed(
        text: "line \(parser.lineNumber), column \(parser.columnNumber): "
          + "\(parser.parserError.map { String(describing: $0) } ?? "nothing")")
    }
    return root
  }

  func parser(
    _: XMLParser, didStartElement name: String, namespaceURI _: String?,
    qualifiedName _: String?, attributes: [String: String]
  ) {
    let element = Element(name, attributes)
    if let parent = open.last { parent.children.append(element) } else { root = element }
    open.append(element)
  }

  func parser(
    _: XMLParser, didEndElement _: String, namespaceURI _: String?, qualifiedName _: String?
  ) {
    open.removeLast()
  }

  func parser(_: XMLParser, foundCharacters text: String) {
    open.last?.text += text
  }
}
