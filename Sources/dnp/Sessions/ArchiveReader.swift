import JSONText
import SessionStore

/// Reads the members of an object of a session's file; a value that the program cannot have written
/// is an error with its place.
struct ArchiveReader {
  private let json: JSONValue
  /// Where the object stands: `branches[0].journal[3]`; empty for the whole file.
  private let path: String

  init(_ json: JSONValue, at path: String) {
    self.json = json
    self.path = path
  }

  func integer(_ name: String, _ range: StoredRange) throws(StoredDamage) -> Int64 {
    guard let number = json[name]?.integerValue, range.bounds.contains(number) else {
      throw damage(name, range.words)
    }
    return number
  }

  func text(_ name: String) throws(StoredDamage) -> String {
    guard let text = json[name]?.stringValue else { throw damage(name, "a text") }
    return text
  }

  func textOrNull(_ name: String) throws(StoredDamage) -> String? {
    if json[name] == .null || json[name] == nil { return nil }
    return try text(name)
  }

  func hash(_ name: String) throws(StoredDamage) -> String {
    guard let text = json[name]?.stringValue, StoredRange.isHash(text) else {
      throw damage(name, "a hash in hexadecimal digits")
    }
    return text
  }

  func flag(_ name: String) throws(StoredDamage) -> Bool {
    guard let flag = json[name]?.boolValue else { throw damage(name, "true or false") }
    return flag
  }

  func object(_ name: String) throws(StoredDamage) -> ArchiveReader {
    guard let value = json[name], value.objectValue != nil else {
      throw damage(name, "an object")
    }
    return ArchiveReader(value, at: place(name))
  }

  func array(_ name: String) throws(StoredDamage) -> [ArchiveReader] {
    guard let items = json[name]?.arrayValue else { throw damage(name, "a list") }
    return items.enumerated().map { ArchiveReader($1, at: "\(place(name))[\($0)]") }
  }

  func damage(_ name: String, _ expected: String) -> StoredDamage {
    StoredDamage(place: place(name), expected: expected)
  }

  private func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}
