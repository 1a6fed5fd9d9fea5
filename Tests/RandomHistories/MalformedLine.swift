import JSONText
public import SimulationCore

/// Lines for the bridge that are mostly wrong: requests with damage, and noise.
public enum MalformedLine {
  /// Lines that are right, to be damaged.
  private static let seeds: [String] = [
    ("1", "session.configure", #""seed":1,"variant":"simulator","zone":"UTC","launch":true"#),
    ("1", "session.configure", #""start":"2025-11-15T05:42:30Z","knobs":{"taskLateness":"fixed"}"#),
    (
      #""a""#, "plugin.call",
      #""method":"scheduleDailyNotification","options":{"time":"05:53","title":"T\u00e9"}"#
    ),
    ("2", "plugin.call", #""method":"configure","options":{"ttlSeconds":600,"storage":"tiered"}"#),
    ("2", "plugin.call", #""method":"requestNotificationPermissions""#),
    ("3", "time.advance", #""by":3600000"#),
    ("4", "time.runUntilIdle", #""limit":100"#),
    ("5", "device.perform", #""verb":"setPermission","value":"granted""#),
    ("6", "state.get", #""path":"/storage/schedules/0""#),
    ("7", "trace.get", #""from":0,"limit":10,"level":"info""#),
    ("8", "$/events", #""on":true"#), ("9", "$/cancelRequest", #""id":3"#),
  ].map { id, method, parameters in
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(parameters)}}"#
  }

  private static let pieces: [[UInt8]] = [
    [0x00], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    Array(#"\ud800"#.utf8), Array(#"\u0000"#.utf8), Array("1e308".utf8), Array("-1e400".utf8),
    Array("9223372036854775808".utf8), Array("-9223372036854775808".utf8), Array("0.1".utf8),
    Array("[[[[".utf8), Array("{\"a\":".utf8), Array("null".utf8), Array("\"".utf8),
    Array("\\".utf8), Array("}}".utf8), Array(",".utf8), Array("\u{1F600}".utf8),
  ]

  /// A line that was right, damaged in one to four places.
  public static func mutated(_ random: inout SeededGenerator) -> [UInt8] {
    var line = Array(seeds[Int(random.below(UInt64(seeds.count)))].utf8)
    for _ in 0...random.below(4) {
      let place = Int(random.below(UInt64(line.count + 1)))
      switch random.below(5) {
      case 0 where place < line.count: line[place] = UInt8(random.below(256))
      case 1 where place < line.count: line.remove(at: place)
      case 2: line.insert(contentsOf: pieces[Int(random.below(UInt64(pieces.count)))], at: place)
      case 3: line.removeSubrange(place...)
      default:
        let end = min(line.count, place + Int(random.below(12)))
        line.replaceSubrange(
          place..<end, with: pieces[Int(random.below(UInt64(pieces.count)))])
      }
    }
    return line
  }

  /// Up to 63 bytes of anything.
  public static func noise(_ random: inout SeededGenerator) -> [UInt8] {
    (0..<random.below(64)).map { _ in UInt8(random.below(256)) }
  }

  /// False for an empty line, and for a request without an id, which is not answered.
  public static func expectsReply(_ line: [UInt8]) -> Bool {
    if line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { return false }
    guard let value = try? JSONParser.parse(line), let object = value.objectValue else {
      return true
    }
    let isNotification =
      object["id"] == nil && object["jsonrpc"] == "2.0" && object["method"]?.stringValue != nil
    guard isNotification, let parameters = object["params"] else { return !isNotification }
    return parameters.objectValue == nil
  }
}
