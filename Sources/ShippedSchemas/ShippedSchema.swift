package import JSONText
import SchemaShim

/// A JSON schema of the project, as it was when the program was built.
package struct ShippedSchema: Sendable {
  /// What the file's name ends in.
  package static let ending = ".schema.json"

  /// Its path in the folder of schemas, without the ending: `scenario`, `plugin/configure`.
  package let name: String
  /// The file.
  package let bytes: [UInt8]

  /// The names of all schemas: those of files and answers first, then those of the calls.
  package static let names = (0..<dnp_schema_count()).compactMap { index in
    dnp_schema_at(index).map { String(cString: $0.pointee.name) }
  }

  /// The schema of a name, with or without its ending; nil when there is none.
  package init?(_ name: String) {
    let wanted = name.hasSuffix(Self.ending) ? String(name.dropLast(Self.ending.count)) : name
    guard let index = Self.names.firstIndex(of: wanted), let row = dnp_schema_at(index) else {
      return nil
    }
    self.name = wanted
    bytes = Array(UnsafeBufferPointer(start: row.pointee.bytes, count: row.pointee.count))
  }

  /// The schema's title; throws where the file is no JSON.
  package func title() throws(JSONParseError) -> String {
    try JSONParser.parse(bytes)["title"]?.stringValue ?? ""
  }

  /// The schema as one document that refers to no other; throws where a file is no JSON.
  ///
  /// The file as it is where it refers to itself only.
  package func text() throws(JSONParseError) -> String {
    let document = try JSONParser.parse(bytes)
    var bundle = SchemaBundle()
    let whole = try bundle.whole(document, of: name)
    return bundle.isEmpty ? String(decoding: bytes, as: UTF8.self) : whole.prettyText + "\n"
  }
}
