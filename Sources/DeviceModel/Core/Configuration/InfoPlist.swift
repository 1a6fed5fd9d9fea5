/// The parts of the app's Info.plist about background tasks.
public struct InfoPlist: Hashable, Sendable {
  /// The strings of `BGTaskSchedulerPermittedIdentifiers`.
  public let permittedIdentifiers: [String]
  /// The strings of `UIBackgroundModes`.
  public let backgroundModes: [String]

  /// Creates it from its two lists.
  public init(permittedIdentifiers: [String], backgroundModes: [String]) {
    self.permittedIdentifiers = permittedIdentifiers
    self.backgroundModes = backgroundModes
  }

  /// The test app's own file, `assets/Info.plist`, as built into the program.
  public static let standard: InfoPlist = {
    do {
      return try InfoPlist(xml: String(decoding: PackageResources.TestAppInfo_plist, as: UTF8.self))
    } catch {
      preconditionFailure("assets/Info.plist: \(error)")
    }
  }()

  /// Parses the two lists from a property list in XML.
  ///
  /// Not modelled: binary property lists and entities other than the five predefined ones of XML.
  public init(xml: String) throws(InfoPlistError) {
    permittedIdentifiers = try InfoPlist.strings(
      of: "BGTaskSchedulerPermittedIdentifiers", in: xml)
    backgroundModes = try InfoPlist.strings(of: "UIBackgroundModes", in: xml)
  }

  private static func strings(of key: String, in xml: String) throws(InfoPlistError) -> [String] {
    var scanner = PlistScanner(xml)
    guard scanner.skip(past: "<plist") else { throw .notPropertyList }
    guard scanner.skip(past: "<key>\(key)</key>") else { throw .missingKey(key) }
    if scanner.skipWhitespace(then: "<array/>") { return [] }
    guard scanner.skipWhitespace(then: "<array>") else { throw .notAnArray(key) }
    var strings: [String] = []
    while !scanner.skipWhitespace(then: "</array>") {
      guard scanner.skipWhitespace(then: "<string>"), let text = scanner.text(upTo: "</string>")
      else { throw .notAString(key) }
      strings.append(text)
    }
    return strings
  }
}

/// Why an Info.plist could not be used.
public enum InfoPlistError: Error, Hashable, Sendable, CustomStringConvertible {
  case notPropertyList
  case missingKey(String)
  case notAnArray(String)
  case notAString(String)

  public var description: String {
    switch self {
    case .notPropertyList: "this is no property list in XML; save it as one"
    case .missingKey(let key): "key '\(key)' is missing; add an array of strings"
    case .notAnArray(let key): "key '\(key)' must be followed by an <array> of <string>s"
    case .notAString(let key): "the array of '\(key)' may hold <string>s only"
    }
  }
}

/// Scans a property list's text, skipping comments.
private struct PlistScanner {
  private var rest: Substring

  init(_ xml: String) {
    var plain = xml
    while let open = plain.firstRange(of: "<!--") {
      let end = plain[open.upperBound...].firstRange(of: "-->")?.upperBound ?? plain.endIndex
      plain.removeSubrange(open.lowerBound..<end)
    }
    rest = plain[...]
  }

  mutating func skip(past text: String) -> Bool {
    guard let range = rest.firstRange(of: text) else { return false }
    rest = rest[range.upperBound...]
    return true
  }

  mutating func skipWhitespace(then text: String) -> Bool {
    let start = rest.drop { $0.isWhitespace }
    guard start.hasPrefix(text) else { return false }
    rest = start.dropFirst(text.count)
    return true
  }

  mutating func text(upTo end: String) -> String? {
    guard let range = rest.firstRange(of: end) else { return nil }
    let text = rest[..<range.lowerBound]
    rest = rest[range.upperBound...]
    return PlistScanner.decoded(text)
  }

  private static func decoded(_ text: Substring) -> String {
    let entities = [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&"),
    ]
    var decoded = String(text)
    for (entity, character) in entities { decoded.replace(entity, with: character) }
    return decoded
  }
}
