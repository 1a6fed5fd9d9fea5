extension AndroidManifest {
  /// Parses permissions and receivers from a manifest in XML.
  public init(xml: String) throws(AndroidManifestError) {
    var scanner = ElementScanner(xml)
    var isManifest = false
    permissions = []
    receivers = []
    var open: (name: String, isDirectBootAware: Bool, actions: [String])?
    while let element = try scanner.next() {
      switch element.name {
      case "manifest": isManifest = true
      case "uses-permission": permissions.append(try element.name(of: "uses-permission"))
      case "receiver":
        let isEnabled = element["android:enabled"] != "false"
        let isAware = element["android:directBootAware"] == "true"
        open = isEnabled ? (try element.name(of: "receiver"), isAware, []) : nil
        if element.isEmpty { close(&open) }
      case "/receiver": close(&open)
      case "action": open?.actions.append(try element.name(of: "action"))
      default: break
      }
    }
    guard isManifest else { throw .notManifest }
  }

  private mutating func close(
    _ open: inout (name: String, isDirectBootAware: Bool, actions: [String])?
  ) {
    guard let receiver = open else { return }
    receivers.append(
      Receiver(
        name: String(receiver.name.drop { $0 == "." }),
        isDirectBootAware: receiver.isDirectBootAware, actions: receiver.actions))
    open = nil
  }
}

/// Why an AndroidManifest.xml could not be used.
public enum AndroidManifestError: Error, Hashable, Sendable, CustomStringConvertible {
  case notManifest
  case notClosed(String)
  case missingName(String)

  public var description: String {
    switch self {
    case .notManifest: "this is no Android manifest in XML; it needs a <manifest> element"
    case .notClosed(let start): "the element that begins with '<\(start)' does not end"
    case .missingName(let element): "<\(element)> needs an attribute 'android:name'"
    }
  }
}

/// Finds the elements of an XML text one after the other, skipping text, comments and declarations.
private struct ElementScanner {
  struct Element {
    /// The element's name, with a slash in front where it ends one.
    let name: String
    let attributes: [(name: String, value: String)]
    /// Whether it ends where it begins.
    let isEmpty: Bool

    subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    func name(of element: String) throws(AndroidManifestError) -> String {
      guard let name = self["android:name"] else { throw .missingName(element) }
      return name
    }
  }

  private var rest: Substring

  init(_ xml: String) {
    var plain = xml
    while let open = plain.firstRange(of: "<!--") {
      let end = plain[open.upperBound...].firstRange(of: "-->")?.upperBound ?? plain.endIndex
      plain.removeSubrange(open.lowerBound..<end)
    }
    rest = plain[...]
  }

  mutating func next() throws(AndroidManifestError) -> Element? {
    while let open = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: open)...]
      guard let end = rest.firstIndex(of: ">") else { throw .notClosed(String(rest.prefix(20))) }
      let inner = rest[..<end]
      rest = rest[rest.index(after: end)...]
      if inner.hasPrefix("?") || inner.hasPrefix("!") { continue }
      return element(inner)
    }
    return nil
  }

  private func element(_ text: Substring) -> Element {
    let isEmpty = text.hasSuffix("/")
    var text = isEmpty ? text.dropLast() : text
    let name = text.prefix { !$0.isWhitespace }
    text = text.dropFirst(name.count)
    var attributes: [(name: String, value: String)] = []
    while let equals = text.firstIndex(of: "=") {
      let key = text[..<equals].drop { $0.isWhitespace }.prefix { !$0.isWhitespace }
      let value = text[text.index(after: equals)...].drop { $0.isWhitespace }
      guard let quote = value.first, quote == "\"" || quote == "'",
        let end = value.dropFirst().firstIndex(of: quote)
      else { break }
      attributes.append((String(key), String(value[value.index(after: value.startIndex)..<end])))
      text = value[value.index(after: end)...]
    }
    return Element(name: String(name), attributes: attributes, isEmpty: isEmpty)
  }
}
