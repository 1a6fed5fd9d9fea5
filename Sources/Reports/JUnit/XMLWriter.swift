/// Writes an indented XML document; elements are closed in reverse order.
struct XMLWriter {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var open: [String] = []

  /// Writes a start tag, the body's output and the end tag; without a body an empty-element tag.
  mutating func element(
    _ name: String, _ attributes: [(String, String)], _ body: (inout XMLWriter) -> Void
  ) {
    start(name, attributes)
    let end = text.utf8.count
    text += ">\n"
    open.append(name)
    body(&self)
    open.removeLast()
    guard text.utf8.count > end + 2 else {
      text.removeLast(2)
      text += "/>\n"
      return
    }
    text += indentation + "</\(name)>\n"
  }

  /// Writes an element that contains only text; for an empty string an empty-element tag.
  mutating func element(_ name: String, _ attributes: [(String, String)], text content: String) {
    start(name, attributes)
    text += content.isEmpty ? "/>\n" : ">\(XMLText.escaped(content))</\(name)>\n"
  }

  private mutating func start(_ name: String, _ attributes: [(String, String)]) {
    text += indentation + "<" + name
    for (key, value) in attributes {
      text += " \(key)=\"\(XMLText.escaped(value, inAttribute: true))\""
    }
  }

  private var indentation: String { String(repeating: "  ", count: open.count) }
}
