/// What a key, or an entry of the command line, does: a case for each feature.
///
/// A feature declares its actions in its folder, together with their keys.
enum Action: Hashable, Sendable {
  case controls(ControlsAction)
  case screen(ScreenAction)
  case time(TimeAction)
  case log(LogAction)
  case status(StatusAction)
  case walkthroughs(WalkthroughsAction)
  case store(StoreAction)
  case timeline(TimelineAction)
  case ledger(LedgerAction)
  case session(SessionAction)
  case phone(PhoneAction)
  case why(WhyAction)
  case guide(GuideAction)
  case dialog(DialogAction)
  case prompt(PromptAction)
  case help(HelpAction)
  case page(PageAction)
  case confirmation(ConfirmationAction)
  case program(ProgramAction)
  case browser(BrowserAction)
  /// Moves in the list that has the keyboard, or uses its marked row.
  case list(ListAction)

  /// The features' actions; footer, help, command line and documentation follow this order.
  static let features: [any FeatureAction.Type] = [
    ControlsAction.self, ScreenAction.self, TimeAction.self, LogAction.self, StatusAction.self,
    WalkthroughsAction.self, StoreAction.self, TimelineAction.self, PhoneAction.self,
    LedgerAction.self, SessionAction.self, WhyAction.self, GuideAction.self, DialogAction.self,
    PromptAction.self, HelpAction.self, PageAction.self, ConfirmationAction.self,
    ProgramAction.self, BrowserAction.self, ListAction.self,
  ]
}

/// The actions of one feature of the console.
protocol FeatureAction: CaseIterable, Hashable, Sendable {
  /// The feature's keys, in the order in which the list of keys shows them.
  static var bindings: [Binding] { get }

  /// The action as one of the console's.
  var action: Action { get }
}

extension FeatureAction {
  /// Every action of the feature as one of the console's.
  static var actions: [Action] { allCases.map(\.action) }
}
