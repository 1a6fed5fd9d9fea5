extension Plugin {
  /// Withdraws everything that is armed and submitted while notifications are not allowed.
  ///
  /// What the system holds could not be shown, and would contradict the status. The stored
  /// schedules stay enabled, so that the first entry after a grant arms and submits them again.
  mutating func withdrawWhileDenied(on platform: inout Family.System) {
    disarm(isCancelled: false, on: &platform)
    prefetch.cancel(on: &platform)
  }
}
