import Bridge
import JSONText
import SchemaSupport

/// Checks every message of a session against the schemas, each reply by its request's method.
///
/// Where several requests had the same `id`, a reply must fit one of them.
struct MessageChecker {
  private struct Request {
    let method: BridgeMethod
    let parameters: JSONObject
  }

  /// The number of messages that were checked.
  private(set) var count = 0
  /// The methods of which a result was checked.
  private(set) var methods: Set<BridgeMethod> = []
  /// The requests that can be answered, by their `id` as it is sent back.
  private var requests: [String: [Request]] = [:]

  /// Takes note of a line that the session gets.
  mutating func note(_ line: [UInt8]) {
    guard let request = (try? JSONParser.parse(line))?.objectValue, let id = request["id"],
      let method = request["method"]?.stringValue.flatMap(BridgeMethod.init)
    else { return }
    requests[MessageChecker.name(of: id), default: []].append(
      Request(method: method, parameters: request["params"]?.objectValue ?? [:]))
  }

  /// The errors in messages of the session, each with its message.
  mutating func findings(in messages: [JSONValue]) -> [String] {
    messages.flatMap { message in
      findings(in: message).map { "\($0) in \(message.canonicalText.prefix(400))" }
    }
  }

  private mutating func findings(in message: JSONValue) -> [String] {
    switch MessageSchemas.project {
    case .failure(let error): return ["the schemas cannot be read: \(error)"]
    case .success(let schemas):
      count += 1
      let findings = schemas.line.findings(in: message)
      guard findings.isEmpty, let id = message["id"] else { return findings }
      let asked = requests[MessageChecker.name(of: id)] ?? []
      if let result = message["result"] { return self.findings(in: result, asked, schemas) }
      guard let error = message["error"], error["code"] == -32_000 else { return [] }
      let calls = asked.filter { $0.method == .call }
      return MessageChecker.closest(
        calls.map { schemas.findings($0.parameters, rejection: error["data"] ?? .null) })
    }
  }

  private mutating func findings(
    in result: JSONValue, _ asked: [Request], _ schemas: MessageSchemas
  ) -> [String] {
    let verdicts = asked.map { schemas.findings($0.method, $0.parameters, result: result) }
    for (request, findings) in zip(asked, verdicts) where findings.isEmpty {
      methods.insert(request.method)
    }
    return MessageChecker.closest(verdicts)
  }

  /// The findings of the request that fits best.
  private static func closest(_ verdicts: [[String]]) -> [String] {
    verdicts.min { $0.count < $1.count } ?? ["nobody has asked for this"]
  }

  /// One spelling for each `id`: 1 and 1.0 are the same.
  private static func name(of id: JSONValue) -> String {
    id.numberValue.map { "\($0)" } ?? id.canonicalText
  }
}
