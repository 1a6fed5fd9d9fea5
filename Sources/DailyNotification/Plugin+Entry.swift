extension Plugin {
  /// What every entry does first: miss check, accounting, re-planning, fetch on demand.
  mutating func takeEntrySteps(
    _ entry: PluginEntry, on platform: inout Family.System
  ) {
    refreshConfiguration(on: &platform)
    if entry.isStart { prefetch.work.resume() }
    let isForTask = entry == .task || entry == .backgroundLaunch
    if !isForTask { prefetch.detectMiss(on: &platform) }
    let scenario = entry.isStart ? recoveryScenario(on: &platform) : RecoveryScenario.none
    var missed = account(on: &platform)
    if Schedules.followZone(readSchedules(on: &platform), on: &platform) {
      missed += account(on: &platform)
    }
    let schedules = readSchedules(on: &platform)
    let plan = delivery.replan(schedules, &contents, on: &platform)
    if plan.lost > 0 { platform.telemetry.requestsLost += plan.lost }
    Schedules.storeProgress(of: schedules, armedThrough: plan.armedThrough, on: &platform)
    let demand = demand(schedules, on: platform)
    // A run submits its successor itself, once it has read what its own work was submitted for.
    if !isForTask {
      if scenario.renewsTask {
        prefetch.renew(self.demand(on: &platform), on: &platform)
      } else {
        prefetch.keep(demand, on: &platform)
      }
    }
    if entry.isStart { finishRecovery(scenario, plan, missed: missed, on: &platform) }
    if !isForTask, let target = prefetch.onDemandTarget(demand, on: platform) {
      startFetch(for: target, .onDemand, on: &platform)
    }
  }

  private mutating func account(on platform: inout Family.System) -> Int {
    let schedules = readSchedules(on: &platform)
    return Accounting(delivery: delivery, rules: contents.rules)
      .account(for: schedules, on: &platform)
  }
}
