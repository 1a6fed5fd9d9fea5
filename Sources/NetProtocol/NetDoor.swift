import JSONText
import PlainText

/// A door for web apps: where it listens, whose pages may connect, what it serves.
public struct NetDoor: Hashable, Sendable {
  /// The port of the loopback address; 0 lets the system choose.
  public var port: Int
  /// Whose pages may connect beside its own, as browsers write an origin: `http://localhost:5173`.
  public var origins: [String]
  /// The files by path.
  public var files: [NetFile]

  /// A door.
  public init(port: Int, origins: [String] = [], files: [NetFile] = []) {
    self.port = port
    self.origins = origins
    self.files = files
  }
}

/// A file that a door serves.
public struct NetFile: Hashable, Sendable {
  /// Its path, which begins with a slash.
  public var path: String
  /// Its media type.
  public var type: String
  public var body: [UInt8]
  /// Whether pages of other servers may load it.
  public var isShared: Bool

  /// A file.
  public init(path: String, type: String, body: [UInt8], isShared: Bool = false) {
    self.path = path
    self.type = type
    self.body = body
    self.isShared = isShared
  }
}

extension NetDoor {
  var json: JSONValue {
    [
      "port": .integer(Int64(port)), "origins": .array(origins.map(JSONValue.string)),
      "files": .object(JSONObject(files.map { ($0.path, $0.json) })),
    ]
  }

  init(_ json: JSONValue) throws(NetLineError) {
    guard let port = json["port"]?.integerValue, (0...65_535).contains(port) else {
      throw NetLineError("'listen' lacks 'port' (0 to 65535)")
    }
    self.init(
      port: Int(port), origins: try NetDoor.origins(json["origins"]),
      files: try NetDoor.files(json["files"]))
  }

  private static func origins(_ json: JSONValue?) throws(NetLineError) -> [String] {
    guard let json, !json.isNull else { return [] }
    let origins = json.arrayValue?.compactMap(\.stringValue)
    guard let origins, origins.count == json.arrayValue?.count else {
      throw NetLineError("'origins' takes an array of strings")
    }
    return origins
  }

  private static func files(_ json: JSONValue?) throws(NetLineError) -> [NetFile] {
    guard let json, !json.isNull else { return [] }
    guard let members = json.objectValue?.members else {
      throw NetLineError("'files' takes an object of paths and files")
    }
    var files: [NetFile] = []
    for (path, file) in members {
      guard path.hasPrefix("/"), !path.contains(where: { $0 == "?" || $0 == "#" }) else {
        throw NetLineError("'\(path)' is no path of a file: a slash, and no '?' or '#'")
      }
      guard let type = file["type"]?.stringValue, NetDoor.isType(type),
        let body = file["body"]?.stringValue.flatMap({ Base64.standard.bytes($0) })
      else { throw NetLineError("the file '\(path)' lacks 'type' or 'body' (base64)") }
      let isShared = file["shared"] ?? .bool(false)
      guard let isShared = isShared.boolValue else {
        throw NetLineError("'shared' of the file '\(path)' takes true or false")
      }
      files.append(NetFile(path: path, type: type, body: body, isShared: isShared))
    }
    return files
  }

  /// Whether a media type can stand in a header: nothing that would begin another field.
  private static func isType(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }
}

extension NetFile {
  fileprivate var json: JSONValue {
    var json = JSONObject([
      ("type", .string(type)), ("body", .string(Base64.standard.text(body))),
    ])
    if isShared { json["shared"] = true }
    return .object(json)
  }
}
