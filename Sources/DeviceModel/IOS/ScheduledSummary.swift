import CivilTime
import DailyNotification
import SimulationCore

/// What waits for the scheduled summary, which the person has added the app to, and its next time.
///
/// Source: Apple Support, "Use notifications on your iPhone" (Schedule a notification summary);
/// Apple, UNNotificationSettings.scheduledDeliverySetting and UNNotificationInterruptionLevel: a
/// time-sensitive one is not held. The times are those of a new iPhone.
/// Assumed: an iPhone that is off makes up for a summary when it starts, and one whose clock or
/// zone passes over its time shows it at once.
/// Not modelled: other times, how the summary orders and bundles what it shows.
struct ScheduledSummary: Sendable {
  /// A notification that came due and is not shown yet.
  struct Item: Sendable {
    let request: NotificationRequest
    /// The time that it stands for, wall ms.
    let occurrence: Int64
    /// When it came due, wall ms.
    let heldAt: Int64

    /// The notification, as if it had been shown when it came due.
    var delivered: DeliveredNotification {
      DeliveredNotification(request: request, deliveredAt: heldAt)
    }
  }

  /// The summary that comes next.
  struct Wake: Sendable {
    /// Its time, wall ms.
    var time: Int64
    var token: EventToken?
  }

  /// What is held, in the order in which it came due.
  private(set) var items: [Item] = [] { didSet { revision += 1 } }
  /// The change number of the items.
  private(set) var revision = 0
  /// The next summary; nil while nothing is held.
  private(set) var next: Wake?

  /// The first summary strictly after a time, wall ms.
  static func time(after milliseconds: Int64, in zone: Zone) -> Int64? {
    ["08:00", "18:00"].compactMap(TimeOfDay.init)
      .compactMap { zone.nextOccurrence(of: $0, after: milliseconds) }.min()
  }

  mutating func hold(_ item: Item) { items.append(item) }

  mutating func set(_ wake: Wake) { next = wake }

  /// The time of the summary has come while the phone is off.
  mutating func postpone() { next?.token = nil }

  /// Takes out everything, to show it or to forget it.
  mutating func takeAll() -> (items: [Item], token: EventToken?) {
    defer { (items, next) = ([], nil) }
    return (items, next?.token)
  }

  /// Takes out what another notification of the same name replaces, with the wake where nothing is
  /// left.
  mutating func take(_ identifier: String) -> (item: Item, token: EventToken?)? {
    guard let index = items.firstIndex(where: { $0.request.identifier == identifier }) else {
      return nil
    }
    let item = items.remove(at: index)
    guard items.isEmpty else { return (item, nil) }
    defer { next = nil }
    return (item, next?.token)
  }
}
