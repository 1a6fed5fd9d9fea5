import DailyNotification

extension Device {
  mutating func launchByPerson() {
    startProcess(isOnScreen: true)
    enter(.launched)
  }

  /// Lets the app's code run without bringing it to the screen; it starts where it does not run.
  ///
  /// A process that crashes at its start is dead afterwards.
  mutating func wakeInBackground() {
    if !os.process.state.isAlive {
      startProcess(isOnScreen: false)
      guard os.process.state.isAlive else { return }
      enter(.launchedInBackground)
    }
    guard os.process.state == .suspended else { return }
    os.process.wake()
    os.record(.process(.changed(os.process.state)))
    resumeHeld()
  }

  /// Starts the app's process and loads the plugin, all before the launch finishes.
  mutating func startProcess(isOnScreen: Bool) {
    guard os.process.beginLaunch(at: os.now) else { return }
    os.record(.process(.changed(os.process.state)))
    app = AppProcess(os.configuration.platform, os.configuration.knobs.plugin)
    enter(.load)
    guard app != nil else { return }
    registerOtherHandlers()
    guard app != nil else { return }
    os.process.finishLaunch(isOnScreen: isOnScreen)
    os.record(.process(.changed(os.process.state)))
    switch os.parts {
    case .ios: break
    case .android: appStarted(isOnScreen: isOnScreen)
    }
  }

  /// The plugin's code did what crashes an app on a phone: the process dies, the trace says why.
  mutating func crashIfNeeded() {
    guard let reason = os.process.takeCrash() else { return }
    os.record(.process(.crashed(reason: reason)))
    endProcess(.crash)
  }

  /// Ends the process: memory, handlers, runs and fetches go; open calls are lost.
  mutating func endProcess(_ ending: ProcessMachine.Ending) {
    guard os.process.end(ending) else { return }
    for call in app?.unansweredCalls ?? [] {
      os.traffic.ended(EndedCall(call: call.number, reply: nil, original: nil))
      os.record(.plugin(.callLost(call.redacted(os.secrets))))
    }
    app = nil
    for fetch in os.network.dropFetches() { os.cancel(fetch.token) }
    os.cancel(os.process.takeSuspension())
    os.otherCode.processDied()
    os.authorizationMachine.processDied()
    switch os.parts {
    case .ios: os.iPhoneAppDied()
    case .android: os.androidAppDied()
    }
    os.record(.process(.changed(os.process.state)))
    reconsiderTasks()
  }

  /// Code runs again after a suspension: what ended meanwhile is told now.
  mutating func resumeHeld() {
    for number in os.network.releaseFetches() { os.schedule(.fetch(number: number), at: os.now) }
    switch os.parts {
    case .ios: tellHeldRemovals()
    case .android: break
    }
    guard os.dialog == nil, os.authorizationMachine.takeHeldAnswer() else { return }
    enter(.authorizationAnswered)
  }
}
