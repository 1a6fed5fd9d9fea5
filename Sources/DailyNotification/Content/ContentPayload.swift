import CivilTime
import JSONText

/// Content as the API sends it: `{id, title, body, url?, scheduled_for}`.
struct ContentPayload: Hashable {
  let title: String
  let body: String
  let url: String?
  let scheduledFor: Int64

  /// The plugin's own payload for an occurrence.
  init(title: String, body: String, scheduledFor: Int64) {
    self.title = title
    self.body = body
    self.scheduledFor = scheduledFor
    url = nil
  }

  /// A payload of the plugin's own, as canonical JSON.
  static func bytes(title: String, body: String, for occurrence: Int64) -> [UInt8] {
    let payload: JSONValue = [
      "body": .string(body), "id": "default", "scheduled_for": .string(ISO8601.text(occurrence)),
      "title": .string(title),
    ]
    return Array(payload.canonicalText.utf8)
  }

  /// Reads a payload; nil when it is no JSON, or title, body or time is missing.
  init?(_ bytes: [UInt8]) {
    guard let value = try? JSONParser.parse(bytes), let title = value["title"]?.stringValue,
      !title.isEmpty, let body = value["body"]?.stringValue,
      let time = value["scheduled_for"]?.stringValue, let scheduledFor = ISO8601.parse(time)
    else { return nil }
    self.title = title
    self.body = body
    self.scheduledFor = scheduledFor
    url = value["url"]?.stringValue
  }
}

/// The plugin's own content, used while neither an API server nor a native fetcher is configured.
///
/// It says what it is, so that it is not mistaken for an answer of a server.
enum FixedContent {
  static let title = "Daily Update"
  static let body = "Fixed content of the built-in fetcher; no server is configured."

  /// What the bytes for an occurrence say.
  static func payload(for occurrence: Int64) -> ContentPayload {
    ContentPayload(title: title, body: body, scheduledFor: occurrence)
  }

  private static let head = Array("{\"body\":\"\(body)\",\"id\":\"fixed-".utf8)
  private static let middle = Array("\",\"scheduled_for\":\"".utf8)
  private static let tail = Array("\",\"title\":\"\(title)\"}".utf8)

  /// The payload for an occurrence, as canonical JSON.
  static func bytes(for occurrence: Int64) -> [UInt8] {
    ISO8601.withBytes(of: occurrence) { time in
      let count = head.count + middle.count + tail.count + 2 * time.count
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
        var written = 0
        func write(_ part: UnsafeBufferPointer<UInt8>) {
          guard let to = buffer.baseAddress, let from = part.baseAddress else { return }
          (to + written).initialize(from: from, count: part.count)
          written += part.count
        }
        head.withUnsafeBufferPointer(write)
        write(time)
        middle.withUnsafeBufferPointer(write)
        write(time)
        tail.withUnsafeBufferPointer(write)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<written]))
        return bytes
      }
    }
  }
}
