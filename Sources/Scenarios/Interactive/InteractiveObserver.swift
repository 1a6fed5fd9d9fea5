import DailyNotification
import DeviceModel
import Invariants
import SimulationCore

/// Watches the invariants, and how calls end, as records arrive.
struct InteractiveObserver: DeviceObserver, Sendable {
  private(set) var invariants = InvariantChecker()
  private(set) var lineCount = 0
  private var settled: [(call: Int, outcome: Press.Outcome, instant: SimulationInstant)] = []
  private var cursor: UInt64 = 0

  mutating func eventHappened(on device: borrowing Device) {
    device.os.trace.forEach(from: cursor) { see($0) }
    cursor = device.os.trace.nextSequence
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
    switch record.payload {
    case .log(let message) where message.line.level >= .info: lineCount += 1
    case .replied(let call, let reply):
      settled.append((call.number, .replied(reply), record.instant))
    case .callLost(let call): settled.append((call.number, .lost, record.instant))
    default: break
    }
  }
}
