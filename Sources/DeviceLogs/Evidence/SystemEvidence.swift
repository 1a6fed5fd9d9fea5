/// A line of the system that stands in a log.
public struct LogEvidence: Hashable, Sendable {
  /// The line's number in the input.
  public let number: Int
  /// Its time, where it has one that is known.
  public let time: LogTime?
  /// What it means, in a sentence.
  public let means: String
  /// The line's message, shortened.
  public let text: String
  /// The app that it names.
  public let package: String?
  let line: SystemLine
  /// Whether the app is known to be the plugin's.
  let isSure: Bool

  /// The line's name in the table of the system's lines.
  public var name: String { line.name }
}

/// Collects the system's lines of a log, as far as they may be about the plugin's app.
struct SystemEvidence: Sendable {
  /// A line of the system before the log has ended.
  private struct Found: Sendable {
    let line: SystemLine
    let number: Int
    let stamp: LogStamp?
    let package: String?
    let pid: Int?
    let text: String
  }

  /// How many lines are kept, the latest ones, and how many processes and apps.
  private static let foundMax = 512
  private static let processesMax = 64
  private static let startsMax = 256
  private static let textMax = 160
  /// How many words of a line may stand before the program that wrote it.
  private static let wordsMax = 8

  /// The programs of the table, and where those are whose names begin with a byte.
  private let programs = SystemLines.programs
  private let ranges = SystemLines.ranges
  /// The low six bits of their first bytes, each as a bit.
  private let letters = SystemLines.letters
  private var found: [Found] = []
  /// The latest apps that were started, by their processes.
  private var starts: [Int: [UInt8]] = [:]
  /// The processes that have written lines of the plugin.
  private var pids: Set<Int> = []
  /// The apps that are known to be the plugin's.
  private var packages: Set<String> = []

  /// Takes in a line of the plugin.
  mutating func note(_ entry: LogEntry) {
    if let pid = entry.pid, pids.count < SystemEvidence.processesMax { pids.insert(pid) }
    if let process = entry.process, process.contains("."),
      packages.count < SystemEvidence.processesMax
    {
      packages.insert(process)
    }
  }

  /// Whether the program of a line may be one of the table, judged by its first letter.
  @inline(__always)
  func mayTake(_ line: LineBytes, _ beginning: LogHeader, _ format: LogFormat) -> Bool {
    guard format.isAndroid else { return true }
    let place = (beginning.tag ?? beginning.process)?.lowerBound ?? beginning.message
    return letters >> UInt64(line[place] & 0x3F) & 1 != 0
  }

  /// Takes in a line that begins a record of another program.
  mutating func take(_ line: LineBytes, _ beginning: LogHeader, _ format: LogFormat, number: Int) {
    guard let candidates = candidates(line, beginning, format) else { return }
    guard let header = format.header(line), header.message <= line.count else { return }
    let end = max(header.message, line.count - header.trailing)
    let message = LineBytes(base: line.base + header.message, count: end - header.message)
    if noteStart(message) { return }
    for candidate in candidates {
      guard let said = candidate.match(message) else { continue }
      append(
        Found(
          line: candidate, number: number, stamp: header.stamp, package: said.package,
          pid: candidate.isGap ? header.pid : said.pid,
          text: message.text(0..<min(message.count, SystemEvidence.textMax))))
      return
    }
  }

  /// Takes in a line without the fields of a format; false where it is not of the table.
  ///
  /// - Parameter stamp: The latest time before it.
  mutating func take(bare line: LineBytes, after stamp: LogStamp?, number: Int) -> Bool {
    guard let known = SystemLines.bare.first(where: { $0.match(line) != nil }) else {
      return false
    }
    append(
      Found(
        line: known, number: number, stamp: stamp, package: nil, pid: nil,
        text: line.text(0..<min(line.count, SystemEvidence.textMax))))
    return true
  }

  private mutating func append(_ line: Found) {
    if found.count >= SystemEvidence.foundMax { found.removeFirst(SystemEvidence.foundMax / 2) }
    found.append(line)
  }

  /// Remembers the app of a message `Start proc 5310:package/…`; false for any other message.
  ///
  /// Source: frameworks/base, ProcessList.java, startProcessLocked.
  private mutating func noteStart(_ message: LineBytes) -> Bool {
    guard message.begins("Start proc ") else { return false }
    var cursor = LineCursor(message, at: 11)
    guard let pid = cursor.number(), cursor.skip(":") else { return true }
    let start = cursor.position
    guard let end = message.place(of: "/", from: start) else { return true }
    let name = UnsafeBufferPointer(rebasing: message.buffer[start..<end])
    if let known = starts[pid], known.elementsEqual(name) { return true }
    if starts.count >= SystemEvidence.startsMax { starts.removeAll(keepingCapacity: true) }
    starts[pid] = Array(name)
    return true
  }

  /// The system lines that the program of a line may have written; nil for any other program.
  private func candidates(
    _ line: LineBytes, _ beginning: LogHeader, _ format: LogFormat
  ) -> [SystemLine]? {
    var place = (beginning.tag ?? beginning.process)?.lowerBound ?? beginning.message
    // On an iPhone other fields stand before the program.
    let words = format.isAndroid ? 1 : SystemEvidence.wordsMax
    for _ in 0..<words {
      for index in ranges[Int(line[place])]
      where SystemEvidence.isProgram(programs[index].name, line, place) {
        return programs[index].lines
      }
      while line[place] > 0x20 { place += 1 }
      while line[place] == 0x20 || line[place] == 0x09 { place += 1 }
      if place >= line.count { return nil }
    }
    return nil
  }

  /// Whether a program's name stands at an index as a whole word.
  private static func isProgram(_ name: [UInt8], _ line: LineBytes, _ place: Int) -> Bool {
    for (offset, byte) in name.enumerated() where line[place + offset] != byte { return false }
    let after = line[place + name.count]
    return !(after | 0x20 >= UInt8(ascii: "a") && after | 0x20 <= UInt8(ascii: "z"))
  }

  /// The lines that are about the plugin's app, or may be, in their order.
  ///
  /// Of a line that names another app nothing is told where the plugin's own app is known.
  func lines(_ clock: LogClock) -> [LogEvidence] {
    var clock = clock
    var known = packages
    for pid in pids.sorted() {
      if let package = starts[pid] { known.insert(String(decoding: package, as: UTF8.self)) }
    }
    let isOwn = { (package: String) in
      known.contains(package) || package.hasPrefix("com.timesafari.")
    }
    return found.filter { line in
      // An iPhone's log says of itself that it has lost lines; logcat says of which process.
      if line.line.isGap {
        return line.line.phone == .iphone || line.pid.map(pids.contains) == true
      }
      if let pid = line.pid { return pids.contains(pid) }
      guard let package = line.package else { return true }
      return known.isEmpty && !SystemEvidence.isOfSystem(package) || isOwn(package)
    }.map { line in
      LogEvidence(
        number: line.number, time: line.stamp.map { clock.resolve($0) }, means: line.line.means,
        text: line.text, package: line.package, line: line.line,
        isSure: line.package.map(isOwn) ?? false)
    }
  }

  private static func isOfSystem(_ package: String) -> Bool {
    ["com.android.", "com.google.", "android", "com.samsung.", "com.miui."].contains {
      package.hasPrefix($0)
    }
  }
}

extension LogEvidence {
  /// How far from when something was due a line may be that explains it then.
  private static let nearMilliseconds: Int64 = 1_200_000
  /// How long before something was due lost lines may have been about it.
  private static let lostMilliseconds: Int64 = 300_000

  /// Whether it may be why something did not come that was due.
  func explains(_ profile: String, due: Int64, named: Int?, until: Int64) -> Bool {
    guard line.explains.contains(profile), let time, time.isAbsolute else { return false }
    switch line.when {
    case .before: return number > named ?? 0 && time.milliseconds <= until
    case .at: return abs(time.milliseconds &- due) <= LogEvidence.nearMilliseconds
    }
  }

  /// Whether lines about something that was due may be lost by it.
  func hides(due: Int64, until: Int64) -> Bool {
    guard line.isGap, let time, time.isAbsolute else { return false }
    return time.milliseconds >= due &- LogEvidence.lostMilliseconds && time.milliseconds <= until
  }

  /// `the app was force-stopped at 2025-11-15T05:50:00Z (line 14)`.
  var words: String {
    let moment = time.map { " at \($0.text)" } ?? ""
    return "\(means)\(moment) (line \(number))"
  }
}
