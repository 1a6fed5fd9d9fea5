import DailyNotification
import SimulationCore

extension Device {
  /// What keeps a phone from being idle.
  public enum Activity: String, Hashable, Sendable, CaseIterable {
    case dialog
    case call
    case fetch
    case task
    case removal
  }

  /// What is in flight now; future schedules do not count.
  ///
  /// A call that waits for the dialog's answer is not listed beside the dialog.
  public var activities: [Activity] {
    var activities: [Activity] = []
    if os.dialog != nil { activities.append(.dialog) }
    let isCallOpen = app?.unansweredCalls.isEmpty == false
    if isCallOpen, os.dialog == nil, os.process.state.canRunCode {
      activities.append(.call)
    }
    if !os.network.awaited.isEmpty || os.network.fetches.contains(where: { !$0.isHeld }) {
      activities.append(.fetch)
    }
    if os.isBackgroundWorkRunning { activities.append(.task) }
    if os.isRemoving { activities.append(.removal) }
    return activities
  }

  /// How a wait for idleness ended.
  public struct Settled: Hashable, Sendable {
    /// How many events happened.
    public let events: Int
    /// Whether only a person's answer to the dialog is missing.
    public let isWaitingForDialog: Bool

    /// Describes the end of a wait.
    public init(events: Int, isWaitingForDialog: Bool) {
      self.events = events
      self.isWaitingForDialog = isWaitingForDialog
    }
  }

  /// Whether nothing is in flight, or only a person's answer is missing.
  public var isSettled: Bool {
    let busy = activities
    return busy.isEmpty || busy == [.dialog]
  }

  /// Runs up to the next event's instant and everything due then; false when nothing is scheduled.
  public mutating func runToNextEvent(
    observing observer: inout some DeviceObserver
  ) throws(AdvanceError) -> Advance {
    guard let next = nextInstant else { return Advance(events: 0, isComplete: true) }
    return try advance(to: next, observing: &observer)
  }

  /// Runs until nothing is in flight, or only the dialog is, or throws after `limit` events.
  public mutating func runUntilIdle(
    limit: Int = 10_000, observing observer: inout some DeviceObserver
  ) throws(AdvanceError) -> Settled {
    var events = 0
    while true {
      let busy = activities
      if busy.isEmpty || busy == [.dialog] {
        return Settled(events: events, isWaitingForDialog: !busy.isEmpty)
      }
      guard events < limit, nextInstant != nil else { throw .notIdle(afterEvents: events) }
      events += try runToNextEvent(observing: &observer).events
    }
  }
}
