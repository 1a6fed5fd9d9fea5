extension Plugin {
  /// What every entry does first: miss check, accounting, re-planning, fetch on demand.
  mutating func takeEntrySteps(
    _ entry: PluginEntry, on platform: inout Family.System
  ) {
    refreshConfiguration(on: &platform)
    noticeClock(entry, on: &platform)
    if entry.isStart {
      prefetch.work.resume()
      // The phone may start without anyone using it.
      delivery.started(isInUse: entry != .boot, on: &platform)
    }
    let isForTask = entry == .task || entry == .backgroundLaunch
    if !isForTask { prefetch.detectMiss(on: &platform) }
    let isRecovering = delivery.isReplanOwed
    let scenario = entry.isStart ? recoveryScenario(entry, on: &platform) : RecoveryScenario.none
    let (missed, plan) = bringUpToDate(on: &platform)
    if plan.lost > 0 {
      platform.telemetry.requestsLost += plan.lost
      platform.log(.rearmed(count: plan.lost))
    }
    // A run submits its successor itself, once it has read what its own work was submitted for.
    if isForTask {
      if entry.isStart {
        finishRecovery(
          scenario, plan, missed: missed, entry, isContinued: isRecovering, on: &platform)
      }
      return
    }
    let demand = demand(on: &platform)
    if scenario.renewsTask {
      prefetch.renew(demand, on: &platform)
    } else {
      prefetch.keep(demand, on: &platform)
    }
    if entry.isStart {
      finishRecovery(
        scenario, plan, missed: missed, entry, isContinued: isRecovering, on: &platform)
    }
    fetchOnDemand(demand, on: &platform)
  }

  /// Fetches at once what no work will bring before the next notification.
  private mutating func fetchOnDemand(
    _ demand: PrefetchDemand, on platform: inout Family.System
  ) {
    guard let target = prefetch.onDemandTarget(demand, on: platform) else { return }
    startFetch(for: target, .onDemand, on: &platform)
  }

  /// Content has gone: its fetch is submitted again, or made at once where that comes too late.
  mutating func fetchWhatLacks(on platform: inout Family.System) {
    let demand = demand(on: &platform)
    prefetch.keep(demand, on: &platform)
    fetchOnDemand(demand, on: &platform)
  }

  /// Notices that the clock was set back just now.
  private mutating func noticeClock(_ entry: PluginEntry, on platform: inout Family.System) {
    let (wall, uptime) = (platform.wallMilliseconds, platform.uptimeMilliseconds)
    if entry == .timeChange, let last = lastClocks, wall < last.wall + uptime - last.uptime {
      delivery.clockWentBack(from: last.wall + uptime - last.uptime, on: platform)
    }
    lastClocks = (wall, uptime)
  }
}
