import DailyNotification
import DeviceLogs
import Lines

/// A device's log as it is read: its lines, and what profiles find wrong with them.
struct DeviceLog: Sendable {
  /// The log as it is read; lines count from 0.
  var pane: LogPane
  private var reader: LogLineReader?
  private var validation: LogValidation
  private let format: LogFormat?
  private let formats: [LogFormat]
  /// The bytes that came before there were enough to find the format.
  private var head: [UInt8] = []
  /// The category and the level of the record that the next line may continue.
  private var last = LineKind(level: LogLevel.info.number, category: 0)
  private var programs = ProgramNumbers()
  /// Whether the last line is one whose end has not come yet.
  private var isLastUnfinished = false
  /// How many bytes are still read.
  private var bytesLeft: Int
  /// Whether more bytes came than are read.
  private(set) var isCut = false
  /// Whether lines are shown as they are in the file.
  var isRaw = false
  /// What profiles found, by the number of the line, from 0.
  private(set) var findingsByLine: [Int: [LogFinding]] = [:]
  /// What the system's lines mean that may be about the app, by line.
  private(set) var evidenceByLine: [Int: String] = [:]
  /// What each profile that applies says of the log.
  private(set) var verdicts: [String] = []
  /// The file that has the lines; nil where they are held in memory.
  private let archive: (any LineArchive)?
  private var options:
    (profiles: [LogProfile], time: LogTimeOptions, json: JSONFieldOptions, bytesMax: Int)

  /// How many lines a log may have; more memory than that nobody has.
  private static let linesMax = 1 << 31

  /// An empty log that is checked against profiles, or against every built-in one that applies.
  init(
    profiles: [LogProfile], format: LogFormat?, formats: [LogFormat], time: LogTimeOptions,
    json: JSONFieldOptions, bytesMax: Int,
    archive: (any LineArchive)? = nil, bindings: Bindings = .standard
  ) {
    (self.format, self.formats) = (format, formats)
    self.archive = archive
    options = (profiles, time, json, bytesMax)
    bytesLeft = bytesMax
    validation = LogValidation(
      profiles: profiles, format: format, among: formats, time: time, json: json)
    pane = LogPane(topics: .device, linesMax: DeviceLog.linesMax, bindings: bindings)
    pane.store.archive = archive
    var filter = LogFilter()
    filter.minimum = .debug
    filter.showsSystem = true
    pane.show(filter)
  }

  /// What the format is called; nil before it is known.
  var formatTitle: String? { reader?.format.title }

  /// Takes the next bytes of the log; throws for what is no log.
  mutating func take(_ bytes: UnsafeRawBufferPointer) throws(LogProblem) {
    isCut = isCut || bytes.count > bytesLeft
    let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(bytesLeft))
    bytesLeft -= bytes.count
    guard !bytes.isEmpty else { return }
    try validation.consume(bytes)
    guard reader == nil else { return read(bytes) }
    head.append(contentsOf: bytes)
    if head.count >= LogLineReader.headBytes { try settle() }
  }

  /// Nothing more comes for now: what has no end yet is shown as far as it came.
  mutating func pause() throws(LogProblem) {
    if reader == nil, !head.isEmpty { try settle() }
    showUnfinished()
    judge()
    pane.extend()
  }

  /// The log begins anew, as a file does that was cut, or another file takes its place.
  mutating func beginAnew(_ archive: (any LineArchive)?) {
    var fresh = DeviceLog(
      profiles: options.profiles, format: format, formats: formats, time: options.time,
      json: options.json, bytesMax: options.bytesMax, archive: archive)
    pane.begin(first: 0)
    pane.store.archive = archive
    fresh.pane = pane
    fresh.isRaw = isRaw
    self = fresh
  }

  private mutating func settle() throws(LogProblem) {
    let bytes = head
    head = []
    reader = try LogLineReader(head: bytes, format: format, among: formats)
    bytes.withUnsafeBytes { read($0) }
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer) {
    guard var reader else { return }
    hideUnfinished()
    reader.consume(bytes) { line, facts in append(line, facts) }
    self.reader = reader
    pane.extend()
  }

  private mutating func append(_ line: UnsafeBufferPointer<UInt8>, _ facts: LogLineFacts) {
    var kind = last
    if let source = facts.source {
      kind = LineKind(
        level: facts.level?.number ?? (facts.isContinuation ? last.level : LogLevel.info.number),
        category: LogTopic(source).rawValue)
    } else if !facts.isContinuation {
      let name = facts.program.map { UnsafeBufferPointer(rebasing: line[$0]) }
      kind = LineKind(
        level: facts.level?.number ?? LogLevel.info.number,
        category: programs.number(of: name, in: &pane.topics))
    } else if let level = facts.level {
      kind = LineKind(level: level.number, category: last.category)
    }
    last = kind
    pane.store.append(kind, text: line, inFile: facts.place)
  }

  private mutating func showUnfinished() {
    guard !isLastUnfinished, let reader else { return }
    let before = last
    reader.withPartial { line, facts in
      append(line, facts)
      isLastUnfinished = true
    }
    last = before
  }

  private mutating func hideUnfinished() {
    guard isLastUnfinished else { return }
    isLastUnfinished = false
    pane.removeLast()
  }

  /// Judges the log as far as it came.
  private mutating func judge() {
    var copy = validation
    guard let answer = try? copy.finish() else { return }
    findingsByLine = [:]
    evidenceByLine = [:]
    verdicts = []
    for line in answer.evidence { evidenceByLine[line.number - 1] = line.means }
    for profile in answer.profiles where profile.verdict != .notObserved {
      verdicts.append("\(profile.name) \(profile.verdict.rawValue)")
      for (finding, line) in profile.findings.map({ ($0, max(0, ($0.number ?? 1) - 1)) }) {
        findingsByLine[line, default: []].append(finding)
      }
    }
  }

  /// The text of a line: time, level, program and message, whatever the format has beside these.
  func text(of line: Int) -> String {
    var text = ""
    pane.store.withText(of: line) { bytes in
      text =
        (isRaw ? nil : reader?.short(bytes))
        ?? String(decoding: bytes.prefix(DeviceLog.shownBytesMax), as: UTF8.self)
    }
    return text
  }

  /// How many bytes of a line are shown in the list; its page has the whole.
  private static let shownBytesMax = 4_000
}

extension LogTopics {
  /// The categories of a device's log before any program is known: the plugin's own.
  static let device = LogTopics(
    rows: LogTopic.allCases.filter { $0.category != nil }.map { topic in
      Row(name: topic.name, isOfSystem: false, topic: topic)
    })
}

/// The numbers of programs by the bytes of their names, since each line asks for one.
struct ProgramNumbers: Sendable {
  private var known: [(hash: UInt64, number: Int)] = Array(repeating: (0, 0), count: 256)

  /// The number of a program's lines; nil is a line that names none.
  mutating func number(of name: UnsafeBufferPointer<UInt8>?, in topics: inout LogTopics) -> Int {
    guard let name, !name.isEmpty else { return topics.number(ofProgram: "no program named") }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let place = Int(hash & 255)
    if known[place].hash == hash { return known[place].number }
    let number = topics.number(ofProgram: String(decoding: name.prefix(60), as: UTF8.self))
    known[place] = (hash, number)
    return number
  }
}
