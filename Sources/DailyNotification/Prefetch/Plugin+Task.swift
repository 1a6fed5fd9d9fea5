extension Plugin {
  /// The system launched the background work that prefetches.
  mutating func workLaunched(_ task: LaunchedTask, on platform: inout Family.System) {
    run(.task, on: &platform) { plugin, platform in
      guard platform.isProtectedDataAvailable else {
        // What to fetch cannot be read yet; the next launch submits again.
        return plugin.prefetch.work.complete(task, success: false, on: &platform)
      }
      // Recovery detects a start of the phone by an uptime below the last one known.
      platform.setValue(.integer(platform.uptimeMilliseconds), for: .lastUptime)
      plugin.runPrefetch(task, on: &platform)
    }
  }

  /// The time of a launched task is up: its fetch is cancelled and it completes unsuccessfully.
  public mutating func taskExpired(_ task: LaunchedTask, on platform: inout Family.System) {
    run(.expiration, on: &platform) { plugin, platform in
      guard plugin.prefetch.expire(task, on: &platform) else { return }
      plugin.prefetch.work.log(.expired, on: &platform)
      platform.telemetry.countFailure(.expired)
      plugin.notifyHost(.prefetchFailed(reason: .expired, status: nil), on: &platform)
      plugin.prefetch.keep(plugin.demand(on: &platform), on: &platform)
      plugin.prefetch.work.complete(task, success: false, on: &platform)
    }
  }

  /// Submits the next work first, then fetches.
  private mutating func runPrefetch(_ task: LaunchedTask, on platform: inout Family.System) {
    prefetch.work.log(.started(task, at: platform.wallMilliseconds), on: &platform)
    let demand = demand(on: &platform)
    let scope = Family.Work.scope(of: task)
    if prefetch.isRunning(scope) {
      // One run of a scope at a time: the earlier one goes on.
      prefetch.work.resume()
      prefetch.keep(demand, on: &platform)
      return prefetch.work.complete(task, success: false, on: &platform)
    }
    prefetch.cancelFetch(scope, on: &platform)
    let targets = prefetch.targets(of: demand, task, on: &platform)
    startFetch(for: targets[0], .task(task), remaining: Array(targets.dropFirst()), on: &platform)
  }

  /// What is to be fetched, by the schedules as they are stored.
  mutating func demand(on platform: inout Family.System) -> PrefetchDemand {
    let schedules = readSchedules(on: &platform)
    return demand(schedules, on: platform)
  }

  /// What is to be fetched for schedules.
  func demand(_ schedules: [Schedule], on platform: Family.System) -> PrefetchDemand {
    let configuration = configuration
    return PrefetchDemand(
      schedules: schedules,
      leadMilliseconds: configuration.effectiveLeadMilliseconds(on: platform),
      usualLeadMilliseconds: configuration.leadMilliseconds,
      widenedLeadMilliseconds: configuration.widenedLeadMilliseconds,
      ttlMilliseconds: configuration.ttlSeconds * 1000, sharedDual: dual.stored.shared,
      perDayMax: configuration.maxNotificationsPerDay,
      aheadMilliseconds: Family.Work.aheadMilliseconds)
  }
}
