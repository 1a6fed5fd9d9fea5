public import DailyNotification

/// What the parts outside see of what the system holds: views without a copy.
///
/// One of a view's lists is empty: the iPhone's or Android's.
extension OperatingSystem {
  /// How many notifications, or alarms for them, can be pending on this phone.
  public var pendingMax: Int {
    switch parts {
    case .ios: NotificationCenterMachine.pendingMax
    case .android: AlarmMachine.countMax
    }
  }

  /// How many notifications are pending.
  public var pendingCount: Int {
    switch parts {
    case .ios: center.requests.count
    case .android: android.alarms.entries.count
    }
  }

  /// The pending notifications, in the order they were added.
  public var pending: Pending {
    switch parts {
    case .ios:
      Pending(
        requests: center.requests, entries: center.entries, overdueCount: center.overdueCount,
        alarms: [])
    case .android:
      Pending(requests: [], entries: [], overdueCount: 0, alarms: android.alarms.entries)
    }
  }

  /// Whether a removal has been asked for whose effect the app has not been told; never on Android,
  /// where what is cancelled is gone at once.
  public var isRemovalInFlight: Bool {
    switch parts {
    case .ios: center.isRemovalInFlight
    case .android: false
    }
  }

  /// Whether a removal has not taken effect.
  var isRemoving: Bool {
    switch parts {
    case .ios: !center.removals.isEmpty
    case .android: false
    }
  }

  /// Whether a pending request has been asked to be removed and is still there.
  public func isBeingRemoved(_ identifier: String) -> Bool {
    switch parts {
    case .ios: center.removals.contains { $0.identifiers.contains(identifier) }
    case .android: false
    }
  }

  /// What Notification Center shows, oldest first.
  public var delivered: Delivered {
    switch parts {
    case .ios:
      Delivered(
        notifications: center.delivered, occurrences: center.deliveredOccurrences, shade: [],
        presentations: center.presentations)
    case .android:
      Delivered(
        notifications: [], occurrences: [], shade: android.shade.active,
        presentations: android.shade.presentations)
    }
  }

  /// The background work that has not begun, in the order it was submitted.
  public var backgroundWork: BackgroundWork {
    switch parts {
    case .ios: BackgroundWork(requests: scheduler.pending, work: [])
    case .android: BackgroundWork(requests: [], work: android.work.waiting)
    }
  }

  /// How much background work has not begun.
  public var backgroundWorkCount: Int {
    switch parts {
    case .ios: scheduler.pending.count
    case .android: android.work.items.count { $0.task == nil }
    }
  }

  /// Whether background work is running, or a receiver.
  public var isBackgroundWorkRunning: Bool { isTaskRunning || isReceiverRunning }

  /// Whether a worker or a task runs; a receiver is none.
  public var isTaskRunning: Bool {
    switch parts {
    case .ios: !scheduler.isIdle
    case .android: !android.work.isIdle
    }
  }

  /// Whether a worker or a task runs that fetches for a kind of schedule.
  public func isTaskRunning(for kind: ScheduleKind) -> Bool {
    switch parts {
    case .ios: isTaskRunning
    case .android: android.work.runs.contains { OperatingSystem.fetches($0.identifier, for: kind) }
    }
  }

  /// Whether nothing lies ahead but what Android does by itself: the phases of Doze, which go on
  /// for ever, and the next move of an app that is not used.
  public var isOnlyUpkeepAhead: Bool {
    switch parts {
    case .ios: false
    case .android:
      eventCount == (android.doze.isCounting ? 1 : 0) + (android.usageMove == nil ? 0 : 1)
    }
  }

  /// Whether a receiver runs, or something is on its way to one; never on an iPhone.
  public var isReceiverRunning: Bool {
    switch parts {
    case .ios: false
    case .android: !android.receivers.isIdle
    }
  }

  /// Whether work runs that fetches for a kind of schedule, or a receiver, which may wait for
  /// content.
  public func isBackgroundWorkRunning(for kind: ScheduleKind) -> Bool {
    isReceiverRunning || isTaskRunning(for: kind)
  }

  /// Whether the dual schedule has work of its own.
  var hasDualWork: Bool {
    switch parts {
    case .ios: false
    case .android: true
    }
  }

  /// Whether work of a name fetches for a kind of schedule.
  public static func fetches(_ identifier: String, for kind: ScheduleKind) -> Bool {
    onlyKind(ofWork: identifier).map { $0 == kind } ?? isPrefetch(identifier)
  }

  /// Whether work of a name fetches content ahead of a notification.
  public static func isPrefetch(_ identifier: String) -> Bool {
    identifier == TaskIdentifier.fetch || isWork(identifier)
  }

  /// Whether a name is one of Android's unique work.
  static func isWork(_ identifier: String) -> Bool { identifier.hasPrefix(workPrefix) }

  /// The name that a prefetch is submitted under on an iPhone.
  public static var prefetchIdentifier: String { TaskIdentifier.fetch }

  /// How the names of the plugin's unique work begin.
  private static var workPrefix: String { "dnp_" }

  /// Every name that the app may submit work under on an iPhone.
  public static var workIdentifiers: [String] { [TaskIdentifier.fetch, TaskIdentifier.notify] }

  /// Every name that the app may submit work under.
  public var workNames: [String] {
    switch parts {
    case .ios: OperatingSystem.workIdentifiers
    case .android: WorkName.all
    }
  }

  /// Whether a name is one of the unique work of this phone.
  public func isWork(_ identifier: String) -> Bool {
    switch parts {
    case .ios: false
    case .android: OperatingSystem.onlyKind(ofWork: identifier) != nil
    }
  }

  /// The only kind of schedule that work of a name fetches for; nil for a task of an iPhone, which
  /// fetches for all.
  public static func onlyKind(ofWork identifier: String) -> ScheduleKind? {
    guard identifier != TaskIdentifier.fetch, WorkName.all.contains(identifier) else {
      return nil
    }
    return identifier == WorkName.dual ? .dual : .daily
  }

  /// The names of Android's standby buckets in which work waits for other work and has a quota.
  public static var limitedBuckets: [String] {
    StandbyBucket.allCases.filter { $0 != .active }.map(\.rawValue)
  }

  /// What the setting for work in the background can be.
  public static var backgroundRefreshWords: [String] {
    BackgroundRefreshStatus.allCases.map(\.rawValue)
  }

  /// How long work that was launched under an identifier may run, in milliseconds.
  public static func runLimitMilliseconds(ofWork identifier: String) -> Int64 {
    if identifier != TaskIdentifier.fetch, isWork(identifier) {
      return WorkMachine.runMilliseconds
    }
    return TaskSchedulerMachine.Kind(of: identifier).runMilliseconds
  }

  /// The pending requests as pending notifications.
  public struct Pending: RandomAccessCollection, Sendable {
    let requests: [NotificationRequest]
    let entries: [NotificationCenterMachine.Entry]
    let overdueCount: Int
    let alarms: [AlarmMachine.Entry]

    /// Always 0.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int { requests.count + alarms.count }

    /// The notification at a place.
    public subscript(index: Int) -> PendingNotification {
      guard alarms.isEmpty else {
        return PendingNotification(
          identifier: alarms[index].alarm.identifier, content: alarms[index].alarm.payload,
          triggerMilliseconds: alarms[index].alarm.time, isOverdue: isOverdue(at: index))
      }
      return PendingNotification(
        identifier: requests[index].identifier, content: requests[index].content,
        triggerMilliseconds: entries[index].triggerMilliseconds,
        isOverdue: isOverdue(at: index))
    }

    /// What the notification at a place will show, without making the rest of it.
    public func content(at index: Int) -> NotificationContent {
      alarms.isEmpty ? requests[index].content : alarms[index].alarm.payload
    }

    /// Whether the time of the notification at a place has come, without making the rest of it.
    public func isOverdue(at index: Int) -> Bool {
      alarms.isEmpty ? entries[index].isOverdue : alarms[index].isDue
    }

    /// Whether the time of any notification has come.
    public var isAnyOverdue: Bool {
      if overdueCount > 0 { return true }
      for index in alarms.indices where alarms[index].isDue { return true }
      return false
    }

    /// The first place from one on whose number is another one than a list has there.
    ///
    /// Where the shorter one of the two agrees, that is its end.
    public func firstPlace(from start: Int, otherThan numbers: [Int]) -> Int {
      let count = Swift.min(endIndex, numbers.count)
      var index = start
      guard alarms.isEmpty else {
        while index < count, alarms[index].serial == numbers[index] { index += 1 }
        return index
      }
      entries.withUnsafeBufferPointer { entries in
        numbers.withUnsafeBufferPointer { numbers in
          guard let left = entries.baseAddress, let right = numbers.baseAddress else { return }
          while index < count, left[index].serial == right[index] { index &+= 1 }
        }
      }
      return index
    }

    /// The number of the notification at a place; none is given twice, so that what was read of a
    /// notification once still holds when its number is met again.
    public func number(at index: Int) -> Int {
      alarms.isEmpty ? entries[index].serial : alarms[index].serial
    }
  }

  /// The delivered list as shown notifications.
  public struct Delivered: RandomAccessCollection, Sendable {
    let notifications: [DeliveredNotification]
    let occurrences: [Int64]
    let shade: [ActiveNotification]
    let presentations: [Presentation]

    /// Always 0.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int { notifications.count + shade.count }

    /// The notification at a place.
    public subscript(index: Int) -> VisibleNotification {
      guard shade.isEmpty else {
        var item = shade[index].item
        item.presentation = presentations[index]
        return item
      }
      return notifications[index].item(standingFor: occurrences[index], presentations[index])
    }

    /// What the notification at a place shows, without making the rest of it.
    public func content(at index: Int) -> NotificationContent {
      shade.isEmpty ? notifications[index].request.content : shade[index].content
    }
  }

  /// The pending task requests as pending work.
  public struct BackgroundWork: RandomAccessCollection, Sendable {
    let requests: [TaskSchedulerMachine.Pending]
    let work: [WorkMachine.Item]

    /// Always 0.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int { requests.count + work.count }

    /// The prefetch that may begin first, if one is pending.
    public var prefetch: PendingWork? {
      var first: PendingWork?
      for item in self where item.isPrefetch {
        if let first, first.beginDate <= item.beginDate { continue }
        first = item
      }
      return first
    }

    /// The work at a place.
    public subscript(index: Int) -> PendingWork {
      guard work.isEmpty else {
        return PendingWork(
          identifier: work[index].name, beginDate: work[index].beginDate,
          isReady: work[index].isReady)
      }
      return PendingWork(
        identifier: requests[index].identifier,
        beginDate: requests[index].earliestBeginDate, isReady: requests[index].isReady)
    }
  }
}

extension PendingWork {
  /// Whether it fetches content ahead of a notification.
  public var isPrefetch: Bool { OperatingSystem.isPrefetch(identifier) }
}

extension LaunchedTask {
  /// Whether it fetches content ahead of a notification.
  public var isPrefetch: Bool { OperatingSystem.isPrefetch(identifier) }
}

extension DeliveredNotification {
  /// The notification as the parts outside see it.
  func item(
    standingFor occurrence: Int64,
    _ presentation: Presentation = Presentation(decidedBy: .settings)
  ) -> VisibleNotification {
    let isRepeating = if case .daily = request.trigger { true } else { false }
    var item = VisibleNotification(
      identifier: request.identifier, content: request.content, deliveredAt: deliveredAt,
      occurrence: occurrence, isRepeating: isRepeating)
    item.presentation = presentation
    return item
  }
}
