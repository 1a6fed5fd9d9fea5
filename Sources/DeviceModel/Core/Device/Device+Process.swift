import DailyNotification

extension Device {
  mutating func launchByPerson() {
    startProcess(isOnScreen: true)
    withPlugin { plugin, os in plugin.launched(on: &os) }
  }

  /// Starts the app's process and loads the plugin, all before the launch finishes.
  mutating func startProcess(isOnScreen: Bool) {
    guard os.process.beginLaunch() else { return }
    os.record(.process(.changed(os.process.state)))
    app = AppProcess()
    os.clocks.processStart = os.now
    withPlugin { plugin, os in plugin.load(on: &os) }
    guard app != nil else { return }
    os.process.finishLaunch(isOnScreen: isOnScreen)
    os.record(.process(.changed(os.process.state)))
  }

  /// The plugin's code did what crashes an app on a phone: the process dies, the trace says why.
  mutating func crashIfNeeded() {
    guard let reason = os.pendingCrash else { return }
    os.pendingCrash = nil
    os.record(.process(.crashed(reason: reason)))
    endProcess(.crash)
  }

  /// Ends the process: memory, handlers, runs and fetches go; open calls are lost.
  mutating func endProcess(_ ending: ProcessMachine.Ending) {
    guard os.process.end(ending) else { return }
    for call in app?.plugin.unansweredCalls ?? [] { os.record(.plugin(.callLost(call.redacted))) }
    app = nil
    os.clocks.processStart = nil
    for run in os.scheduler.processDied() {
      os.cancel(run.expiry)
      os.record(.task(.lost(run.task)))
    }
    for fetch in os.fetches { os.cancel(fetch.token) }
    os.fetches.removeAll()
    os.cancel(os.suspension)
    os.suspension = nil
    os.authorizationMachine.processDied()
    os.center.processDied()
    os.heldRemovals.removeAll()
    os.isAnswerHeld = false
    os.isBehindLock = false
    os.record(.process(.changed(os.process.state)))
    reconsiderTasks()
  }

  /// Code runs again after a suspension: what ended meanwhile is told now.
  mutating func resumeHeld() {
    for index in os.fetches.indices where os.fetches[index].isHeld {
      os.fetches[index].isHeld = false
      os.schedule(.fetch(number: os.fetches[index].number), at: os.now)
    }
    let removed = os.heldRemovals
    os.heldRemovals.removeAll()
    if !removed.isEmpty {
      withPlugin { plugin, os in plugin.removalsSettled(removed, on: &os) }
    }
    guard os.isAnswerHeld else { return }
    os.isAnswerHeld = false
    withPlugin { plugin, os in plugin.authorizationAnswered(on: &os) }
  }
}
