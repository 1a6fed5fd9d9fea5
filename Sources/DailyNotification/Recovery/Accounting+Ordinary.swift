extension Accounting {
  /// Accounts in place for what usually happens: the next occurrence of one schedule was shown, and
  /// nothing else has come.
  ///
  /// False, with nothing changed, wherever anything else may have happened. What it finds is what
  /// `account` would find.
  static func settleOrdinary(
    _ ledger: inout Ledger, _ schedules: [Schedule], _ showings: [ShownNotification], now: Int64
  ) -> Bool {
    guard showings.count == 1, !ledger.isInherited, !showings[0].isRepeating else { return false }
    let content = showings[0].content
    guard content.info.purpose == .occurrence,
      let index = ledger.index(
        content.info.kind, content.info.scheduleID, content.info.revision),
      let place = ledger.place(ofPage: index, in: schedules),
      let shown = ordinary(ledger, index, schedules[place], content.info.wallMinute, now: now)
    else { return false }
    for page in ledger.pages.indices where page != index {
      guard let place = ledger.place(ofPage: page, in: schedules),
        isQuiet(ledger, page, schedules, place, now: now)
      else { return false }
    }
    let outcome = AccountedOccurrence(
      showings[0], of: ledger.pages[index].row, shown, foundAt: now)
    ledger.settleFirst(index, shown, outcome)
    return true
  }

  /// The occurrence that a showing stands for, if it is a page's next one and its turn had come,
  /// and all that follow are ahead; nil otherwise.
  @inline(__always)
  private static func ordinary(
    _ ledger: Ledger, _ index: Int, _ schedule: Schedule, _ wallMinute: Int64, now: Int64
  ) -> Occurrence? {
    guard !ledger.pages[index].row.isUntouched, ledger.pages[index].row.clockOrigin == nil,
      ledger.pages[index].row.repeatsFrom == nil, ledger.pages[index].row.onItsWay == nil,
      ledger.pages[index].row.settledBeyond.isEmpty, schedule.settled.beyond.isEmpty,
      !Delivery.isRepeatedBySystem(schedule), let next = schedule.firstUnsettled,
      next.wallMinute == wallMinute, next.time <= now,
      next.time >= now - AccountingLimits.horizonMilliseconds,
      next.wallMinute > ledger.pages[index].row.settledThrough,
      let first = ledger.pages[index].row.armed.first, first.wallMinute == wallMinute,
      first.time(of: schedule.kind, in: schedule.zone) == next.time
    else { return nil }
    let following = schedule.isOnce ? nil : schedule.occurrence(after: next)
    if let following, following.time <= now || schedule.isSettled(following) { return nil }
    for place in ledger.pages[index].row.armed.indices
    where ledger.pages[index].row.armed[place].isWithdrawn
      || place > 0 && ledger.pages[index].row.armed[place].wallMinute <= wallMinute
    {
      return nil
    }
    if ledger.pages[index].row.armed.count > 1 {
      let second = ledger.pages[index].row.armed[1]
      // Mostly the occurrence that follows, whose time is known.
      let isFollowing =
        second.wallMinute == following?.wallMinute && second.plannedTime == following?.time
      guard isFollowing || second.time(of: schedule.kind, in: schedule.zone) > now else {
        return nil
      }
    }
    return next
  }
}
