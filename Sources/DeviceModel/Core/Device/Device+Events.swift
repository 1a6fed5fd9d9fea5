import DailyNotification
import SimulationCore

extension Device {
  /// Runs one event of the queue.
  mutating func run(_ scheduled: ScheduledEvent) {
    os.beginCause(scheduled.cause)
    switch scheduled.event {
    case .trigger(let serial): triggerFired(serial)
    case .deliver(let serial): deliver(serial)
    case .summary: showSummary()
    case .removal(let batch): settleRemoval(batch)
    case .taskReady(let serial): taskBecameReady(serial)
    case .runReadyTask: runReadyTask()
    case .taskExpires(let run): expire(run)
    case .taskOverdue(let run): killIfOverdue(run)
    case .fetch(let number): endFetch(number)
    case .suspend: suspend()
    case .android(let event): run(event)
    }
    followUp()
  }

  /// Looks at what code that has run may have changed for the system.
  mutating func followUp() {
    switch os.parts {
    case .ios: os.followUse()
    case .android: followAndroid()
    }
  }

  /// Lets plugin code run for an occasion, then ends the process if that code crashed it.
  mutating func enter(_ occasion: PluginOccasion) {
    app?.take(occasion, on: &os)
    if os.process.isCrashing { crashIfNeeded() }
  }

  /// Lets the code of an iPhone's plugin run, then ends the process if that code crashed it.
  mutating func withPlugin(_ body: (inout DevicePlugin, inout OperatingSystem) -> Void) {
    app?.run(body, on: &os)
    if os.process.isCrashing { crashIfNeeded() }
  }

  private mutating func endFetch(_ number: Int) {
    guard os.process.state.canRunCode else { return os.network.holdFetch(number) }
    guard let answer = os.network.endFetch(number)?.answer else { return }
    os.record(
      .fetch(
        .ended(
          number: number,
          FetchResult(
            answer.outcome, durationMilliseconds: answer.milliseconds,
            serverAheadMilliseconds: answer.serverAheadMilliseconds))))
    if let raw = answer.raw { os.network.received(raw) }
    app?.fetchEnded(number, answer.outcome, on: &os)
    if os.process.isCrashing { crashIfNeeded() }
  }

  private mutating func suspend() {
    _ = os.process.takeSuspension()
    guard !os.isTaskRunning, os.process.suspend() else { return }
    os.record(.process(.changed(os.process.state)))
  }
}
