extension Plugin {
  /// Accounts for what has passed since the last entry; returns how many were missed.
  mutating func account(on platform: inout Family.System) -> Int {
    ledger.load(on: &platform)
    takeBackMissesAhead(on: &platform)
    let schedules = readSchedules(on: &platform)
    var isAnyOnce = false
    var hasPages = true
    // Read in place: holding on to a schedule would change the count of its references.
    for place in schedules.indices {
      if schedules[place].isOnce { isAnyOnce = true }
      if !ledger.hasPage(place, of: schedules) { hasPages = false }
    }
    if !hasPages {
      for schedule in schedules where ledger.index(of: schedule) == nil { makePage(of: schedule) }
    }
    let showings = delivery.takeShown(on: platform)
    // The delivery is lent: a copy would count up every part of it.
    var accounting = Accounting(
      delivery: exchange(&delivery, with: Family.Delivery()), showings: showings,
      now: platform.wallMilliseconds,
      isAllowed: platform.authorization.allowsNotifications)
    accounting.account(&ledger, schedules, on: &platform)
    delivery = exchange(&accounting.delivery, with: Family.Delivery())
    writeHistory(on: &platform)
    let missed = flushLedger(on: &platform)
    if isAnyOnce { endSpent(on: &platform) }
    return missed
  }

  /// A miss that could not be written, and is ahead again since the clock went back, was none.
  ///
  /// Nor was one that a flight has put ahead again after it was found, though its time may have
  /// come meanwhile: it may have been shown then.
  private mutating func takeBackMissesAhead(on platform: inout Family.System) {
    let now = platform.wallMilliseconds
    for index in ledger.pages.indices where !ledger.pages[index].outcomes.isEmpty {
      let row = ledger.pages[index].row
      guard let zone = Accounting<Family.Delivery>.zone(of: row, on: &platform) else { continue }
      let ahead = ledger.pages[index].outcomes.filter { outcome in
        Recurrence.instant(
          ofWallMinute: outcome.occurrence.wallMinute, in: zone
        ).map { $0 > min(now, outcome.foundAt) } ?? false
      }
      if !ahead.isEmpty { ledger.takeBackMisses(index, ahead: ahead, on: platform) }
    }
  }

  /// Makes the page of a stored schedule that has none.
  private mutating func makePage(of schedule: Schedule) {
    let row = schedule.row
    ledger.begin(
      LedgerRow(
        kind: schedule.kind, scheduleID: row.id, revision: row.revision, timezone: row.timezone,
        settledThrough: schedule.settled.wallMinute, settledTime: schedule.settled.time))
  }

  /// Writes the ledger and reports what was found out about the rows that were kept.
  @discardableResult
  mutating func flushLedger(on platform: inout Family.System) -> Int {
    dropFinishedPages(on: &platform)
    let found = ledger.flush(on: &platform)
    if !found.isEmpty { dropFinishedPages(on: &platform) }
    var missed = 0
    var isAnyDelivered = false
    for outcome in found {
      switch outcome.fate {
      case .delivered(let row):
        record(row, on: &platform)
        isAnyDelivered = true
      case .absent(let arming):
        if recordAbsence(outcome, arming, on: &platform) { missed += 1 }
      case .leftOut(let before):
        let (id, from) = (outcome.scheduleID, outcome.occurrence.time)
        let isSkipped = outcome.kind == .dual && contents.rules.isDualSkippedWithoutContent
        platform.log(
          isSkipped
            ? .skipsLeftOut(id: id, from: from, before: before)
            : .missesLeftOut(id: id, from: from, before: before))
      }
    }
    if isAnyDelivered, Family.Delivery.showsByItself { platform.storeSnapshot() }
    return missed
  }

  private mutating func dropFinishedPages(on platform: inout Family.System) {
    guard ledger.pages.count > platform.scheduleRows.count else { return }
    let finished = ledger.finished { row in
      platform.scheduleRows.contains {
        $0.revision == row.revision && $0.isNamed(row.scheduleID, row.kind)
      }
    }
    for index in finished.reversed() { ledger.drop(index, on: &platform) }
  }

  /// What fires once and has fired is not enabled any more.
  private mutating func endSpent(on platform: inout Family.System) {
    for schedule in readSchedules(on: &platform) where schedule.isOnce {
      guard let only = schedule.onlyOccurrence, schedule.isSettled(only),
        let index = ledger.index(schedule.kind, schedule.row.id, schedule.row.revision),
        ledger.pages[index].row.armed.isEmpty
      else { continue }
      var row = schedule.row
      row.isEnabled = false
      _ = platform.store(row)
    }
  }

  // MARK: Reports

  private mutating func record(_ delivery: HistoryRow, on platform: inout Family.System) {
    platform.appendHistory(delivery)
    if !isLast(delivery, in: platform.historyRows) {
      platform.log(.persistFailed(what: "history"))
      unwrittenHistory.append(delivery)
    }
    platform.log(
      .notificationDelivered(
        id: delivery.scheduleID, source: delivery.source, plannedTime: delivery.plannedTime))
    let drift = delivery.deliveredAt - delivery.plannedTime
    if abs(drift) > AccountingLimits.toleranceMilliseconds {
      platform.log(.drifted(seconds: drift / 1000))
    }
    platform.telemetry.countDelivery(delivery.source)
    platform.telemetry.countDrift(drift)
    if delivery.source == .cache { platform.telemetry.cacheHits += 1 }
    notifyHost(
      .notificationDelivered(
        ReportedDelivery(
          id: delivery.scheduleID, plannedTime: delivery.plannedTime,
          wallMinute: delivery.wallMinute, source: delivery.source,
          certainty: delivery.certainty, dateCount: delivery.dateCount)),
      on: &platform)
  }

  /// Writes the deliveries and misses that an earlier entry could not write.
  private mutating func writeHistory(on platform: inout Family.System) {
    while let row = unwrittenMisses.first {
      platform.appendMissed(row)
      guard platform.missedRows.last == row else { return }
      unwrittenMisses.removeFirst()
    }
    while let row = unwrittenHistory.first {
      platform.appendHistory(row)
      guard isLast(row, in: platform.historyRows) else { return }
      unwrittenHistory.removeFirst()
    }
  }

  /// Whether a delivery is the last of those that are remembered; it copies none.
  private func isLast(_ row: HistoryRow, in rows: [HistoryRow]) -> Bool {
    !rows.isEmpty && rows[rows.count - 1] == row
  }

  /// Records why an occurrence was not shown; false when it was skipped on purpose.
  private mutating func recordAbsence(
    _ outcome: AccountedOccurrence, _ arming: ArmingRecord, on platform: inout Family.System
  ) -> Bool {
    let (id, occurrence) = (outcome.scheduleID, outcome.occurrence)
    let absence = delivery.absence(
      of: occurrence, id, outcome.kind, arming,
      isSkipped: outcome.kind == .dual && contents.rules.isDualSkippedWithoutContent
        && !(Family.Delivery.showsByItself
          && contents.hasEarlier(before: occurrence.time, at: occurrence.time, on: platform)),
      on: platform)
    switch absence {
    case .skipped:
      platform.log(.notificationSkipped(id: id, plannedTime: occurrence.time))
      return false
    case .missed(let certainty, let reason):
      report(
        MissedNotification(
          outcome.kind, id: id, plannedTime: occurrence.time, wallMinute: occurrence.wallMinute,
          detectedTime: platform.wallMilliseconds, certainty: certainty, reason: reason),
        on: &platform)
      return true
    }
  }

  /// Remembers, logs, counts and reports a miss.
  private mutating func report(
    _ missed: MissedNotification, on platform: inout Family.System
  ) {
    platform.appendMissed(missed)
    if platform.missedRows.last != missed {
      platform.log(.persistFailed(what: "history"))
      unwrittenMisses.append(missed)
    }
    platform.log(.notificationMissed(missed))
    platform.telemetry.countMissed(missed.certainty)
    notifyHost(.notificationMissed(missed), on: &platform)
  }
}
