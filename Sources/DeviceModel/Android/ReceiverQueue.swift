import DailyNotification
import SimulationCore

/// The broadcasts and alarms on their way to the app's receivers, which run one after another.
///
/// Source: AOSP, BroadcastQueueModernImpl (one receiver of a process at a time) and
/// ActivityManagerService (BROADCAST_FG_TIMEOUT ten seconds, BROADCAST_BG_TIMEOUT sixty); Android,
/// BroadcastReceiver.goAsync and FLAG_RECEIVER_FOREGROUND.
/// Not modelled: ordered broadcasts, the doubled time when the processor is busy.
struct ReceiverQueue: Sendable {
  /// How long the receiver of an intent of the foreground class may run.
  private static let foregroundMilliseconds: Int64 = 10_000
  /// The same of any other intent.
  private static let backgroundMilliseconds: Int64 = 60_000

  /// What is delivered.
  enum Delivery: Sendable {
    case alarm(Alarm)
    case broadcast(Broadcast)

    /// How long its receiver may run, in milliseconds.
    ///
    /// The intents that the plugin's alarms carry have no FLAG_RECEIVER_FOREGROUND.
    var limitMilliseconds: Int64 {
      switch self {
      case .alarm: ReceiverQueue.backgroundMilliseconds
      case .broadcast(.exactAlarmPermissionChanged): ReceiverQueue.foregroundMilliseconds
      case .broadcast(.bootCompleted), .broadcast(.lockedBootCompleted),
        .broadcast(.packageReplaced), .broadcast(.timeSet), .broadcast(.timezoneChanged):
        ReceiverQueue.backgroundMilliseconds
      }
    }
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
