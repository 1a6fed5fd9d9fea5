extension Action {
  /// Its name in a key map: the feature and what is done, such as `time.nextEvent`.
  var name: String {
    switch self {
    case .controls(let action): "controls.\(action.name)"
    case .screen(let action): "screen.\(action.name)"
    case .time(let action): "time.\(action.name)"
    case .log(let action): "log.\(action.name)"
    case .status(let action): "status.\(action.name)"
    case .walkthroughs(let action): "walkthroughs.\(action.name)"
    case .store(let action): "store.\(action.name)"
    case .timeline(let action): "timeline.\(action.name)"
    case .ledger(let action): "ledger.\(action.name)"
    case .session(let action): "session.\(action.name)"
    case .phone(let action): "phone.\(action.name)"
    case .why(let action): "why.\(action.name)"
    case .guide(let action): "guide.\(action.name)"
    case .dialog(let action): "dialog.\(action.name)"
    case .prompt(let action): "prompt.\(action.name)"
    case .help(let action): "help.\(action.name)"
    case .page(let action): "page.\(action.name)"
    case .confirmation(let action): "confirmation.\(action.name)"
    case .program(let action): "program.\(action.name)"
    case .browser(let action): "logs.\(action.name)"
    case .list(let action): "list.\(action.name)"
    }
  }
}

extension FeatureAction {
  /// What is done, as a key map names it.
  fileprivate var name: String { String(describing: self) }
}

extension ControlsAction {
  fileprivate var name: String {
    switch self {
    case .press(let id): id
    }
  }
}

extension ListAction {
  fileprivate var name: String {
    switch self {
    case .move(let move): String(describing: move)
    case .activate: "activate"
    }
  }
}
