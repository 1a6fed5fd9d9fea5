import DailyNotification
import SimulationCore

/// The broadcasts and alarms on their way to the app's receivers, which run one after another.
///
/// Source: AOSP, BroadcastQueueModernImpl (one receiver of a process at a time); Android,
/// BroadcastReceiver.goAsync (ten seconds).
/// Not modelled: the sixty seconds of background broadcasts, ordered broadcasts.
struct ReceiverQueue: Sendable {
  /// How long a receiver may run.
  static let runMilliseconds: Int64 = 10_000

  /// What is delivered.
  enum Delivery: Sendable {
    case alarm(Alarm)
    case broadcast(Broadcast)
  }

  /// What waits, in its order.
  private var waiting: [Delivery] = []
  /// The alarm's receiver that runs; nil while none does.
  private(set) var running: Int?
  private var deadline: EventToken?
  private var nextRun = 1

  /// Whether nothing is on its way and no receiver runs.
  var isIdle: Bool { waiting.isEmpty && running == nil }

  /// Puts something at the end of the line.
  mutating func add(_ delivery: Delivery) { waiting.append(delivery) }

  /// What is delivered next; nil while a receiver runs, or nothing waits.
  mutating func next() -> Delivery? {
    running == nil && !waiting.isEmpty ? waiting.removeFirst() : nil
  }

  /// The receiver of an alarm begins; returns the number of its run.
  mutating func begin() -> Int {
    defer { nextRun += 1 }
    running = nextRun
    return nextRun
  }

  /// Remembers the event with which the time of the running receiver is up.
  mutating func attach(_ token: EventToken) { deadline = token }

  /// The running receiver is done; false when none runs.
  ///
  /// `deadline` is the event to cancel.
  mutating func finish() -> (isRunning: Bool, deadline: EventToken?) {
    defer { (running, deadline) = (nil, nil) }
    return (running != nil, deadline)
  }

  /// Forgets what waits.
  mutating func dropWaiting() { waiting.removeAll() }
}
