import Bridge
import DeviceModel
import JSONText
import ProjectFiles
import RandomHistories
import SchemaSupport
import Testing

@Suite("The schema of the bridge's messages")
struct MessageSchemaTests {
  private let schema: JSONValue

  init() throws {
    let directory = try SchemaDirectory.project.get()
    schema = try #require(directory.documents[MessageSchemas.path])
  }

  @Test("has a definition of each method's result, and of each part of the state")
  func methods() throws {
    let names = schema["$defs"]?.objectValue?.keys ?? []
    let parts = StatePart.allCases.map(\.rawValue) + ["invariants", "history"]
    #expect(Set(BridgeMethod.allCases.map(\.rawValue)).isSubset(of: names))
    #expect(schema["$defs"]?["state"]?["properties"]?.objectValue?.keys == parts)
  }

  /// The definitions that one of the schema refers to as alternatives.
  private func alternatives(_ name: String) throws -> [JSONValue] {
    let references = schema["$defs"]?[name]?["oneOf"]?.arrayValue?.compactMap { $0["$ref"] } ?? []
    return try references.map { reference in
      let pointer = try JSONPointer(String(try #require(reference.stringValue).dropFirst()))
      return try #require(pointer.evaluate(in: schema))
    }
  }

  @Test("has each code, with the reasons that the phone gives")
  func codes() throws {
    let errors = try alternatives("error").compactMap { $0["properties"] }
    let codes = errors.compactMap { $0["code"]?["const"]?.integerValue }
    #expect(codes.sorted() == BridgeErrorCode.allCases.map { Int64($0.rawValue) }.sorted())
    let refused = try #require(
      errors.first { $0["code"]?["const"] == .integer(Int64(BridgeErrorCode.refused.rawValue)) })
    let reasons = refused["data"]?["properties"]?["reason"]?["enum"]?.arrayValue
    #expect(
      reasons == (CommandRefusal.names + ["tooManyOpenCalls"]).map(JSONValue.string))
  }

  @Test(
    "holds every line of random sessions, on either system",
    arguments: DevicePlatform.allCases, 1...4)
  func random(platform: DevicePlatform, seed: Int) throws {
    var history = BridgeHistory(seed: UInt64(seed))
    var checker = MessageChecker()
    var session = BridgeSession(DeviceConfiguration(platform: platform))
    func request(_ id: String, _ method: String, _ parameters: JSONObject = [:]) -> [UInt8] {
      let request: JSONValue = [
        "jsonrpc": "2.0", "id": .string(id), "method": .string(method),
        "params": .object(parameters),
      ]
      return request.canonicalBytes
    }
    // An iPhone's configuration is refused by an Android phone, which stays as it is.
    let lines = [request("on", "$/events", ["on": true])] + history.lines(180)
    for (number, line) in lines.enumerated() {
      var sent = [line]
      if number % 10 == 5 {
        sent.append(request("s\(number)", "state.get"))
        sent.append(request("t\(number)", "trace.get", ["limit": 50]))
        sent.append(request("n\(number)", "time.runToNextEvent"))
      }
      if number == lines.count - 1 { sent.insert(request("q", "session.quiesce"), at: 0) }
      for line in sent {
        checker.note(line)
        let messages = try session.receive(line: line).map { try JSONParser.parse($0) }
        for finding in checker.findings(in: messages) { Issue.record("\(finding)") }
      }
    }
    #expect(checker.count > 200)
    #expect(
      checker.methods.isSuperset(of: [
        .configure, .call, .advance, .perform, .state, .trace, .events, .runToNextEvent, .quiesce,
      ]))
  }

  /// The requests of docs/bridge.md, each with the messages that it causes.
  private static func examples() throws -> [(request: [UInt8], messages: [JSONValue])] {
    var session = BridgeSession(.withKeys)
    return try ProjectFile.text("docs/bridge.md").split(separator: "\n")
      .filter { $0.hasPrefix("→ ") }.map { line in
        let request = Array(line.dropFirst(2).utf8)
        return (request, try session.receive(line: request).map { try JSONParser.parse($0) })
      }
  }

  @Test("finds a message with another member, or without one of its own")
  func planted() throws {
    var checker = MessageChecker()
    var count = 0
    for (request, messages) in try Self.examples() {
      checker.note(request)
      #expect(checker.findings(in: messages) == [])
      for message in messages {
        for wrong in Self.damaged(message) {
          count += 1
          #expect(checker.findings(in: [wrong]) != [], "\(wrong.canonicalText)")
        }
      }
    }
    #expect(count > 150)
  }

  @Test("finds a result of another method")
  func another() throws {
    let page = try #require(
      try Self.examples().flatMap(\.messages).first { $0["result"]?["records"] != nil })
    var checker = MessageChecker()
    checker.note(Array(#"{"jsonrpc":"2.0","id":8,"method":"time.advance"}"#.utf8))
    #expect(page["id"] == 8)
    #expect(
      checker.findings(in: [page]).contains { $0.hasPrefix(": 'now' is a required property") })
    var nobody = MessageChecker()
    #expect(nobody.findings(in: [page]).contains { $0.hasPrefix("nobody has asked") })
  }

  /// A message with one member more, less or of another type, in it and in what it says.
  private static func damaged(_ message: JSONValue) -> [JSONValue] {
    guard let object = message.objectValue else { return [] }
    var wrong = changed(object).map(JSONValue.object)
    for key in ["result", "error", "params"] {
      guard let inner = object[key]?.objectValue else { continue }
      for changed in changed(inner) {
        var outer = object
        outer[key] = .object(changed)
        wrong.append(.object(outer))
      }
    }
    return wrong
  }

  private static func changed(_ object: JSONObject) -> [JSONObject] {
    var more = object
    more["stray"] = 1
    return [more]
      + object.keys.flatMap { key in
        var (less, other) = (object, object)
        less[key] = nil
        // No member of a message is a list of lists.
        other[key] = [[]]
        // What is at a path of two steps may be anything, and not every error has data.
        return (key == "data" ? [] : [less]) + (object[key] == true ? [] : [other])
      }
  }
}
