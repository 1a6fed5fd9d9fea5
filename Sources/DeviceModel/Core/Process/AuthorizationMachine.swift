public import DailyNotification

/// The permission to notify: asked for once per install, changed in Settings at any time.
///
/// Source: Apple, UNUserNotificationCenter.requestAuthorization; that a second request gives the
/// earlier answer without a dialog was measured by others on the iOS 18.5 simulator.
/// Ephemeral (App Clips) counts as allowed; nothing but `set` leads there.
/// Not modelled: separate options for sound and badge, critical alerts, how App Clips begin.
public struct AuthorizationMachine: Hashable, Sendable {
  private enum State: Hashable {
    case undetermined(isDialogShown: Bool)
    case determined(AuthorizationStatus)
  }

  /// What is to be done after a request.
  enum RequestAction: Hashable {
    case showDialog
    case dialogIsShown
    case answer
  }

  private var state = State.undetermined(isDialogShown: false)
  /// Whether the plugin requested permission and waits for the answer.
  private var isPluginWaiting = false
  /// Whether the dialog has gone, answered or not, and the app has not been told.
  private var isAnswerHeld = false
  /// Whether the person has denied it before the dialog that is up.
  private var isAskedAgain = false

  /// What the person allowed so far.
  public var status: AuthorizationStatus {
    switch state {
    case .undetermined: .notDetermined
    case .determined(let status): status
    }
  }

  /// Whether the dialog waits for an answer.
  public var isDialogShown: Bool { state == .undetermined(isDialogShown: true) }

  /// Whoever requests while the dialog is up gets the same answer; `owner` is told of it.
  mutating func request(by owner: CodeOwner = .plugin) -> RequestAction {
    guard case .undetermined(let isDialogShown) = state else { return .answer }
    if owner == .plugin { isPluginWaiting = true }
    state = .undetermined(isDialogShown: true)
    return isDialogShown ? .dialogIsShown : .showDialog
  }

  /// The person answers; false when no dialog is up.
  mutating func answer(isAllowed: Bool) -> Bool {
    guard isDialogShown else { return false }
    state = .determined(isAllowed ? .authorized : .denied)
    dialogEnded()
    return true
  }

  /// The dialog goes without an answer, and all is as before it; false when no dialog is up.
  mutating func dismiss() -> Bool {
    guard isDialogShown else { return false }
    state = withoutAnswer
    dialogEnded()
    return true
  }

  /// What holds after a dialog that was not answered: what held before it.
  private var withoutAnswer: State {
    isAskedAgain ? .determined(.denied) : .undetermined(isDialogShown: false)
  }

  private mutating func dialogEnded() {
    isAnswerHeld = isPluginWaiting
    isPluginWaiting = false
    isAskedAgain = false
  }

  /// Settings change the permission; false while the dialog is up.
  mutating func set(_ status: AuthorizationStatus) -> Bool {
    guard !isDialogShown else { return false }
    state = status == .notDetermined ? .undetermined(isDialogShown: false) : .determined(status)
    return true
  }

  /// The dialog may be shown again, though the person has denied it once.
  ///
  /// Source: Android, "Request runtime permissions" (denied once, the dialog comes again).
  mutating func askAgain() {
    state = .undetermined(isDialogShown: false)
    isAskedAgain = true
  }

  /// Whether the app is still to be told of an answer; it is told once.
  mutating func takeHeldAnswer() -> Bool {
    defer { isAnswerHeld = false }
    return isAnswerHeld
  }

  /// The app was installed anew: it has to ask again.
  mutating func reinstalled() { self = AuthorizationMachine() }

  /// The app's process died: the dialog goes with it and nothing was answered.
  mutating func processDied() {
    isAnswerHeld = false
    isPluginWaiting = false
    if isDialogShown { state = withoutAnswer }
    isAskedAgain = false
  }
}
