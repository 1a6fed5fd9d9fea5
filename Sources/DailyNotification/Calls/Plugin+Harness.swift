extension Plugin {
  /// Fetches the next notification's content now; nothing is scheduled.
  ///
  /// A button of the test app, no call.
  public mutating func prefetchNow(on platform: inout some Platform) {
    run(.harness, on: &platform) { plugin, platform in
      guard plugin.fetch == nil else { return }
      let schedules = plugin.readSchedules(on: &platform)
      let now = platform.wallMilliseconds
      let next = plugin.nextDaily(schedules, after: now, on: platform)?.time
      let isDual = next == nil && plugin.dual?.configuration.activeFetch != nil
      let target = FetchTarget(
        kind: isDual ? .dual : .daily,
        scheduledFor: isDual ? plugin.dualOccurrence(after: now, on: platform) : next ?? now)
      plugin.startFetch(for: target, .byHand, on: &platform)
    }
  }

  /// Takes every request and the task away; what is stored is armed anew once they are gone.
  ///
  /// A button of the test app, no call.
  public mutating func rescheduleAll(on platform: inout some Platform) {
    run(.harness, on: &platform) { plugin, platform in
      plugin.removeAllRequests(on: &platform)
      plugin.cancelPrefetch(on: &platform)
      plugin.isReplanOwed = !plugin.removing.isEmpty
      plugin.isSubmissionSuspended = false
      plugin.keepPrefetch(plugin.readSchedules(on: &platform), on: &platform)
    }
  }

  /// Makes the call 2 that comes next arm its schedule with a lead of one minute.
  public mutating func shortenNextLead() { isNextLeadShort = true }
}
