public import DailyNotification
import SimulationCore

/// What the app shows in the notification shade.
///
/// Source: AOSP, NotificationManagerService (MAX_PACKAGE_NOTIFICATIONS 50, on API 29 and 30 25;
/// five updates a second);
/// Android, "Notification runtime permission". That updates pass when 50 are shown is read from
/// the same source.
/// Not modelled: groups, snoozing, the quota's slow decay (a second's updates are counted).
public struct ShadeMachine: Hashable, Sendable {
  /// How many notifications an app may show.
  public let countMax: Int
  /// How many updates of shown notifications pass within a second.
  static let updatesMax = 5

  /// Whether the system takes no further notification of the app.
  public var isFull: Bool { active.count >= countMax }

  /// What became of a notification.
  enum ShowAction: Hashable {
    case shown
    /// The app hears nothing of it.
    case dropped(NotDeliveredReason)
  }

  /// What the shade holds of the app, oldest first.
  public private(set) var active: [ActiveNotification] = []
  /// How each of them was presented when it was shown last.
  private(set) var presentations: [Presentation] = []
  /// The names of these.
  private var names: Set<String> = []
  /// Whether something has been shown since the person looked last.
  private(set) var hasUnseen = false
  /// When updates passed, instants in ms, of the last second.
  private var updates: [Int64] = []

  init(apiLevel: Int, _ knob: Knobs.MaxShown) {
    countMax =
      switch knob {
      case .byVersion: (29...30).contains(apiLevel) ? 25 : 50
      case .fifty: 50
      case .twentyFive: 25
      }
  }

  /// Shows a notification, or updates the shown one of its name, which keeps its place.
  ///
  /// `importance` is its channel's; nil when there is no such channel.
  mutating func show(
    _ notification: ActiveNotification, importance: Int64?,
    _ presentation: Presentation = Presentation(decidedBy: .channel), isAllowed: Bool,
    at instant: SimulationInstant
  ) -> ShowAction {
    guard isAllowed else { return .dropped(.denied) }
    guard let importance else { return .dropped(.noChannel) }
    guard importance > 0 else { return .dropped(.channelBlocked) }
    guard let index = index(of: notification.identifier) else {
      guard !isFull else { return .dropped(.tooMany) }
      active.append(notification)
      presentations.append(presentation)
      names.insert(notification.identifier)
      hasUnseen = hasUnseen || presentation.list
      return .shown
    }
    updates.removeAll { $0 <= instant.milliseconds - 1_000 }
    guard updates.count < ShadeMachine.updatesMax else { return .dropped(.tooFast) }
    updates.append(instant.milliseconds)
    active[index] = notification
    presentations[index] = presentation
    hasUnseen = hasUnseen || presentation.list
    return .shown
  }

  /// The person looks at the shade; true where something is in it that was not seen.
  mutating func takeUnseen() -> Bool {
    defer { hasUnseen = false }
    return hasUnseen && !active.isEmpty
  }

  /// What is shown under a name; nil when nothing is.
  func notification(_ identifier: String) -> ActiveNotification? {
    index(of: identifier).map { active[$0] }
  }

  /// The place of what is shown under a name, the latest first: those are asked for most.
  private func index(of identifier: String) -> Int? {
    guard names.contains(identifier) else { return nil }
    return active.lastIndex { $0.identifier == identifier }
  }

  /// Takes a notification from the shade; nil when it is not there.
  mutating func remove(_ identifier: String) -> ActiveNotification? {
    guard names.remove(identifier) != nil else { return nil }
    return active.firstIndex { $0.identifier == identifier }.map { index in
      presentations.remove(at: index)
      return active.remove(at: index)
    }
  }

  /// Empties the shade and returns how many it held.
  mutating func removeAll() -> Int {
    defer {
      active.removeAll()
      presentations.removeAll()
      names.removeAll()
    }
    return active.count
  }
}
