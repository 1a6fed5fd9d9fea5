import DailyNotification
import DeviceModel
import Invariants
import SimulationCore

/// Watches the invariants, how calls end, and what can be drawn, as records arrive.
struct InteractiveObserver: DeviceObserver, Sendable {
  private(set) var invariants: InvariantChecker
  private(set) var lineCount: Int
  private var settled: [(call: Int, outcome: Press.Outcome, instant: SimulationInstant)] = []
  /// What the picture of the run shows.
  var timeline: RunTimeline { recorder.timeline }
  private var recorder: TimelineRecorder
  private var cursor: UInt64

  /// Begins with a new phone.
  init() {
    self.init(
      invariants: InvariantChecker(), recorder: TimelineRecorder(), lineCount: 0, cursor: 0)
  }

  /// Goes on with what the observer of a scenario's run has seen.
  init(_ observer: RunObserver, on device: borrowing Device) {
    self.init(
      invariants: observer.invariants, recorder: observer.records.recorder,
      lineCount: observer.records.lines.count, cursor: device.os.trace.nextSequence)
  }

  private init(
    invariants: InvariantChecker, recorder: TimelineRecorder, lineCount: Int, cursor: UInt64
  ) {
    self.invariants = invariants
    self.recorder = recorder
    self.lineCount = lineCount
    self.cursor = cursor
  }

  mutating func eventHappened(on device: borrowing Device) {
    device.os.trace.forEach(from: cursor) { see($0) }
    cursor = device.os.trace.nextSequence
    recorder.look(device)
    invariants.eventHappened(on: device)
  }

  mutating func instantEnded(on device: borrowing Device) {
    invariants.instantEnded(on: device)
  }

  /// The calls that have ended since this was asked last.
  mutating func takeSettled() -> [(call: Int, outcome: Press.Outcome, instant: SimulationInstant)] {
    guard !settled.isEmpty else { return [] }
    defer { settled.removeAll(keepingCapacity: true) }
    return settled
  }

  private mutating func see(_ record: Record<DeviceRecord>) {
    recorder.take(record)
    switch record.payload {
    case .log(let message) where message.line.level >= .info: lineCount += 1
    case .replied(let call, let reply):
      settled.append((call.number, .replied(reply), record.instant))
    case .callLost(let call): settled.append((call.number, .lost, record.instant))
    default: break
    }
  }
}
