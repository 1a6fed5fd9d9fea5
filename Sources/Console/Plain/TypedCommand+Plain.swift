/// What is typed where there is no screen: what a key does may be typed by its label, too.
extension TypedCommand {
  /// The command that prints what this one would show on the screen.
  var withoutScreen: TypedCommand {
    switch self {
    case .act(.help(.open)): .console(.help, "")
    case .act(.store(.show)): .console(.store, "")
    case .act(.walkthroughs(.show)): .console(.walkthroughs, "")
    case .act(.time(.toggle)): .console(.run, "")
    case .press, .act, .perform, .console, .forced: self
    }
  }

  /// Whether it makes no sense without a screen: it moves on it, opens a line on it, or lets time
  /// pass by itself.
  var needsScreen: Bool {
    switch self {
    case .press, .perform, .forced: false
    case .console(let verb, _): verb.needsScreen
    case .act(let action): action.needsScreen
    }
  }
}

extension Action {
  /// Whether it makes no sense without a screen.
  fileprivate var needsScreen: Bool {
    switch self {
    case .controls, .status, .why, .dialog: false
    case .session(let action): action == .branches
    case .program(let action): action == .bundle
    case .time(let action):
      switch action {
      case .nextEvent, .untilIdle, .advanceMinute, .advanceHour, .advanceDay: false
      case .toggle, .faster, .slower, .ask, .cancelJump: true
      }
    case .log(let action):
      switch action {
      case .negateFilter, .cycleLevel, .toggleSystemRecords, .save: false
      case .search, .nextHit, .previousHit, .filter, .categories, .follow, .nextError,
        .previousError, .nextWarning, .previousWarning, .mark, .nextMark, .previousMark, .wrap,
        .times, .copy, .scrollLeft, .scrollRight:
        true
      }
    case .guide(let action): action == .note
    case .screen, .walkthroughs, .store, .timeline, .phone, .ledger, .prompt, .help, .page,
      .confirmation, .browser, .list:
      true
    }
  }
}
