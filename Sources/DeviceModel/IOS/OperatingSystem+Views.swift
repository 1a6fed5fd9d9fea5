public import DailyNotification

/// What the parts outside see of notification center and task scheduler: views without a copy.
extension OperatingSystem {
  /// How many notifications can be pending.
  public static var pendingMax: Int { NotificationCenterMachine.pendingMax }

  /// How many notifications are pending.
  public var pendingCount: Int { center.requests.count }

  /// The pending notifications, in the order they were added.
  public var pending: Pending { Pending(requests: center.requests, entries: center.entries) }

  /// What Notification Center shows, oldest first.
  public var delivered: Delivered {
    Delivered(notifications: center.delivered, occurrences: center.deliveredOccurrences)
  }

  /// The background work that has not begun, in the order it was submitted.
  public var backgroundWork: BackgroundWork { BackgroundWork(requests: scheduler.pending) }

  /// Whether background work is running.
  public var isBackgroundWorkRunning: Bool { !scheduler.isIdle }

  /// The name that a prefetch is submitted under.
  public static var prefetchIdentifier: String { TaskIdentifier.fetch }

  /// Every name that the app may submit work under.
  public static var workIdentifiers: [String] { [TaskIdentifier.fetch, TaskIdentifier.notify] }

  /// What the setting for work in the background can be.
  public static var backgroundRefreshWords: [String] {
    BackgroundRefreshStatus.allCases.map(\.rawValue)
  }

  /// How long work that was launched under an identifier may run, in milliseconds.
  public static func runLimitMilliseconds(ofWork identifier: String) -> Int64 {
    TaskSchedulerMachine.Kind(of: identifier).runMilliseconds
  }

  /// The pending requests as pending notifications.
  public struct Pending: RandomAccessCollection, Sendable {
    let requests: [NotificationRequest]
    let entries: [NotificationCenterMachine.Entry]

    /// Always 0.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int { requests.count }

    /// The notification at a place.
    public subscript(index: Int) -> PendingNotification {
      PendingNotification(
        identifier: requests[index].identifier, content: requests[index].content,
        triggerMilliseconds: entries[index].triggerMilliseconds,
        isOverdue: isOverdue(at: index))
    }

    /// What the notification at a place will show, without making the rest of it.
    public func content(at index: Int) -> NotificationContent { requests[index].content }

    /// Whether the time of the notification at a place has come, without making the rest of it.
    public func isOverdue(at index: Int) -> Bool { entries[index].isDue || entries[index].isHeld }

    /// The number of the notification at a place; none is given twice, so that what was read of a
    /// notification once still holds when its number is met again.
    public func number(at index: Int) -> Int { entries[index].serial }
  }

  /// The delivered list as shown notifications.
  public struct Delivered: RandomAccessCollection, Sendable {
    let notifications: [DeliveredNotification]
    let occurrences: [Int64]

    /// Always 0.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int { notifications.count }

    /// The notification at a place.
    public subscript(index: Int) -> VisibleNotification {
      notifications[index].item(standingFor: occurrences[index])
    }

    /// What the notification at a place shows, without making the rest of it.
    public func content(at index: Int) -> NotificationContent {
      notifications[index].request.content
    }
  }

  /// The pending task requests as pending work.
  public struct BackgroundWork: RandomAccessCollection, Sendable {
    let requests: [TaskSchedulerMachine.Pending]

    /// Always 0.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int { requests.count }

    /// The prefetch, if one is pending.
    public var prefetch: PendingWork? { first { $0.isPrefetch } }

    /// The work at a place.
    public subscript(index: Int) -> PendingWork {
      PendingWork(
        identifier: requests[index].identifier,
        beginDate: requests[index].earliestBeginDate, isReady: requests[index].isReady)
    }
  }
}

extension PendingWork {
  /// Whether it fetches content ahead of a notification.
  public var isPrefetch: Bool { identifier == OperatingSystem.prefetchIdentifier }
}

extension LaunchedTask {
  /// Whether it fetches content ahead of a notification.
  public var isPrefetch: Bool { identifier == OperatingSystem.prefetchIdentifier }
}

extension DeliveredNotification {
  /// The notification as the parts outside see it.
  public func item(standingFor occurrence: Int64) -> VisibleNotification {
    let isRepeating = if case .daily = request.trigger { true } else { false }
    return VisibleNotification(
      identifier: request.identifier, content: request.content, deliveredAt: deliveredAt,
      occurrence: occurrence, isRepeating: isRepeating)
  }
}
