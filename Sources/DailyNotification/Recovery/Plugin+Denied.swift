extension Plugin {
  /// Withdraws everything that is armed and submitted while notifications are not allowed.
  ///
  /// What the system holds could not be shown, and would contradict the status. The stored
  /// schedules stay enabled, so that the first entry after a grant arms and submits them again.
  mutating func withdrawWhileDenied(on platform: inout Family.System) {
    for index in ledger.pages.indices {
      if !Family.Delivery.withdrawsAtOnce { ledger.reopenOnItsWay(index) }
      guard let last = delivery.lastPerhapsShown(of: ledger.pages[index].row, on: platform)
      else { continue }
      ledger.notePerhapsShown(index, through: last)
    }
    disarm(isCancelled: false, on: &platform)
    prefetch.cancel(on: &platform)
  }
}
