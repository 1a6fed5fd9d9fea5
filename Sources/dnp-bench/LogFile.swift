import Foundation
import SimulationCore

/// A log in the format of `log show`, mostly of other processes, always the same.
enum LogFile {
  private static let head = "Timestamp                       Thread     Type        Activity"
  private static let others = [
    " 0x3f1      Default     0x0                  33     0    runningboardd: (RunningBoard) "
      + "[com.apple.runningboard:ttl] Acquiring assertion targeting "
      + "[app<app.timesafari(501)>:5310]",
    " 0x8a20     Info        0x0                  61     0    dasd: (DuetActivityScheduler) "
      + "[com.apple.duetactivityscheduler:scoring] 0:com.timesafari.dailynotification.fetch:9A3F01:"
      + "[{name: DeviceActivityPolicy, policyWeight: 5.000, response: {Decision: Can Proceed, "
      + "Score: 0.95}}]",
    " 0x51       Default     0x0                  0      0    kernel: wlan0: rssi changed to -52",
    " 0x77c1     Debug       0x1a2                57     0    SpringBoard: (FrontBoard) "
      + "[com.apple.FrontBoard:Process] [app<app.timesafari>:5310] Setting process visibility to: "
      + "Background",
    " 0x1204     Error       0x0                  72     0    locationd: (CoreLocation) "
      + "[com.apple.locationd.Position:Core] #Spi, requester has 0 pending, {\"event\":\"DENIED\"}",
  ]
  private static let own = [
    (
      "fetch", "FETCH",
      "BGTask started (earliestBeginDate=2025-11-15T05:48:00Z, "
        + "actual=2025-11-15T05:48:04Z, late=4s)"
    ),
    ("fetch", "FETCH", "BGAppRefreshTask scheduled (earliestBeginDate=2025-11-16T05:48:00Z)"),
    ("fetch", "FETCH", "Prefetch succeeded (status=200, bytes=170)"),
    ("fetch", "FETCH", "BGTask completed (success=true)"),
  ].map { category, mark, text in
    " 0x1a2b3    Info        0x0                  5310   0    App: (Plugin) "
      + "[com.timesafari.dailynotification:\(category)] [DNP-\(mark)] \(text)"
  }

  /// Writes a log of about that many bytes; returns the number of lines, and of the plugin's lines.
  ///
  /// About one line in 300 is the plugin's. Memory use does not depend on the size.
  static func write(to path: String, bytes: Int) throws -> (all: Int, own: Int) {
    let tails = (others + own).map { Array("\($0)\n".utf8) }
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else {
      throw LogsBench.Failure(description: "\(path) cannot be written")
    }
    defer { try? file.close() }
    var generator = SeededGenerator(seed: 1)
    var buffer = Array("\(head)\n".utf8)
    buffer.reserveCapacity(1_048_576 + 4_096)
    var counts = (all: 1, own: 0)
    var written = 0
    var millisecond = 0
    while written + buffer.count < bytes {
      millisecond += Int(generator.next() % 20)
      let isOwn = generator.next() % 300 == 0
      append(millisecond, to: &buffer)
      let index = isOwn ? others.count + counts.own % own.count : Int(generator.next() % 5)
      buffer += tails[index]
      counts.all += 1
      if isOwn { counts.own += 1 }
      if buffer.count > 1_048_576 {
        written += buffer.count
        try file.write(contentsOf: buffer)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    // A prefetch that has begun is completed, so that the sequence is complete.
    while counts.own % own.count != 0 {
      append(millisecond, to: &buffer)
      buffer += tails[others.count + counts.own % own.count]
      counts = (counts.all + 1, counts.own + 1)
    }
    try file.write(contentsOf: buffer)
    return counts
  }

  /// A time of November 2025, in UTC.
  private static func append(_ millisecond: Int, to buffer: inout [UInt8]) {
    let seconds = millisecond / 1_000
    buffer += "2025-11-".utf8
    digits(1 + seconds / 86_400 % 30, 2, &buffer)
    buffer.append(UInt8(ascii: " "))
    digits(seconds / 3_600 % 24, 2, &buffer)
    buffer.append(UInt8(ascii: ":"))
    digits(seconds / 60 % 60, 2, &buffer)
    buffer.append(UInt8(ascii: ":"))
    digits(seconds % 60, 2, &buffer)
    buffer.append(UInt8(ascii: "."))
    digits(millisecond % 1_000 * 1_000, 6, &buffer)
    buffer += "+0000".utf8
  }

  private static func digits(_ value: Int, _ count: Int, _ buffer: inout [UInt8]) {
    var divisor = 1
    for _ in 1..<count { divisor *= 10 }
    while divisor > 0 {
      buffer.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
      divisor /= 10
    }
  }
}
