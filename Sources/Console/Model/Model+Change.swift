import CellGrid
import DailyNotification
import DeviceModel
import Scenarios

extension Model {
  /// Does what changes only the model.
  mutating func change(_ action: Action) {
    switch action {
    case .nextPane, .previousPane: focus = focus == .controls ? .log : .controls
    case .showConsole: screen = .console
    case .showLog:
      screen = .log
      focus = .log
    case .guideBack, .guideRestart: guideBack(toStart: action == .guideRestart)
    case .takeOver: takeOver()
    case .judgePass: judge(.pass)
    case .judgeFail: judge(.fail)
    case .judgeSkip: judge(.skip)
    case .judgeNote: show(Prompt(.note))
    case .togglePace:
      pace.isRunning.toggle()
    case .faster:
      pace.faster()
      pace.isRunning = true
    case .slower: pace.slower()
    case .nextEvent: runToNextEvent()
    case .untilIdle: runUntilIdle()
    case .advanceMinute: startJump(byMilliseconds: 60_000)
    case .advanceHour: startJump(byMilliseconds: 3_600_000)
    case .advanceDay: startJump(byMilliseconds: 86_400_000)
    case .cancelJump: cancelJump()
    case .command: show(Prompt(.command))
    case .askTime: show(Prompt(.time))
    case .search: show(Prompt(.search, text: ""))
    case .filter: show(Prompt(.filter, text: log.filter.pattern?.text ?? ""))
    case .help: overlay = .help(HelpList(mode: isDialogShown ? .dialog : screenMode))
    case .errorLines: showErrorLines()
    case .up, .down, .pageUp, .pageDown, .first, .last: move(action)
    case .scrollLeft, .scrollRight: log.scroll(by: action == .scrollLeft ? -8 : 8)
    default: changeLog(action)
    }
  }

  private mutating func changeLog(_ action: Action) {
    switch action {
    case .nextHit, .previousHit:
      if !log.goToHit(isForward: action == .nextHit) { notice = .info("no hit") }
    case .negateFilter: changeFilter { $0.isNegated.toggle() }
    case .cycleLevel:
      let levels = LogLevel.allCases
      changeFilter { filter in
        let place = levels.firstIndex(of: filter.minimum) ?? 0
        filter.minimum = levels[(place + 1) % levels.count]
      }
    case .toggleSystemRecords: changeFilter { $0.showsSystem.toggle() }
    case .follow: log.follow()
    case .nextError, .previousError: go(toLevel: .error, isForward: action == .nextError)
    case .nextWarning, .previousWarning: go(toLevel: .warning, isForward: action == .nextWarning)
    default: edit(action)
    }
  }

  /// Shows other records in the log.
  mutating func changeFilter(_ change: (inout LogFilter) -> Void) {
    var filter = log.filter
    change(&filter)
    log.show(filter, run.device.os.trace)
    notice = .info("log: \(filter.text)")
  }

  private mutating func go(toLevel level: LogLevel, isForward: Bool) {
    guard !log.go(toLevel: level, isForward: isForward, run.device.os.trace) else { return }
    let what = level == .error ? "error" : "warning or error"
    notice = .info("no \(isForward ? "later" : "earlier") \(what)")
  }

  mutating func showErrorLines() {
    let written = errorLines + (unfinishedErrorLine.isEmpty ? [] : [unfinishedErrorLine])
    let lines = written.isEmpty ? ["Nothing was written to standard error."] : written
    overlay = .page(Page(title: "Standard error", lines: lines))
  }

  private mutating func move(_ action: Action) {
    let height = max(1, pageHeight)
    let places =
      switch action {
      case .up: -1
      case .down: 1
      case .pageUp: -max(1, height - 1)
      case .pageDown: max(1, height - 1)
      case .first: -1_000_000_000
      default: 1_000_000_000
      }
    switch mode {
    case .controls: controls.move(by: places, height: height)
    case .log: log.move(by: places)
    case .walkthroughs: walkthroughs.move(by: places)
    case .page:
      guard case .page(var page) = overlay else { return }
      page.scroll(by: places, height: height)
      overlay = .page(page)
    case .help:
      guard case .help(var help) = overlay else { return }
      help.move(by: places, height: height)
      overlay = .help(help)
    default: break
    }
  }

  /// How many lines the list that has the keyboard shows.
  private var pageHeight: Int {
    switch overlay {
    case .page(let page): layout.window(of: page).rows - 2
    case .help(let help): layout.window(of: help).rows - 4
    case .prompt, nil: mode == .log ? layout.log.rows : layout.controls.rows
    }
  }
}
