import DailyNotification
import DeviceModel
import Invariants
import SimulationCore

/// How a call ended.
enum Settlement {
  case reply(PluginReply)
  case lost

  /// The end as presses keep it.
  var outcome: Press.Outcome {
    switch self {
    case .reply(let reply): .replied(reply)
    case .lost: .lost
    }
  }
}

/// Reads records as they arrive: log lines at info and above, how calls ended, what can be drawn.
struct RecordWatcher {
  /// How many log lines a run may write.
  static let linesMax = 20_000

  private(set) var lines: [LoggedLine] = []
  /// Whether a line was written past the bound; it is not kept.
  private(set) var isFull = false
  private(set) var settled: [Int: (settlement: Settlement, instant: SimulationInstant)] = [:]
  /// What the picture of the run shows.
  var timeline: RunTimeline { recorder.timeline }
  private(set) var recorder = TimelineRecorder()
  private var cursor: UInt64 = 0

  mutating func read(_ device: borrowing Device) {
    device.os.trace.forEach(from: cursor) { take($0) }
    cursor = device.os.trace.nextSequence
    recorder.look(device)
  }

  private mutating func take(_ record: Record<DeviceRecord>) {
    recorder.take(record)
    switch record.payload {
    case .log(let message) where message.line.level >= .info:
      guard lines.count < RecordWatcher.linesMax else {
        isFull = true
        return
      }
      lines.append(
        LoggedLine(
          text: message.text, level: message.line.level.rawValue,
          wallMilliseconds: record.wallMilliseconds, sequence: record.sequence))
    case .replied(let call, let reply):
      settled[call.number] = (.reply(reply), record.instant)
    case .callLost(let call): settled[call.number] = (.lost, record.instant)
    default: break
    }
  }
}

/// Watches a run: invariants and records.
struct RunObserver: DeviceObserver {
  var invariants = InvariantChecker()
  var records = RecordWatcher()
  var events = EventWatcher()
  /// Keeps the whole trace, when somebody wants it.
  var collector: TraceCollector?

  mutating func eventHappened(on device: borrowing Device) {
    records.read(device)
    events.read(device)
    collector?.read(device)
    invariants.eventHappened(on: device)
  }

  mutating func instantEnded(on device: borrowing Device) {
    invariants.instantEnded(on: device)
  }
}
