import CivilTime
import Console
import DailyNotification
import DeviceModel
import JSONText
import PlainText
import Scenarios
import Session
import SessionStore
import SimulationCore

/// Keeps the console's session: writes what is done before it is shown, and copies of what can be
/// read of it after.
struct SessionKeeper {
  /// The open session; nil when nothing is kept.
  private var store: SessionStore?
  /// The branch that the model's line is written to; nil before its first entry is.
  private var branch: Int64?
  /// The number of the model's line that `branch` stands for.
  private var line = 0
  /// What of the line is written.
  private var written = Written()
  /// What of the line has been copied for readers.
  private var copied = Copied()
  /// Whether the last write failed.
  private(set) var isFailing = false
  /// When the next write may be tried, in microseconds of the host's clock.
  private var nextTry: Int64 = 0

  private struct Written {
    var entries = 0
    var records: UInt64 = 0
    var instant = SimulationInstant.zero
    /// When the position was written, in microseconds of the host's clock.
    var time: Int64 = 0
  }

  private struct Copied {
    /// The number of the next record to copy.
    var records: UInt64 = 0
    /// How many records there were when the plugin's tables were copied, and when that was.
    var tables: UInt64?
    var time: Int64 = 0
  }

  /// How many records are copied at a time, so that a key never waits long.
  private static let recordsASlice = 50
  /// The time between two copies of the plugin's tables while time runs, and between two positions
  /// without records, and two tries to write, in microseconds of the host's clock.
  private static let pauseMicroseconds: Int64 = 1_000_000

  /// Keeps nothing.
  init() {}

  /// Goes on with a session, on a branch or, without one, before its first.
  init(_ store: SessionStore, branch: Int64?) {
    self.store = store
    self.branch = branch
  }

  /// Goes on with a branch of which everything up to a position is written.
  init(_ store: SessionStore, branch: Int64, _ position: StoredPosition?) {
    self.init(store, branch: branch)
    guard let position else { return }
    written.entries = position.entries
    written.records = UInt64(position.records)
    written.instant = SimulationInstant(milliseconds: position.instant)
    copied.records = (try? store.nextRecord(of: branch)).map(UInt64.init) ?? 0
  }

  /// Leaves a branch with the next write: the model's line becomes a branch of its own.
  mutating func leaveBranch() {
    line = -1
  }

  // MARK: Before a frame

  /// Whether something was done that is not written yet.
  func hasToSave(_ model: Model) -> Bool { model.run.presses.count > writtenCount(model) }

  private func writtenCount(_ model: Model) -> Int {
    model.line.number == line ? written.entries : 0
  }

  /// Writes what was done since the last time; returns what has changed about that.
  mutating func save(_ model: Model, at time: Int64) -> Message? {
    guard let store, !store.isReadOnly, model.keeping.isWritten, !model.isInPast else {
      return nil
    }
    let run = model.run
    let isNewLine = model.line.number != line || branch == nil
    let isDone = isNewLine || run.presses.count > written.entries
    let hasRecords = run.device.os.trace.nextSequence != written.records
    let isLater = run.device.os.now != written.instant
    guard isDone || hasRecords || isLater && time - written.time >= Self.pauseMicroseconds else {
      return nil
    }
    if isFailing, time < nextTry { return nil }
    do {
      try write(model, isNewLine: isNewLine, to: store)
      written.time = time
    } catch {
      return fail(error, at: time)
    }
    guard isFailing else { return nil }
    isFailing = false
    return .keepingChanged(.kept, remark: "the session is saved again")
  }

  private mutating func write(
    _ model: Model, isNewLine: Bool, to store: SessionStore
  ) throws(SessionStoreError) {
    let position = StoredPosition(model.run)
    if isNewLine, case .opened(let opened, _) = model.line.origin {
      try goOn(with: opened, line: model.line.number, in: store)
    }
    if let branch, model.line.number == line {
      let entries = SessionKeeper.entries(of: model.run, from: written.entries)
      try store.commit(entries, position, on: branch)
    } else {
      let start = BranchStart(
        model.run, name: model.line.name, origin: model.line.originText)
      branch = try store.begin(
        start, leaving: branch, replacing: model.line.replacesLast ? branch : nil,
        SessionKeeper.entries(of: model.run, from: 0), position)
      line = model.line.number
      copied = Copied()
    }
    written.entries = position.entries
    written.records = UInt64(position.records)
    written.instant = model.run.device.os.now
  }

  /// Goes on with a branch that is there.
  private mutating func goOn(
    with opened: Int64, line number: Int, in store: SessionStore
  ) throws(SessionStoreError) {
    try store.change(to: opened)
    branch = opened
    line = number
    written = Written()
    copied = Copied()
    if let position = try store.position(of: opened) {
      written.entries = position.entries
      written.records = UInt64(position.records)
      written.instant = SimulationInstant(milliseconds: position.instant)
    }
    copied.records = UInt64(try store.nextRecord(of: opened))
  }

  private static func entries(of run: InteractiveRun, from first: Int) -> [StoredEntry] {
    run.presses[min(first, run.presses.count)...].map { press in
      StoredEntry(
        number: press.number, instant: press.instant.milliseconds, time: press.wallMilliseconds,
        title: press.title, isButton: press.isButton, commands: JournalText.text(press, of: run),
        records: Int64(press.recordCount), traceHash: press.traceHash.text, engine: DNP.version)
    }
  }

  private mutating func fail(_ error: SessionStoreError, at time: Int64) -> Message? {
    nextTry = time + Self.pauseMicroseconds
    if !error.mayPass { store = nil }
    defer { isFailing = true }
    guard !isFailing || !error.mayPass else { return nil }
    return .keepingChanged(
      .failing(reason: error.description),
      remark: "the session is not saved and goes on in memory: \(error)")
  }

  // MARK: Branches

  /// The session's branches, oldest first; none where nothing is kept.
  func branches(_ model: Model) -> [SessionBranch] {
    guard let store, let stored = try? store.intactBranches() else { return [] }
    let current = stored.current
    return stored.branches.map { branch in
      let position = try? store.position(of: branch.id)
      return SessionBranch(
        id: branch.id, name: branch.name, origin: branch.start.origin,
        pressCount: position?.entries ?? 0,
        time: position.map { ISO8601.text($0.time / 1_000 * 1_000) } ?? "",
        isCurrent: branch.id == current?.id)
    }
  }

  /// A branch of the session, to go on with it; its phone gets the keychain of the present one.
  func branch(_ id: Int64, for model: Model) throws -> OpenedBranch {
    guard let store, let branch = try store.branches().first(where: { $0.id == id }) else {
      throw SessionStoreError.missing("branch \(id)")
    }
    let journal = try StoredJournal(
      try store.history(of: branch), model.run.device.os.configuration.keychain)
    if let damage = journal.damage { throw damage }
    return OpenedBranch(
      id: id, name: branch.name, configuration: journal.configuration, entries: journal.entries,
      end: journal.end, traceHash: journal.traceHash)
  }

  // MARK: Without a console

  /// Keeps a run as a branch of a session, which is on it from now on; returns the branch's name.
  static func keep(
    _ run: InteractiveRun, as session: String, branch: String, origin: String,
    in folder: SessionFolder
  ) throws(SessionStoreError) -> String {
    let store = try SessionStore(opening: session, in: folder)
    defer { store.close() }
    let current = try store.currentBranch()
    _ = try store.begin(
      BranchStart(run, name: branch, origin: origin), leaving: current?.id,
      entries(of: run, from: 0), StoredPosition(run))
    return try store.currentBranch()?.name ?? branch
  }

  // MARK: After a frame

  /// Copies a slice of what can be read of the session without the program, after the frame, so
  /// that nobody waits for it; returns whether there is more to copy.
  mutating func copy(_ model: Model, at time: Int64, isIdle: Bool) -> Bool {
    guard let store, let branch, !store.isReadOnly, model.keeping.isWritten, !isFailing,
      !model.isInPast, model.line.number == line
    else { return false }
    let trace = model.run.device.os.trace
    let isBehind = copyRecords(trace, store, branch)
    let isDue = isIdle || time - copied.time >= Self.pauseMicroseconds
    if !isBehind, isDue, copied.tables != trace.nextSequence {
      copied.tables = trace.nextSequence
      copied.time = time
      // A copy that fails now is made with the next change.
      try? store.replace(PluginTables.of(model.run.device), of: branch)
    }
    store.tidyUp()
    return isBehind
  }

  private mutating func copyRecords(
    _ trace: borrowing Trace<DeviceRecord>, _ store: SessionStore, _ branch: Int64
  ) -> Bool {
    guard copied.records < trace.nextSequence else { return false }
    let records = trace.records(from: copied.records, limit: Self.recordsASlice)
    guard let last = records.last else { return false }
    do {
      try store.add(records.map(StoredRecord.init), to: branch)
    } catch {
      // What is missing is copied with the next frame.
      return false
    }
    copied.records = last.sequence + 1
    return copied.records < trace.nextSequence
  }

  /// Writes everything that is not written yet and closes the session; returns what cannot be
  /// written, nil when nothing is lost.
  mutating func finish(_ model: Model, at time: Int64) -> String? {
    nextTry = 0
    written.time = .min / 2
    let change = save(model, at: time)
    while copy(model, at: time, isIdle: true) {}
    store?.close()
    store = nil
    var keeping = model.keeping
    if case .keepingChanged(let now, _) = change { keeping = now }
    let count = model.journalCount - writtenCount(model)
    guard case .failing(let reason) = keeping, count > 0 else { return nil }
    let presses = count.counted("press", plural: "presses")
    return "not saved: \(presses) of session \(model.run.name) (\(reason))"
  }

  // MARK: Following

  /// What another console has done since the last time; nil when nothing.
  ///
  /// When that one has ended, this one takes the session over, and says so.
  mutating func follow(_ model: Model) -> Message? {
    guard let store, model.keeping == .following else { return nil }
    do {
      if let news = try news(store, model) { return news }
      guard store.isReadOnly else { return try goOn(model, in: store) }
    } catch {
      // The other console may be writing; the next look shows it.
      return nil
    }
    // It may have the session still; then this one goes on following.
    try? takeOver(store)
    return nil
  }

  private mutating func news(_ store: SessionStore, _ model: Model) throws -> Message? {
    guard let current = try store.currentBranch(),
      let position = try store.position(of: current.id)
    else { return nil }
    let isOther = current.id != branch
    let end = SimulationInstant(milliseconds: position.instant)
    guard isOther || end != written.instant || position.entries != written.entries else {
      return nil
    }
    let entries = try store.entries(of: current.id, after: isOther ? 0 : written.entries)
    let part = FollowedPart(
      configuration: isOther
        ? try ConfigurationText.configuration(
          current.start.configuration, model.run.device.os.configuration.keychain) : nil,
      entries: try entries.map(JournalEntry.init), end: end)
    branch = current.id
    written.entries = position.entries
    written.instant = end
    return .followed(part)
  }

  /// Opens the session for writing; throws while the other console has it.
  ///
  /// What that one did last is followed before anything is written here.
  private mutating func takeOver(_ followed: SessionStore) throws(SessionStoreError) {
    store = try SessionStore(continuing: followed)
  }

  /// Goes on with a session that was taken over, where its phone is the one that is shown.
  private mutating func goOn(_ model: Model, in store: SessionStore) throws -> Message? {
    guard let branch else {
      return .keepingChanged(.kept, remark: "the other console has ended; the session is kept here")
    }
    let position = try store.position(of: branch)
    self = SessionKeeper(store, branch: branch, position)
    line = model.line.number
    let hash = model.run.device.os.trace.hash.text
    guard position?.traceHash ?? hash == hash else {
      return .keepingChanged(
        .disagreeing,
        remark: "the other console has ended; this version makes other records than are stored")
    }
    return .keepingChanged(
      .kept, remark: "the other console has ended; this one goes on with the session")
  }
}

extension SessionKeeping {
  /// Whether what is done is written.
  fileprivate var isWritten: Bool {
    switch self {
    case .kept, .failing: true
    case .temporary, .following, .disagreeing, .damaged: false
    }
  }
}

extension BranchStart {
  fileprivate init(_ run: InteractiveRun, name: String, origin: String) {
    self.init(
      name: name, origin: origin,
      configuration: ConfigurationText.text(run.device.os.configuration),
      platform: run.device.os.platformName, engine: DNP.version)
  }
}

extension StoredPosition {
  /// How far a run has come.
  init(_ run: InteractiveRun) {
    let os = run.device.os
    self.init(
      instant: os.now.milliseconds, time: os.wallMilliseconds, entries: run.presses.count,
      records: Int64(os.trace.nextSequence), traceHash: os.trace.hash.text, engine: DNP.version,
      savedAt: HostClock.epochMilliseconds)
  }
}

extension JournalEntry {
  /// The entry of a row; throws when this version cannot read its commands.
  init(_ row: StoredEntry) throws(JournalText.Failure) {
    self.init(
      instant: SimulationInstant(milliseconds: row.instant), title: row.title,
      isButton: row.isButton, commands: try JournalText.commands(row.commands),
      recordCount: UInt64(row.records), traceHash: row.traceHash)
  }
}

extension StoredRecord {
  /// The row of a record.
  init(_ record: Record<DeviceRecord>) {
    self.init(
      sequence: Int64(record.sequence), cause: record.cause.map(Int64.init),
      instant: record.instant.milliseconds, time: record.wallMilliseconds,
      level: record.payload.level.rawValue, kind: record.payload.kind.description,
      text: RecordText.body(record.payload),
      fields: JSONValue.object(record.payload.fieldsJSON).canonicalText)
  }
}
