extension Plugin {
  /// What every entry does first: miss check, accounting, re-planning, fallback fetch.
  mutating func takeEntrySteps(
    _ entry: PluginEntry, on platform: inout some Platform
  ) {
    refreshConfiguration(on: &platform)
    if entry.isStart { isSubmissionSuspended = false }
    let isForTask = entry == .task || entry == .backgroundLaunch
    if !isForTask { detectMissedTask(on: &platform) }
    let scenario = entry.isStart ? recoveryScenario(on: &platform) : RecoveryScenario.none
    var missed = account(on: &platform)
    if followZone(on: &platform) { missed += account(on: &platform) }
    let schedules = readSchedules(on: &platform)
    let plan = replan(schedules, on: &platform)
    if plan.lost > 0 { platform.telemetry.requestsLost += plan.lost }
    storeProgress(of: schedules, armedThrough: plan.armedThrough, on: &platform)
    // A run asks for its successor itself, once it knows what its own task was asked for.
    if !isForTask {
      if scenario.renewsTask {
        renewTask(on: &platform)
      } else {
        keepPrefetch(schedules, on: &platform)
      }
    }
    if entry.isStart { finishRecovery(scenario, plan, missed: missed, on: &platform) }
    if !isForTask { fetchOnDemand(schedules, on: &platform) }
  }
}

extension PluginEntry {
  /// Whether the app starts or comes back, so that its state has to be recovered.
  var isStart: Bool { self == .launch || self == .backgroundLaunch || self == .resume }
}
