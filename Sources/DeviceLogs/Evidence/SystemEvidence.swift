import DailyNotification

/// A line of the system that stands in a log.
public struct LogEvidence: Hashable, Sendable {
  /// The line's number in the input.
  public let number: Int
  /// Its time, where it has one that is known.
  public let time: LogTime?
  /// When what was lost by it ended; nil where it says nothing of others.
  let end: LogTime?
  /// When the plugin has armed again what it may have lost.
  let repair: LogTime?
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
    /// The time of the next line, where it says what is lost up to that one.
    var end: LogStamp?
    var package: String?
    var pid: Int?
    let text: String

    func isSame(as other: Found) -> Bool {
      stamp != nil && stamp == other.stamp && line.name == other.line.name && text == other.text
        && pid == other.pid
    }
  }

  /// A record of a program of the table, whose message the next lines may continue.
  private struct Record: Sendable {
    var isOpen = false
    var program = 0
    var message: [UInt8] = []
    var stamp: LogStamp?
    var pid: Int?
    var number = 0
    var continuations = 0
  }

  /// An app that was started: its package, and its user where it is not the first one.
  private struct Start: Sendable {
    var package: [UInt8]
    var user: Int

    var words: String {
      String(decoding: package, as: UTF8.self) + (user == 0 ? "" : " of user \(user)")
    }
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
  /// The order of the latest of them.
  private var latestOrder = Int64.min
  private var record = Record()
  /// Whether the last one that was found says that lines are lost up to the next one.
  private var isLosing = false
  /// The plugin's lines that say that what was lost is armed again.
  private var repairs: [(number: Int, stamp: LogStamp?)] = []
  /// The latest apps that were started, by their processes.
  private var starts: [Int: Start] = [:]
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
    if SystemEvidence.isRepair(entry) {
      if repairs.count >= SystemEvidence.foundMax {
        repairs.removeFirst(SystemEvidence.foundMax / 2)
      }
      repairs.append((entry.number, entry.stamp))
    }
    for own in SystemLines.own where own.event == entry.event {
      append(Found(line: own, number: entry.number, stamp: entry.stamp, text: entry.message))
    }
  }

  /// Whether a line says that schedules are armed again.
  private static func isRepair(_ entry: LogEntry) -> Bool {
    let count =
      switch entry.event {
      case .line(.rearmed): entry.field("count")
      case .line(.recovered), .line(.recoveredQuietly): entry.field("rescheduled")
      case .line, .dialect, nil: nil as String?
      }
    return count.map { $0 != "0" } ?? false
  }

  /// The app of a process whose start the log has; nil for any other.
  func app(of pid: Int) -> String? { starts.isEmpty ? nil : starts[pid]?.words }

  /// A line begins a record: what is open has ended.
  ///
  /// Returns whether its program may be one of the table, judged by its first letter.
  mutating func begin(_ line: LineBytes, _ beginning: LogHeader, _ format: LogFormat) -> Bool {
    record.isOpen = false
    if isLosing, let stamp = beginning.stamp { endLoss(at: stamp) }
    guard format.isAndroid else { return true }
    let place = beginning.tag?.lowerBound ?? beginning.message
    return letters >> UInt64(line[place] & 0x3F) & 1 != 0
  }

  /// What was lost came before a line with a time.
  private mutating func endLoss(at stamp: LogStamp) {
    isLosing = false
    found[found.count - 1].end = stamp
  }

  /// Takes in a line that begins a record of another program.
  mutating func take(_ line: LineBytes, _ beginning: LogHeader, _ format: LogFormat, number: Int) {
    guard let (program, after) = program(of: line, beginning, format),
      let header = format.header(line), header.message <= line.count
    else { return }
    let end = max(header.message, line.count - header.trailing)
    // Where a format does not say where the program stands, the message follows it.
    let isNamed = header.tag != nil || header.process != nil
    let start = min(
      end, isNamed ? header.message : max(header.message, SystemEvidence.message(line, after)))
    let message = LineBytes(base: line.base + start, count: end - start)
    take(message, by: program, header.stamp, pid: header.pid, number: number)
  }

  /// Takes in a record of any layout, by the name of its program.
  mutating func take(
    _ text: String, by name: String, _ stamp: LogStamp?, pid: Int?, number: Int
  ) {
    let program = programs.firstIndex { $0.name.elementsEqual(name.utf8) }
    guard let program else { return }
    Array(text.utf8).withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      take(
        LineBytes(base: base, count: buffer.count), by: program, stamp, pid: pid, number: number)
    }
    record.isOpen = false
  }

  private mutating func take(
    _ message: LineBytes, by program: Int, _ stamp: LogStamp?, pid: Int?, number: Int
  ) {
    if noteStart(message) { return }
    (record.program, record.stamp, record.pid, record.number) = (program, stamp, pid, number)
    guard !match(message), mayGoOn(message, programs[program].beginnings) else { return }
    (record.isOpen, record.continuations) = (true, 0)
    record.message.removeAll(keepingCapacity: true)
    record.message.append(contentsOf: message.buffer.prefix(LogRecord.messageBytesMax))
  }

  /// Whether a message may be the beginning of a line that is wrapped.
  private func mayGoOn(_ message: LineBytes, _ beginnings: [[UInt8]?]) -> Bool {
    for words in beginnings {
      guard let words else { return true }
      let count = min(words.count, message.count)
      if message.buffer.prefix(count).elementsEqual(words.prefix(count)) { return true }
    }
    return false
  }

  /// Takes in a line that may continue a message.
  mutating func append(_ line: LineBytes) {
    guard record.isOpen else { return }
    let addition = line.bytes(0..<line.count)
    record.continuations += 1
    let isRoom =
      record.continuations <= LogRecord.continuationsMax
      && record.message.count + addition.count <= LogRecord.messageBytesMax
    record.isOpen = isRoom
    guard isRoom else { return }
    let old = record.message
    // A terminal wraps inside words, too.
    for joined in [old + addition, old + [0x20] + addition] {
      record.message = joined
      let isFound = joined.withUnsafeBufferPointer { buffer in
        buffer.baseAddress.map { match(LineBytes(base: $0, count: buffer.count)) } ?? false
      }
      if isFound {
        record.isOpen = false
        return
      }
    }
  }

  /// Whether the open record's program writes a message; it is kept then.
  private mutating func match(_ message: LineBytes) -> Bool {
    let program = programs[record.program]
    for (index, words) in program.beginnings.enumerated() {
      if let words, !message.begins(words) { continue }
      let candidate = program.lines[index]
      guard let said = candidate.match(message) else { continue }
      append(
        Found(
          line: candidate, number: record.number, stamp: record.stamp, package: said.package,
          pid: candidate.isGap ? record.pid : said.pid,
          text: message.text(0..<min(message.count, SystemEvidence.textMax))))
      return true
    }
    return false
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
        line: known, number: number, stamp: stamp,
        text: line.text(0..<min(line.count, SystemEvidence.textMax))))
    isLosing = known.isGap
    return true
  }

  /// Keeps a line, unless it stands there twice.
  private mutating func append(_ line: Found) {
    let order = line.stamp?.order ?? .min
    // Only a log that goes back in time has lines twice.
    guard order > latestOrder || !found.contains(where: { $0.isSame(as: line) }) else { return }
    latestOrder = max(latestOrder, order)
    if found.count >= SystemEvidence.foundMax { found.removeFirst(SystemEvidence.foundMax / 2) }
    found.append(line)
    isLosing = false
  }

  /// Remembers the app of a message `Start proc 5310:package/u0a1 …`; false for any other message.
  ///
  /// Source: frameworks/base, ProcessList.java, startProcessLocked.
  private mutating func noteStart(_ message: LineBytes) -> Bool {
    guard message.begins(SystemLines.start) else { return false }
    var cursor = LineCursor(message, at: 11)
    guard let pid = cursor.number(), cursor.skip(":") else { return true }
    let start = cursor.position
    guard let end = message.place(of: "/", from: start) else { return true }
    cursor.position = end + 1
    let user = cursor.skip("u") ? cursor.number() ?? 0 : 0
    let name = UnsafeBufferPointer(rebasing: message.buffer[start..<end])
    if let known = starts[pid], known.user == user, known.package.elementsEqual(name) {
      return true
    }
    if starts.count >= SystemEvidence.startsMax { starts.removeAll(keepingCapacity: true) }
    starts[pid] = Start(package: Array(name), user: user)
    return true
  }

  /// The program of the table that has written a line, and the index after its name; nil for any
  /// other program.
  private func program(
    of line: LineBytes, _ beginning: LogHeader, _ format: LogFormat
  ) -> (program: Int, after: Int)? {
    let field = format.isAndroid ? beginning.tag : beginning.tag ?? beginning.process
    var place = field?.lowerBound ?? beginning.message
    // On an iPhone other fields stand before the program.
    let words = format.isAndroid ? 1 : SystemEvidence.wordsMax
    for _ in 0..<words {
      if letters >> UInt64(line[place] & 0x3F) & 1 != 0, let index = program(line, at: place) {
        return (index, place + programs[index].name.count)
      }
      while line[place] > 0x20 { place += 1 }
      // There a colon ends the fields.
      if format.phone == .iphone, line[place - 1] == UInt8(ascii: ":") { return nil }
      while line[place] == 0x20 || line[place] == 0x09 { place += 1 }
      if place >= line.count { return nil }
    }
    return nil
  }

  /// The program whose name stands at an index as a whole word.
  private func program(_ line: LineBytes, at place: Int) -> Int? {
    for index in ranges[Int(line[place])]
    where SystemEvidence.isProgram(programs[index].name, line, place) {
      return index
    }
    return nil
  }

  private static func isProgram(_ name: [UInt8], _ line: LineBytes, _ place: Int) -> Bool {
    for (offset, byte) in name.enumerated() where line[place + offset] != byte { return false }
    let after = line[place + name.count]
    return !(after | 0x20 >= UInt8(ascii: "a") && after | 0x20 <= UInt8(ascii: "z"))
  }

  /// Whether an object may have a line of the table: it names a program, and has the first words of
  /// a line.
  func mayHaveLine(_ object: LineBytes) -> Bool {
    let (base, letters) = (object.base, letters)
    var place = 1
    while place < object.count {
      if letters >> UInt64(base[place] & 0x3F) & 1 != 0 {
        let before = base[place - 1]
        let isWord =
          before == UInt8(ascii: "\"") || before == UInt8(ascii: "/") || before == 0x20
        if isWord, let program = program(object, at: place), mayHaveLine(object, by: program) {
          return true
        }
      }
      place += 1
    }
    return false
  }

  private func mayHaveLine(_ object: LineBytes, by program: Int) -> Bool {
    programs[program].words.contains { object.index(of: $0, from: 0) != nil }
  }

  /// The index of the message after a program's name: `(1322): …`, ` - …`.
  private static func message(_ line: LineBytes, _ after: Int) -> Int {
    var place = after
    let close: UInt8? =
      switch line[place] {
      case UInt8(ascii: "("): UInt8(ascii: ")")
      case UInt8(ascii: "["): UInt8(ascii: "]")
      default: nil
      }
    if let close {
      while place < line.count, line[place] != close { place += 1 }
      place += 1
    }
    while [0x20, 0x09, UInt8(ascii: ":"), UInt8(ascii: "-")].contains(line[place]) { place += 1 }
    return place
  }

  /// The lines that are about the plugin's app, or may be, in their order.
  ///
  /// Of a line that names another app nothing is told where the plugin's own app is known.
  func lines(_ clock: LogClock) -> [LogEvidence] {
    var clock = clock
    var known = packages
    for pid in pids.sorted() {
      if let start = starts[pid] { known.insert(String(decoding: start.package, as: UTF8.self)) }
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
      let repair = repairs.first { $0.number > line.number }?.stamp
      return LogEvidence(
        number: line.number, time: line.stamp.map { clock.resolve($0) },
        end: line.end.map { clock.resolve($0) }, repair: repair.map { clock.resolve($0) },
        means: line.line.means, text: line.text, package: line.package, line: line.line,
        isSure: line.package.map(isOwn) ?? false)
    }
  }

  private static func isOfSystem(_ package: String) -> Bool {
    ["com.android.", "com.google.", "com.apple.", "android", "com.samsung.", "com.miui."]
      .contains { package.hasPrefix($0) }
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
    case .before:
      if let repair, repair.isAbsolute, repair.milliseconds <= due { return false }
      return number > named ?? 0 && time.milliseconds <= until
    case .at: return abs(time.milliseconds &- due) <= LogEvidence.nearMilliseconds
    }
  }

  /// Whether lines about something that was due may be lost by it.
  func hides(due: Int64, until: Int64) -> Bool {
    guard line.isGap, let time, time.isAbsolute else { return false }
    let end = end.map { max($0.milliseconds, time.milliseconds) } ?? time.milliseconds
    return end >= due &- LogEvidence.lostMilliseconds && time.milliseconds <= until
  }

  /// `the app was force-stopped at 2025-11-15T05:50:00Z (line 14)`.
  var words: String {
    let moment = time.map { " at \($0.text)" } ?? ""
    return "\(means)\(moment) (line \(number))"
  }
}
