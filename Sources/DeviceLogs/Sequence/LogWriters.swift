import DailyNotification

/// Gives each line of the plugin to the app that wrote it, and checks each by itself.
///
/// A process that begins while no other of its app goes on writing is the same app started again.
/// Whether the one before goes on is known only later, so that a new process is checked both as a
/// continuation and by itself until then.
struct LogWriters: Sendable {
  /// An app, as far as its lines tell.
  struct Writer: Sendable {
    /// The phone and the part of the log that its lines are of.
    let device: String?
    let section: String?
    let process: String?
    let pid: Int?
    var checks: [SequenceCheck]
    /// The checks of its process alone, as long as it may be one of the writer before.
    fileprivate var fresh: [SequenceCheck]?
    /// The index of the writer that it may continue.
    fileprivate var before: Int?
    /// Whether another writer may continue it.
    fileprivate var isContinued = false
    /// The time of its last line.
    var last: LogTime?
  }

  /// How many writers are told apart; the lines of any more count as those of the last one.
  static let writersMax = 16
  private static let forgottenMax = 1_024

  private let blank: [SequenceCheck]
  private(set) var writers: [Writer] = []
  /// The processes of forgotten writers.
  private var forgotten: Set<Int> = []
  /// Whether there are more writers than are told apart.
  private(set) var isCrowded = false
  /// The index of the writer of the last line.
  private var current: Int?

  init(_ checks: [SequenceCheck]) {
    blank = checks
  }

  /// Takes in a line of the plugin.
  mutating func take(_ entry: LogEntry) {
    let index = index(of: entry)
    for check in writers[index].checks.indices { writers[index].checks[check].take(entry) }
    if var fresh = writers[index].fresh {
      writers[index].fresh = nil
      for check in fresh.indices { fresh[check].take(entry) }
      writers[index].fresh = fresh
    }
    if let time = entry.time { writers[index].last = time }
    current = index
  }

  /// The writers that are judged: those that no other one continues.
  var judged: [Writer] {
    writers.isEmpty
      ? [
        Writer(device: nil, section: nil, process: nil, pid: nil, checks: blank, last: nil)
      ] : writers.filter { !$0.isContinued }
  }

  private mutating func index(of entry: LogEntry) -> Int {
    let isSame = { (writer: Writer) in
      writer.device == entry.device && writer.section == entry.section
    }
    guard let pid = entry.pid else {
      if let current, isSame(writers[current]) { return current }
      if let index = writers.lastIndex(where: isSame) { return index }
      return begin(entry, after: nil)
    }
    if let index = writers.firstIndex(where: { isSame($0) && $0.pid == pid }) {
      separate(after: index)
      return index
    }
    if writers.count >= LogWriters.writersMax { forget() }
    let process = entry.app ?? entry.process
    // What has written without a number may be the same app.
    let before = writers.indices.filter { index in
      isSame(writers[index]) && !writers[index].isContinued
        && (writers[index].process == nil || process == nil || writers[index].process == process)
    }.max { (writers[$0].last?.milliseconds ?? 0) < (writers[$1].last?.milliseconds ?? 0) }
    return begin(entry, after: before)
  }

  /// A writer goes on beside the one that seemed to continue it: that is another app.
  private mutating func separate(after index: Int) {
    guard writers[index].isContinued,
      let next = writers.firstIndex(where: { $0.before == index })
    else { return }
    writers[index].isContinued = false
    if let fresh = writers[next].fresh { writers[next].checks = fresh }
    (writers[next].fresh, writers[next].before) = (nil, nil)
  }

  private mutating func begin(_ entry: LogEntry, after before: Int?) -> Int {
    if let pid = entry.pid, forgotten.contains(pid) { isCrowded = true }
    if writers.count >= LogWriters.writersMax {
      isCrowded = true
      return writers.count - 1
    }
    let checks = before.map { writers[$0].checks } ?? blank
    if let before { writers[before].isContinued = true }
    writers.append(
      Writer(
        device: entry.device, section: entry.section, process: entry.app ?? entry.process,
        pid: entry.pid,
        checks: checks, fresh: before == nil ? nil : blank, before: before, last: nil))
    return writers.count - 1
  }

  /// Forgets writers that others have continued; one that goes on all the same is noticed.
  private mutating func forget() {
    let kept = writers.filter { !$0.isContinued }
    if forgotten.count >= LogWriters.forgottenMax { forgotten.removeAll() }
    forgotten.formUnion(writers.filter(\.isContinued).compactMap(\.pid))
    writers = kept.map { writer in
      var writer = writer
      (writer.fresh, writer.before) = (nil, nil)
      return writer
    }
    current = nil
  }
}

extension LogWriters.Writer {
  /// What tells it from others, in words.
  var words: String {
    let parts = [
      device.map { "phone \($0)" }, section, process, pid.map { "process \($0)" },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
