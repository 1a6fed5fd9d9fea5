import DailyNotification
import JSONText

/// Which members of a JSON object are a record's text and time, where that is ambiguous.
public struct JSONFieldOptions: Hashable, Sendable {
  /// The path of the text: `data.message`.
  public var text: String?
  /// The path of the time.
  public var time: String?
  /// Members that look like times and are the same in every object.
  var constants: Set<String> = []

  /// Names members by their paths; by default they are found.
  public init(text: String? = nil, time: String? = nil) {
    (self.text, self.time) = (text, time)
  }
}

/// Finds the fields of a record in a JSON object of any tool.
struct JSONFields {
  /// A string or a number of an object, by its path.
  private struct Leaf {
    let path: String
    let value: JSONValue
  }

  private static let depthMax = 4
  private static let leavesMax = 200
  private static let texts = [
    "message", "msg", "eventMessage", "log", "text", "line", "data.message", "body", "MESSAGE",
    "short_message", "textPayload", "jsonPayload.message", "payload",
  ]
  private static let times = [
    "timestamp", "@timestamp", "time", "ts", "date", "datetime", "eventTime", "createdAt", "t",
    "__REALTIME_TIMESTAMP",
  ]
  private static let levels = [
    "level", "messageType", "severity", "logLevel", "priority", "log.level", "lvl",
  ]
  private static let pids = ["pid", "processID", "process.pid", "processId", "PID"]
  private static let tids = ["tid", "threadID", "thread_id", "threadId", "TID"]
  private static let processes = [
    "process", "processName", "app", "applicationId", "package", "process.name",
    "processImagePath", "filename", "image_name",
  ]

  private let leaves: [Leaf]
  private let options: JSONFieldOptions

  init(_ value: JSONValue, _ options: JSONFieldOptions) {
    var leaves: [Leaf] = []
    JSONFields.collect(value, "", 0, &leaves)
    (self.leaves, self.options) = (leaves, options)
  }

  /// The texts that may be the plugin's line, the likeliest first.
  var messages: [String] {
    if let path = options.text { return strings([path]) }
    let named = strings(JSONFields.texts)
    let others = leaves.filter { !JSONFields.texts.contains($0.path) }
      .compactMap(\.value.stringValue)
    return named + others
  }

  /// The path and the value of the time; nil where no member is one.
  var time: (path: String, stamp: LogStamp)? {
    let names = options.time.map { [$0] } ?? JSONFields.times
    for name in names {
      for leaf in leaves where leaf.path == name {
        if let stamp = LogStamp(json: leaf.value) { return (leaf.path, stamp) }
      }
    }
    guard options.time == nil else { return nil }
    return unnamedTimes.first { !options.constants.contains($0.path) }.map { ($0.path, $0.stamp) }
  }

  /// The members of other names that look like times.
  private var unnamedTimes: [(path: String, stamp: LogStamp)] {
    leaves.lazy.filter { !JSONFields.times.contains($0.path) }.compactMap { leaf in
      let name = leaf.path.lowercased()
      let isNamed = name.contains("time") || name.contains("date")
      if leaf.value.stringValue == nil, !isNamed { return nil }
      guard let stamp = LogStamp(json: leaf.value), isNamed || stamp.year != nil else {
        return nil
      }
      return (leaf.path, stamp)
    }
  }

  /// The members that look like times and are the same in each of some objects: no times of lines.
  static func constants(in objects: [JSONValue]) -> Set<String> {
    guard objects.count >= constantsMin else { return [] }
    let times = objects.map { value in
      Dictionary(
        JSONFields(value, JSONFieldOptions()).unnamedTimes.map { ($0.path, $0.stamp) },
        uniquingKeysWith: { first, _ in first })
    }
    let first = times[0].keys.sorted()
    return Set(
      first.filter { path in times.allSatisfy { $0[path] == times[0][path] } })
  }

  /// How many objects show that a member never changes.
  private static let constantsMin = 3

  var level: LogLevel? {
    strings(JSONFields.levels).lazy.compactMap { LogLevel(word: $0) }.first
  }

  var pid: Int? { number(JSONFields.pids) }

  var tid: Int? { number(JSONFields.tids) }

  var process: String? {
    strings(JSONFields.processes).first.flatMap { $0.split(separator: "/").last.map(String.init) }
  }

  var subsystem: String? { strings(["subsystem", "label.subsystem"]).first }

  var category: String? { strings(["category", "label.category"]).first }

  var tag: String? { strings(["tag", "header.tag", "logger", "component"]).first }

  private func strings(_ paths: [String]) -> [String] {
    paths.compactMap { path in leaves.first { $0.path == path }?.value.stringValue }
  }

  private func number(_ paths: [String]) -> Int? {
    for path in paths {
      guard let value = leaves.first(where: { $0.path == path })?.value else { continue }
      if let number = value.integerValue { return Int(truncatingIfNeeded: number) }
      if let number = value.stringValue.flatMap({ Int($0) }) { return number }
    }
    return nil
  }

  private static func collect(
    _ value: JSONValue, _ path: String, _ depth: Int, _ leaves: inout [Leaf]
  ) {
    guard leaves.count < leavesMax else { return }
    switch value {
    case .object(let object):
      guard depth < depthMax else { return }
      for member in object.members {
        collect(
          member.value, path.isEmpty ? member.key : "\(path).\(member.key)", depth + 1, &leaves)
      }
    case .string, .integer, .number: leaves.append(Leaf(path: path, value: value))
    case .null, .bool, .array: break
    }
  }
}

extension LogStamp {
  /// A time as JSON has it: ISO 8601 or another known shape, or a number since 1970.
  init?(json value: JSONValue) {
    switch value {
    case .string(let text):
      guard let stamp = LogStamp(whole: text) else { return nil }
      self = stamp
    case .integer(let number): self.init(epoch: Double(number))
    case .number(let number): self.init(epoch: number)
    case .null, .bool, .array, .object: return nil
    }
  }

  /// A number of seconds, milliseconds, microseconds or nanoseconds since 1970, after 1973.
  private init?(epoch number: Double) {
    let milliseconds: Double
    switch number {
    case 1e8..<1e11: milliseconds = number * 1_000
    case 1e11..<1e14: milliseconds = number
    case 1e14..<1e17: milliseconds = number / 1_000
    case 1e17..<9e18: milliseconds = number / 1_000_000
    default: return nil
    }
    self.init()
    epochMilliseconds = Int64(milliseconds.rounded(.down))
  }

  /// A text that is nothing but a time.
  init?(whole text: String) {
    guard text.utf8.count <= 64 else { return nil }
    var bytes = Array(text.utf8)
    bytes.append(0)
    let stamp = bytes.withUnsafeBufferPointer { buffer -> LogStamp? in
      guard let base = buffer.baseAddress else { return nil }
      return LogStamp.whole(LineBytes(base: base, count: buffer.count - 1))
    }
    guard let stamp else { return nil }
    self = stamp
  }

  private static func whole(_ line: LineBytes) -> LogStamp? {
    for shape in [Shape.iso, .full, .relay, .date] {
      var cursor = LineCursor(line)
      guard var stamp = cursor.stamp(shape) else { continue }
      if stamp.offsetMinutes == nil {
        stamp.offsetMinutes = cursor.skip("Z") || cursor.skip(text: " UTC") ? 0 : cursor.zone()
      }
      if cursor.position >= line.count { return stamp }
    }
    return Double(line.text(0..<line.count)).flatMap { LogStamp(epoch: $0) }
  }

  /// A number that orders the times of one log; nil for a time of day without a date.
  var order: Int64? {
    if let epochMilliseconds { return epochMilliseconds }
    if let uptimeMilliseconds { return uptimeMilliseconds }
    guard let month, let day else { return nil }
    let days = Int64((year ?? 2_000) * 416 + month * 32 + day)
    return days * 86_400_000 + Int64(millisecondOfDay - (offsetMinutes ?? 0) * 60_000)
  }
}
