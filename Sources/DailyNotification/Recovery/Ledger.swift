import CivilTime

/// What was armed and what became of it, as this process knows it.
///
/// The stored rows are written when they have changed. What could not be written stays here and is
/// written at the next entry; only then is it reported, so that nothing is reported twice when the
/// process dies before.
public struct Ledger: Sendable {
  /// One revision: its row, and what was found out about it and not reported yet.
  struct Page: Sendable {
    var row: LedgerRow
    var isChanged = false
    var outcomes: [AccountedOccurrence] = []
  }

  private(set) var pages: [Page] = []
  /// The change number of which pages there are and how far each is accounted for.
  private(set) var revision = 0
  /// The change number of the stored rows when they were read or written last.
  private var storedRevision = 0
  /// Whether the pages are those that another process wrote, and have not been accounted for yet.
  var isInherited = false
  /// Whether what is stored says that it names all that is armed.
  ///
  /// It is taken back where a row could not be written: of a process that dies then nobody else
  /// knows what it armed.
  private var isMarkedComplete = false
  /// Whether another process armed what it could not write, and that is not accounted for yet.
  private(set) var isIncomplete = false

  /// Reads the rows if they are not those that were written last.
  mutating func load(on platform: inout some StorageAccess) {
    guard storedRevision != platform.revisions.ledger else { return }
    storedRevision = platform.revisions.ledger
    let rows = platform.ledgerRows
    isInherited = !rows.isEmpty || !pages.isEmpty
    isMarkedComplete = platform.integer(.ledgerComplete) != nil
    isIncomplete = !rows.isEmpty && !isMarkedComplete
    pages = rows.map { Page(row: $0) }
    revision += 1
  }

  /// Whether everything is written as it is known, and nothing is on its way or being withdrawn.
  var isAtRest: Bool {
    for index in pages.indices {
      if pages[index].isChanged || !pages[index].outcomes.isEmpty { return false }
      let through = pages[index].row.settledThrough
      for entry in pages[index].row.armed where entry.isWithdrawn || entry.wallMinute <= through {
        return false
      }
    }
    return true
  }

  // MARK: Finding

  /// The place of a revision's page.
  func index(_ kind: ScheduleKind, _ id: String, _ revision: Int64) -> Int? {
    // No closure here: it would copy each page.
    for index in pages.indices
    where pages[index].row.revision == revision && pages[index].row.kind == kind
      && pages[index].row.scheduleID == id
    {
      return index
    }
    return nil
  }

  /// The place of the page of a schedule's revision; pages mostly stand in the schedules' order.
  @inline(__always)
  func index(of schedule: Schedule, near place: Int = 0) -> Int? {
    if place < pages.count, isPage(place, of: schedule) { return place }
    return searchPage(of: schedule)
  }

  private func searchPage(of schedule: Schedule) -> Int? {
    for index in pages.indices where isPage(index, of: schedule) { return index }
    return nil
  }

  @inline(__always)
  private func isPage(_ index: Int, of schedule: Schedule) -> Bool {
    pages[index].row.revision == schedule.revision && pages[index].row.kind == schedule.kind
      && pages[index].row.scheduleID == schedule.id
  }

  /// Whether a schedule's page is in the schedule's own place.
  ///
  /// As `isPage`, which retains the schedule that it is given; here it is read where it stands.
  @inline(__always)
  func hasPage(_ place: Int, of schedules: [Schedule]) -> Bool {
    place < pages.count && pages[place].row.revision == schedules[place].revision
      && pages[place].row.kind == schedules[place].kind
      && pages[place].row.scheduleID == schedules[place].id
  }

  /// The place in a list of the schedule that a page is of.
  @inline(__always)
  func place(ofPage index: Int, in schedules: [Schedule]) -> Int? {
    if index < schedules.count, hasPage(index, of: schedules) { return index }
    return schedules.firstIndex { isPage(index, of: $0) }
  }

  /// Whether a page has an entry for a wall minute; it copies none.
  func isArmed(_ index: Int, _ wallMinute: Int64) -> Bool {
    for place in pages[index].row.armed.indices
    where pages[index].row.armed[place].wallMinute == wallMinute {
      return true
    }
    return false
  }

  /// The latest wall minute up to which any page is accounted for.
  var latestMark: Int64 {
    var latest = Int64.min
    for index in pages.indices { latest = max(latest, pages[index].row.settledThrough) }
    return latest
  }

  /// The row of a notification's revision.
  func row(of info: RequestInfo) -> LedgerRow? {
    index(info.kind, info.scheduleID, info.revision).map { pages[$0].row }
  }

  /// Up to where a schedule's present revision is accounted for.
  ///
  /// Without a page nothing is known but the row's own next occurrence.
  func mark(of row: ScheduleRow) -> SettledMark {
    guard let kind = row.decodedKind, let index = index(kind, row.id, row.revision) else {
      return SettledMark(wallMinute: row.wallMinute - 1, time: row.triggerTime - 1)
    }
    return mark(index)
  }

  /// Up to where a page is accounted for.
  func mark(_ index: Int) -> SettledMark {
    SettledMark(
      wallMinute: pages[index].row.settledThrough, time: pages[index].row.settledTime,
      beyond: pages[index].row.settledBeyond)
  }

  /// The first occurrence of a page that is on its way and not being withdrawn, if nothing else of
  /// it is earlier.
  func firstOnItsWay(_ index: Int) -> ArmedOccurrence? {
    for place in pages[index].row.armed.indices
    where !pages[index].row.armed[place].isWithdrawn {
      let first = pages[index].row.armed[place]
      return first.wallMinute <= pages[index].row.settledThrough ? first : nil
    }
    return nil
  }

  /// Whether anything of any page is on its way and not being withdrawn.
  var isAnyOnItsWay: Bool {
    for index in pages.indices {
      // Mostly the first one is ahead, and nothing is being withdrawn.
      guard let first = pages[index].row.armed.first else { continue }
      if !first.isWithdrawn, first.wallMinute > pages[index].row.settledThrough { continue }
      if firstOnItsWay(index) != nil { return true }
    }
    return false
  }

  // MARK: Changing

  /// Puts a changed row into the place of its page, with what was found out.
  mutating func update(_ index: Int, _ row: LedgerRow, _ outcomes: [AccountedOccurrence] = []) {
    if pages[index].row != row {
      pages[index].row = row
      pages[index].isChanged = true
      revision += 1
    }
    if pages[index].outcomes.isEmpty {
      pages[index].outcomes = outcomes
    } else {
      pages[index].outcomes += outcomes
    }
  }

  /// Begins a page; the place of one that exists is returned unchanged.
  @discardableResult
  mutating func begin(_ row: LedgerRow) -> Int {
    if let index = index(row.kind, row.scheduleID, row.revision) { return index }
    pages.append(Page(row: row, isChanged: true))
    revision += 1
    return pages.count - 1
  }

  /// Notes up to which wall minute what is ahead may have been shown before the clock went back.
  mutating func notePerhapsShown(_ index: Int, through minute: Int64) {
    var row = pages[index].row
    row.perhapsShownThrough = max(row.perhapsShownThrough ?? .min, minute)
    update(index, row)
  }

  /// Moves a page's mark on to a moment: nothing up to it is left to account for.
  ///
  /// `beyond`: the wall minutes of later occurrences that are accounted for as well, ascending.
  mutating func passOver(_ index: Int, _ moment: Occurrence, beyond: [Int64] = []) {
    var row = pages[index].row
    if moment.wallMinute > row.settledThrough, moment.time > row.settledTime {
      row.settledThrough = moment.wallMinute
      row.settledTime = moment.time
    }
    let later = Set(row.settledBeyond).union(beyond).filter { $0 > row.settledThrough }
    row.settledBeyond = later.sorted()
    row.dropPassedBeyond()
    update(index, row)
  }

  /// Takes back that an occurrence is accounted for which is on its way while nothing may be shown.
  ///
  /// Its request is withdrawn, so that it has come in vain, unless it is ahead again by the zone
  /// that the phone goes to.
  mutating func reopenOnItsWay(_ index: Int) {
    var row = pages[index].row
    let isOnItsWay = { (entry: ArmedOccurrence) in
      !entry.isWithdrawn && entry.wallMinute <= row.settledThrough
    }
    guard let place = row.armed.firstIndex(where: isOnItsWay),
      row.armed[place].wallMinute == row.settledThrough
    else { return }
    let entry = row.armed.remove(at: place)
    row.settledThrough = entry.wallMinute - 1
    row.settledTime = min(row.settledTime, entry.plannedTime - 1)
    row.perhapsShownThrough = max(row.perhapsShownThrough ?? .min, entry.wallMinute)
    update(index, row)
  }

  /// Takes back the misses of a page that were not written and are ahead again.
  ///
  /// A page with nothing but misses becomes what was written last. Another one loses the misses
  /// that are ahead, unless something that was shown follows them.
  mutating func takeBackMisses(
    _ index: Int, ahead: [AccountedOccurrence], on platform: some StorageAccess
  ) {
    let row = pages[index].row
    if pages[index].outcomes.allSatisfy(\.isAbsence) {
      let written = platform.ledgerRows.first { $0.isSameRevision(as: row) }
      if let written { pages[index] = Page(row: written) }
      revision += 1
      return
    }
    guard let first = ahead.map(\.occurrence).min(by: { $0.wallMinute < $1.wallMinute }) else {
      return
    }
    let later = pages[index].outcomes.filter { $0.occurrence.wallMinute >= first.wallMinute }
    guard later.allSatisfy(\.isAbsence) else { return }
    pages[index].outcomes.removeAll { $0.occurrence.wallMinute >= first.wallMinute }
    var reopened = row
    reopened.settledThrough = min(row.settledThrough, first.wallMinute - 1)
    reopened.settledTime = min(row.settledTime, first.time - 1)
    for outcome in later where outcome.fate != .absent(.notArmed) {
      let minute = outcome.occurrence.wallMinute
      reopened.perhapsShownThrough = max(reopened.perhapsShownThrough ?? .min, minute)
    }
    update(index, reopened)
  }

  /// Whether a page has, and nothing else, what of a list is of the schedule with an index.
  func isArmed(_ index: Int, as armed: [ArmedRequest], of schedule: Int) -> Bool {
    guard pages[index].row.repeatsFrom == nil, pages[index].row.repeatingRequest == nil,
      pages[index].row.clockOrigin == nil
    else { return false }
    var place = 0
    for request in armed where request.schedule == schedule {
      guard !request.isRepeating, place < pages[index].row.armed.count,
        pages[index].row.armed[place] == request.entry
      else { return false }
      place += 1
    }
    return place == pages[index].row.armed.count
  }

  /// Notes what is armed of a revision now; what is on its way stays.
  ///
  /// `request`: the wall minute that the repeating request was added for. `origin`: when the phone
  /// had started, ms since the Unix epoch.
  mutating func arm(_ index: Int, _ list: ArmedSchedule, request: Int64?, origin: Int64) {
    var armed = list.entries
    if !armed.isInOrder { armed.sort { $0.wallMinute < $1.wallMinute } }
    let through = pages[index].row.settledThrough
    for place in pages[index].row.armed.indices
    where pages[index].row.armed[place].wallMinute <= through
      || pages[index].row.armed[place].isWithdrawn
    {
      let entry = pages[index].row.armed[place]
      if list.entries.contains(where: { $0.wallMinute == entry.wallMinute }) { continue }
      armed.insert(entry, at: armed.firstIndex { $0.wallMinute > entry.wallMinute } ?? armed.count)
    }
    // A request that no row knew yet may be on its way for an earlier date than the next one.
    let repeatsFrom = list.repeatsFrom.map { next in
      pages[index].row.repeatsFrom ?? min(next, request ?? next)
    }
    let clockOrigin = repeatsFrom.map { _ in pages[index].row.clockOrigin ?? origin }
    if pages[index].row.armed != armed || pages[index].row.repeatsFrom != repeatsFrom
      || pages[index].row.repeatingRequest != request
      || pages[index].row.clockOrigin != clockOrigin
    {
      pages[index].row.armed = armed
      pages[index].row.repeatsFrom = repeatsFrom
      pages[index].row.repeatingRequest = request
      pages[index].row.clockOrigin = clockOrigin
      pages[index].isChanged = true
    }
  }

  /// Withdraws what is armed of a schedule but for one revision of it: what is still shown because
  /// it was on its way is reported, and nothing else of it.
  ///
  /// `keepsOnItsWay`: what is on its way is not being withdrawn and still counts.
  mutating func withdraw(
    _ kind: ScheduleKind, _ id: String, except revision: Int64? = nil, keepsOnItsWay: Bool,
    soon: Int64, zone: (LedgerRow) -> Zone
  ) {
    for index in pages.indices
    where pages[index].row.kind == kind && pages[index].row.scheduleID == id
      && pages[index].row.revision != revision
    {
      var row = pages[index].row
      let zone = zone(row)
      row.repeatsFrom = nil
      row.repeatingRequest = nil
      row.clockOrigin = nil
      row.onItsWay = nil
      row.armed = row.armed.compactMap { entry in
        var entry = entry
        if keepsOnItsWay, entry.wallMinute <= row.settledThrough { return entry }
        guard row.time(of: entry, in: zone) <= soon else { return nil }
        entry.isWithdrawn = true
        return entry
      }
      update(index, row)
    }
  }

  /// Takes a page out, written or not.
  mutating func drop(_ index: Int, on platform: inout some StorageAccess) {
    let row = pages.remove(at: index).row
    revision += 1
    platform.removeLedger(row)
    storedRevision = platform.revisions.ledger
  }

  /// Becomes what it was before a call that failed; what was written meanwhile is written again.
  mutating func restore(_ before: Ledger, on platform: some StorageAccess) {
    pages = before.pages
    revision += 1
    isInherited = before.isInherited
    isIncomplete = before.isIncomplete
    for index in pages.indices where !platform.ledgerRows.contains(pages[index].row) {
      pages[index].isChanged = true
    }
  }

  // MARK: Writing

  /// Writes the changed rows; what was found out about those that were kept is handed out.
  mutating func flush(on platform: inout some StorageAccess & LogAccess) -> [AccountedOccurrence] {
    var found: [AccountedOccurrence] = []
    var isAnyWritten = false
    for index in pages.indices where pages[index].isChanged || !pages[index].outcomes.isEmpty {
      if pages[index].isChanged {
        guard store(index, on: &platform) else { continue }
        isAnyWritten = true
      }
      pages[index].isChanged = false
      if pages[index].outcomes.isEmpty { continue }
      // Handed on where that can be done: mostly one page has something to report.
      let outcomes = exchange(&pages[index].outcomes, with: [])
      if found.isEmpty { found = outcomes } else { found += outcomes }
    }
    storedRevision = platform.revisions.ledger
    let isComplete = !pages.contains { $0.isChanged }
    // What could not be written before is tried again only where there is room.
    if !isComplete || isAnyWritten { markComplete(isComplete, on: &platform) }
    return found
  }

  /// Notes in the store whether its rows name all that is armed; taking that back needs no room.
  private mutating func markComplete(
    _ isComplete: Bool, on platform: inout some StorageAccess & LogAccess
  ) {
    if isComplete {
      guard !isMarkedComplete, !platform.ledgerRows.isEmpty else { return }
      isMarkedComplete = platform.store(.integer(1), for: .ledgerComplete)
      isIncomplete = false
    } else if isMarkedComplete {
      platform.setValue(nil, for: .ledgerComplete)
      isMarkedComplete = false
    }
  }

  /// Writes the row of a page and reads it back; false when it was not kept.
  private func store(_ index: Int, on platform: inout some StorageAccess & LogAccess) -> Bool {
    platform.writeLedger(pages[index].row)
    if platform.ledgerRows.contains(pages[index].row) { return true }
    platform.log(.persistFailed(what: "ledger of \(pages[index].row.scheduleID)"))
    return false
  }

  /// Writes one page now; false when it was not kept.
  mutating func write(_ index: Int, on platform: inout some StorageAccess & LogAccess) -> Bool {
    guard store(index, on: &platform) else {
      markComplete(false, on: &platform)
      return false
    }
    pages[index].isChanged = false
    storedRevision = platform.revisions.ledger
    if !pages.contains(where: { $0.isChanged }) { markComplete(true, on: &platform) }
    return true
  }

  /// The pages of no stored schedule that have nothing left to account for.
  func finished(_ isLive: (LedgerRow) -> Bool) -> [Int] {
    pages.indices.filter {
      pages[$0].row.armed.isEmpty && pages[$0].outcomes.isEmpty && !isLive(pages[$0].row)
    }
  }
}

/// What the ledger says of whether an occurrence was armed.
public enum ArmingRecord: Hashable, Sendable {
  case armed
  case notArmed
  /// It may have been armed and shown: an earlier process could not write everything, or the clock
  /// went back.
  case incomplete
}

/// What became of one occurrence.
struct AccountedOccurrence: Hashable {
  enum Fate: Hashable {
    case delivered(HistoryRow)
    /// Nobody saw it.
    case absent(ArmingRecord)
    /// It and all that follow, up to a time in ms since the Unix epoch, are too old to be listed.
    case leftOut(before: Int64)
  }

  let kind: ScheduleKind
  let scheduleID: String
  let occurrence: Occurrence
  /// The wall time of the entry that found it out, in ms since the Unix epoch.
  let foundAt: Int64
  let fate: Fate

  /// Whether nobody saw it.
  var isAbsence: Bool {
    switch fate {
    case .absent: true
    case .delivered, .leftOut: false
    }
  }
}

extension [ArmedOccurrence] {
  /// Whether no wall minute is before an earlier one.
  fileprivate var isInOrder: Bool {
    withUnsafeBufferPointer { entries in
      guard let first = entries.baseAddress else { return true }
      var place = 1
      while place < entries.count, first[place].wallMinute >= first[place - 1].wallMinute {
        place &+= 1
      }
      return place >= entries.count
    }
  }
}

extension ArmedOccurrence {
  /// When it fires by a zone, ms since the Unix epoch.
  func time(in zone: Zone) -> Int64 {
    if zone.wallMinute(at: plannedTime) == wallMinute { return plannedTime }
    return Recurrence.instant(ofWallMinute: wallMinute, in: zone) ?? plannedTime
  }
}

extension LedgerRow {
  /// When an armed occurrence fires by a zone, ms since the Unix epoch.
  func time(of entry: ArmedOccurrence, in zone: Zone) -> Int64 {
    entry.time(in: zone)
  }

  /// Forgets which later wall minutes are accounted for once all up to them are.
  mutating func dropPassedBeyond() {
    guard !settledBeyond.isEmpty else { return }
    settledBeyond.removeAll { $0 <= settledThrough }
    skipped.removeAll { $0 <= settledThrough }
  }

  /// The place of the entry that a notification stands for.
  func index(of info: RequestInfo) -> Int? {
    guard let first = armed.firstIndex(where: { $0.wallMinute == info.wallMinute }) else {
      return nil
    }
    // Of two entries for the same wall minute, that of the same instant is meant.
    let second = first + 1
    guard second < armed.count, armed[second].wallMinute == info.wallMinute,
      armed[second].plannedTime == info.plannedTime
    else { return first }
    return second
  }
}
