extension Plugin {
  /// Fetches the next notification's content now; nothing is scheduled.
  ///
  /// A button of the test app, no call.
  public mutating func prefetchNow(on platform: inout Family.System) {
    run(.harness, on: &platform) { plugin, platform in
      guard plugin.prefetch.running == nil, platform.isProtectedDataAvailable else { return }
      let demand = plugin.demand(on: &platform)
      let now = platform.wallMilliseconds
      let next = demand.nextDaily(after: now)?.time
      let isDual = next == nil && demand.dual?.activeFetch != nil
      let target = FetchTarget(
        kind: isDual ? .dual : .daily,
        scheduledFor: isDual ? demand.dualOccurrence(after: now, on: platform) : next ?? now)
      plugin.startFetch(for: target, .byHand, on: &platform)
    }
  }

  /// Withdraws everything that is armed and submitted, and plans it again.
  ///
  /// A button of the test app, no call.
  public mutating func rescheduleAll(on platform: inout Family.System) {
    run(.harness, on: &platform) { plugin, platform in
      guard platform.isProtectedDataAvailable else { return }
      plugin.delivery.withdrawAll(on: &platform)
      plugin.prefetch.cancel(on: &platform)
      plugin.delivery.replanAfterWithdrawals()
      if Family.Delivery.withdrawsAtOnce { plugin.replanStored(on: &platform) }
      plugin.prefetch.work.resume()
      plugin.prefetch.keep(plugin.demand(on: &platform), on: &platform)
    }
  }

  /// Makes the next call 2 use a lead of one minute.
  public mutating func shortenNextLead() { calls.shortenNextLead() }
}
