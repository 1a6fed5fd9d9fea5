import CivilTime

/// What is found out about one revision.
struct PageAccount {
  var row: LedgerRow
  let zone: Zone
  /// The wall time of the entry, in ms since the Unix epoch.
  let now: Int64
  var outcomes: [AccountedOccurrence] = []
  /// The wall minutes that had a request of their own and have passed.
  var handled: [Int64] = []
  /// What was shown and is not matched yet.
  var showings: [ShownNotification] = []
  /// Whether another process wrote the row last.
  var isInherited = false
  /// Whether that process armed more than the row says.
  var isIncomplete = false

  init(row: LedgerRow, zone: Zone, now: Int64) {
    self.row = row
    self.zone = zone
    self.now = now
  }

  mutating func settle(_ entry: ArmedOccurrence, _ time: Int64, now: Int64 = .max) {
    handled.append(entry.wallMinute)
    settle(Occurrence(time: time, wallMinute: entry.wallMinute), now: now)
  }

  /// Moves the mark on; what is ahead is settled by itself, since earlier ones are ahead as well.
  mutating func settle(_ occurrence: Occurrence, now: Int64 = .max) {
    guard occurrence.time > now, occurrence.wallMinute > row.settledThrough else {
      return settleThrough(occurrence)
    }
    row.isUntouched = false
    let place = row.settledBeyond.firstIndex { $0 >= occurrence.wallMinute }
    if let place, row.settledBeyond[place] == occurrence.wallMinute { return }
    row.settledBeyond.insert(occurrence.wallMinute, at: place ?? row.settledBeyond.count)
    if row.settledBeyond.count > AccountingLimits.beyondMax {
      row.settledThrough = row.settledBeyond.removeFirst()
      row.dropPassedBeyond()
    }
  }

  /// Moves the mark on to an occurrence: all earlier ones are accounted for.
  mutating func settleThrough(_ occurrence: Occurrence) {
    guard
      (occurrence.wallMinute, occurrence.time) > (row.settledThrough, row.settledTime)
        || occurrence.time > row.settledTime && occurrence.wallMinute == row.settledThrough
    else { return }
    row.settledThrough = occurrence.wallMinute
    row.settledTime = occurrence.time
    row.isUntouched = false
    row.dropPassedBeyond()
  }

  /// Takes back that an entry is accounted for: it was on its way, and lies ahead again by the
  /// phone's clock or zone.
  mutating func reopen(_ entry: ArmedOccurrence) {
    row.settledThrough = entry.wallMinute - 1
    row.settledTime = min(row.settledTime, entry.plannedTime - 1)
  }

  /// Whether something was shown at an occurrence's instant.
  ///
  /// In the zone of then that instant had another wall time. Of what fires every hour, that hour
  /// was not missed.
  func hasShown(at occurrence: Occurrence, on platform: some StorageAccess) -> Bool {
    outcomes.contains { outcome in
      guard case .delivered(let shown) = outcome.fate else { return false }
      return shown.plannedTime == occurrence.time
    }
      || platform.historyRows.contains {
        $0.plannedTime == occurrence.time && $0.kind == row.kind && $0.scheduleID == row.scheduleID
      }
  }

  /// Whether something was shown when an occurrence was due that stands for a time which the zone
  /// leaves out: it was armed in another zone, and a gap moved it there.
  ///
  /// What a phone shows at its start may be for a night in which clocks went forward long ago.
  func hasShownLeftOut(at occurrence: Occurrence) -> Bool {
    outcomes.contains { outcome in
      guard case .delivered(let row) = outcome.fate,
        abs(outcome.occurrence.time - occurrence.time) <= AccountingLimits.gapMilliseconds
      else { return false }
      let late = row.deliveredAt - occurrence.time
      return 0...AccountingLimits.punctualMilliseconds ~= late
        && zone.wallMinute(at: outcome.occurrence.time) != outcome.occurrence.wallMinute
    }
  }

  mutating func insert(_ entry: ArmedOccurrence) {
    let place = row.armed.firstIndex { $0.wallMinute > entry.wallMinute } ?? row.armed.count
    row.armed.insert(entry, at: place)
  }

  mutating func report(_ occurrence: Occurrence, wasArmed: Bool) {
    let isPerhapsShown = row.perhapsShownThrough.map { occurrence.wallMinute <= $0 } ?? false
    outcomes.append(
      AccountedOccurrence(
        kind: row.kind, scheduleID: row.scheduleID, occurrence: occurrence, foundAt: now,
        fate: .absent(isPerhapsShown ? .incomplete : wasArmed ? .armed : .notArmed)))
  }

  /// Notes up to which wall minute dates may have been shown without a word in the ledger.
  mutating func notePerhapsShown(through wallMinute: Int64) {
    row.perhapsShownThrough = max(row.perhapsShownThrough ?? .min, wallMinute)
  }

  /// What was shown is not missed: the request that was gone had been replaced while nothing could
  /// be written.
  mutating func report(
    _ occurrence: Occurrence, _ shown: ShownNotification, certainty: Certainty = .certain,
    dateCount: Int64 = 1
  ) {
    if !outcomes.isEmpty {
      outcomes.removeAll { $0.isAbsence && $0.occurrence.wallMinute == occurrence.wallMinute }
    }
    outcomes.append(
      AccountedOccurrence(shown, of: row, occurrence, certainty, dateCount, foundAt: now))
  }
}

extension AccountedOccurrence {
  /// What was shown for an occurrence of a revision.
  ///
  /// The planned time is the one by which it was shown: before or after a change of zone.
  init(
    _ shown: ShownNotification, of row: LedgerRow, _ occurrence: Occurrence,
    _ certainty: Certainty, _ dateCount: Int64, foundAt: Int64
  ) {
    let content = shown.content
    let planned = content.info.plannedTime
    let isOwn = content.info.wallMinute == occurrence.wallMinute
    let isNearer = abs(planned - shown.deliveredAt) < abs(occurrence.time - shown.deliveredAt)
    self.init(
      kind: row.kind, scheduleID: row.scheduleID, occurrence: occurrence, foundAt: foundAt,
      fate: .delivered(
        HistoryRow(
          kind: row.kind, scheduleID: row.scheduleID,
          plannedTime: isOwn && isNearer ? planned : occurrence.time,
          wallMinute: occurrence.wallMinute, certainty: certainty, dateCount: dateCount,
          deliveredAt: shown.deliveredAt, title: content.title, body: content.body,
          url: content.info.url, source: content.info.source)))
  }
}
