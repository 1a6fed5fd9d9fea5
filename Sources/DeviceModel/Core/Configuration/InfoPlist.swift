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
    let scanner = PlistScanner(xml)
    permittedIdentifiers = try InfoPlist.strings(
      of: "BGTaskSchedulerPermittedIdentifiers", in: scanner)
    backgroundModes = try InfoPlist.strings(of: "UIBackgroundModes", in: scanner)
  }

  private static func strings(
    of key: String, in whole: PlistScanner
  ) throws(InfoPlistError) -> [String] {
    var scanner = whole
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

/// Scans a property list's bytes, skipping comments.
private struct PlistScanner {
  private var rest: ArraySlice<UInt8>

  init(_ xml: String) {
    rest = PlistScanner.withoutComments(Array(xml.utf8))[...]
  }

  mutating func skip(past text: String) -> Bool {
    guard let range = PlistScanner.range(of: text, in: rest) else { return false }
    rest = rest[range.upperBound...]
    return true
  }

  mutating func skipWhitespace(then text: String) -> Bool {
    let start = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard start.starts(with: text.utf8) else { return false }
    rest = start.dropFirst(text.utf8.count)
    return true
  }

  mutating func text(upTo end: String) -> String? {
    guard let range = PlistScanner.range(of: end, in: rest) else { return nil }
    let text = rest[..<range.lowerBound]
    rest = rest[range.upperBound...]
    return PlistScanner.decoded(text)
  }

  private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var rest = bytes[...]
    while let open = range(of: "<!--", in: rest) {
      plain += rest[..<open.lowerBound]
      let end = range(of: "-->", in: rest[open.upperBound...])?.upperBound ?? rest.endIndex
      rest = rest[end...]
    }
    return plain + rest
  }

  /// Where a string of ASCII characters is first; nil where it is not.
  private static func range(of text: String, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    let wanted = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { buffer -> Range<Int>? in
      var place = 0
      while place + wanted.count <= buffer.count {
        var length = 0
        while length < wanted.count, buffer[place + length] == wanted[length] { length += 1 }
        if length == wanted.count {
          let start = bytes.startIndex + place
          return start..<start + length
        }
        place += 1
      }
      return nil
    }
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    var decoded = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(UInt8(ascii: "&")) else { return decoded }
    let entities = [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&"),
    ]
    for (entity, character) in entities { decoded.replace(entity, with: character) }
    return decoded
  }
}
