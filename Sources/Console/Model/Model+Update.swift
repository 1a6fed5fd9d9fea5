import CellGrid
import DeviceModel
import Scenarios
import SimulationCore

extension Model {
  /// Takes a message in; returns what the shell has to do.
  public mutating func update(_ message: Message) -> [Effect] {
    defer { settle() }
    switch message {
    case .key(let key): return press(key)
    case .resized(let size): self.size = CellGrid.held(size)
    case .tick(let microseconds):
      guard !time.isJumping || run.isAwaiting, !isReplaying, phoneRefusal == nil else {
        return []
      }
      return fulfil(time.tick(microseconds, &run))
    case .proceed: proceed()
    case .fetchAnswered(let answer): return take(answer)
    case .errorOutput(let text): return fulfil(errorOutput.append(text))
    case .exported(let path):
      exportedPresses = run.presses.count
      notice = .written("run summary", to: path)
    case .scenariosLoaded(let scenarios, let problems):
      return fulfil(walkthroughs.load(scenarios, problems: problems))
    case .scenarioSaved(let path):
      exportedPresses = run.presses.count
      notice = .written("scenario", to: path)
    case .bundled(let path):
      exportedPresses = run.presses.count
      notice = .written("bundle", to: path)
    case .logSaved(let path): notice = .written("log as it is shown", to: path)
    case .displaySaved(let path): notice = .written("screen", to: path)
    case .remark(let text): notice = .info(text)
    case .branchesLoaded(let branches): return fulfil(self.branches.show(branches))
    case .branchOpened(let branch):
      begin(Replaying(replay: branch.replay(named: run.name), purpose: .branch(branch)))
    case .fileExists(let path, let effect):
      overlay = .confirmation(Confirmation(path: path, effect: effect.replacing))
    case .exportFailed(let reason): notice = .error(reason)
    case .keepingChanged(let keeping, let remark): change(keeping, saying: remark)
    case .followed(let part): follow(part)
    case .ended(let signal):
      let isLost = keeping.isLostAtEnd && hasUnexportedPresses
      let saving: [Effect] = isLost ? [.export(path: nil)] : []
      return saving + [.quit(code: 128 + signal)]
    }
    return []
  }

  /// Goes on with unfinished work for a slice: a replay, a jump, a filter or a search.
  mutating func proceed() {
    if isReplaying { return proceedReplay() }
    if time.search != nil { return proceedSearch() }
    _ = fulfil(time.proceed(&run, &happened))
  }

  /// When the shell has to send the next message by itself.
  public var wakeUp: WakeUp {
    if isReplaying || log.isBusy || log.isBehind { return .now }
    if time.canProceed(run) { return .now }
    if run.isAwaiting { return .after(microseconds: TimeControl.awaitingMicroseconds) }
    guard time.pace.isRunning else { return .never }
    // The remainder is negative before 1970.
    let second = 1_000 - (run.device.os.wallMilliseconds % 1_000 + 1_000) % 1_000
    let event = time.nextInstant.map { $0.milliseconds - run.device.os.now.milliseconds }
    return .after(
      microseconds: time.pace.microseconds(untilVirtual: min(second, event ?? second)))
  }

  /// Whether host time is the phone's time now, so that the shell has to send ticks.
  public var isTimePassing: Bool {
    run.isAwaiting || time.pace.isRunning && !time.isJumping
  }

  /// When the shell has to send the next message by itself.
  public enum WakeUp: Hashable, Sendable {
    /// Only when something happens.
    case never
    /// At once, with `proceed`.
    case now
    /// Some time later, with `tick`.
    case after(microseconds: Int64)
  }
}
