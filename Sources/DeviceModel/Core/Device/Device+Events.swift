import DailyNotification
import SimulationCore

extension Device {
  /// Runs one event of the queue.
  mutating func run(_ scheduled: ScheduledEvent) {
    os.beginCause(scheduled.cause)
    switch scheduled.event {
    case .trigger(let serial): triggerFired(serial)
    case .deliver(let serial): deliver(serial)
    case .removal(let batch): settleRemoval(batch)
    case .taskReady(let serial): taskBecameReady(serial)
    case .runReadyTask: runReadyTask()
    case .taskExpires(let run): expire(run)
    case .taskOverdue(let run): killIfOverdue(run)
    case .fetch(let number): endFetch(number)
    case .suspend: suspend()
    }
  }

  /// Lets plugin code run, then ends the process if that code crashed it.
  mutating func withPlugin(_ body: (inout DevicePlugin, inout OperatingSystem) -> Void) {
    app?.run(body, on: &os)
    if os.pendingCrash != nil { crashIfNeeded() }
  }

  private mutating func endFetch(_ number: Int) {
    guard let index = os.fetches.firstIndex(where: { $0.number == number }) else { return }
    guard os.process.state.canRunCode else {
      os.fetches[index].isHeld = true
      return
    }
    let fetch = os.fetches.remove(at: index)
    let answer = fetch.answer
    os.record(
      .fetch(
        .ended(
          number: number,
          FetchResult(answer.outcome, durationMilliseconds: answer.milliseconds))))
    if let raw = answer.raw { os.network.lastResponse = raw }
    withPlugin { plugin, os in plugin.fetchEnded(number, answer.outcome, on: &os) }
  }

  private mutating func suspend() {
    os.suspension = nil
    guard os.scheduler.isIdle, os.process.suspend() else { return }
    os.record(.process(.changed(os.process.state)))
  }
}
