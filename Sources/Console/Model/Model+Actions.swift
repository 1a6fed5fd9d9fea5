import CellGrid
import DailyNotification
import DeviceModel
import Scenarios
import SimulationCore

extension Model {
  /// Does what a key or an entry of a list stands for.
  mutating func perform(_ action: Action) -> [Effect] {
    // A warning counts for the next key only.
    if action != .activate { replacing = nil }
    // A button says itself why it cannot be pressed.
    if case .press(let id) = action {
      return ControlTable.control(id: id).map { press($0) } ?? []
    }
    if let reason = reasonAgainst(action) {
      notice = .warning(reason)
      return []
    }
    switch action {
    case .quit: return [.quit(code: 0)]
    case .interrupt: return [.quit(code: 130)]
    case .suspend: return [.suspend]
    case .repaint: return [.repaint]
    case .export: return [.export(path: nil)]
    case .activate: return activate()
    case .showWalkthroughs: return showWalkthroughs()
    case .close: return close()
    case .accept: return accept()
    case .allow, .deny: answer(isAllowed: action == .allow)
    case .switchAnswer: isAllowMarked.toggle()
    default: change(action)
    }
    return []
  }

  /// Why an action cannot be done now; nil when it can.
  func reasonAgainst(_ action: Action) -> String? {
    switch action {
    case .press(let id): ControlTable.control(id: id).flatMap(reasonAgainst)
    case .allow, .deny, .switchAnswer:
      isDialogShown ? nil : CommandRefusal.noDialog.description
    case .togglePace, .faster, .slower, .nextEvent, .untilIdle, .advanceMinute, .advanceHour,
      .advanceDay, .askTime:
      reasonOfGuide
    case .nextPane, .previousPane:
      screen == .log ? "the log has the whole screen; 1 shows the buttons" : nil
    case .nextHit, .previousHit:
      log.search == nil ? "no search yet; \(BindingTable.text(of: .search)) begins one" : nil
    case .negateFilter:
      log.filter.pattern == nil ? "no filter yet; \(BindingTable.text(of: .filter)) sets one" : nil
    default: nil
    }
  }

  /// Why a button cannot be pressed now; nil when it can.
  func reasonAgainst(_ control: Control) -> String? {
    if guide != nil, nextControl?.id != control.id, control.action != .exportResults {
      return reasonOfGuide
    }
    guard let refusal = control.refusal(on: run.device) else { return nil }
    switch refusal {
    case .appNotRunning: return "app not running; :launch opens it"
    case .appSuspended: return "app suspended; :foreground brings it back"
    default: return refusal.description
    }
  }

  /// Presses a button of the page.
  mutating func press(_ control: Control) -> [Effect] {
    controls.mark(control.id, height: layout.controls.rows)
    let commands = control.commands(on: run.device.os)
    if commands.isEmpty { return [.export(path: nil)] }
    if guide != nil {
      guided(press: control)
      return []
    }
    if let reason = reasonAgainst(control) {
      notice = .warning("\(control.title): \(reason)")
      return []
    }
    perform(commands, title: control.title, control: control)
    return []
  }

  /// Does one thing to the phone.
  mutating func perform(_ command: Command, title: String) {
    if guide != nil { return guided(command, title: title) }
    perform([command], title: title, control: nil)
  }

  /// Does something to the phone.
  private mutating func perform(_ commands: [Command], title: String, control: Control?) {
    let wasShown = isDialogShown
    let press = withRun { run in run.press(commands, title: title, control: control) }
    guard let press else {
      notice = .error(
        "this session holds \(InteractiveRun.pressesMax) presses; export it (x) and start anew")
      return
    }
    if isDialogShown, !wasShown { isAllowMarked = true }
    if press.hasFailed { notice = .warning("\(title): \(press.shortOutcome)") }
  }

  /// Does what the marked thing stands for.
  private mutating func activate() -> [Effect] {
    switch mode {
    case .dialog: answer(isAllowed: isAllowMarked)
    case .controls: return press(controls.control)
    case .log: showRecord()
    case .walkthroughs: startMarked()
    case .guide: guideStep()
    default: break
    }
    return []
  }

  private mutating func answer(isAllowed: Bool) {
    perform(.answerDialog(isAllowed: isAllowed), title: isAllowed ? "Allow" : "Don’t Allow")
  }

  private mutating func showRecord() {
    guard let sequence = log.selectedSequence,
      let record = run.device.os.trace.record(sequence)
    else {
      notice = .info("the log has no line yet")
      return
    }
    overlay = .page(RecordPage.page(record, run.device.os))
  }

  private mutating func close() -> [Effect] {
    if overlay != nil {
      overlay = nil
    } else if screen == .walkthroughs, guide != nil {
      leaveGuide()
    } else if screen != .console {
      screen = .console
    } else {
      return [.quit(code: 0)]
    }
    return []
  }
}
