import DailyNotification
import DeviceModel
import Invariants
import SimulationCore

/// All that watches a session's device: the invariants, the ends of calls, the caller's observer.
///
/// Records are read after each event, so the trace's ring drops none unread.
struct Watch<Observer: SessionObserver>: DeviceObserver, Sendable {
  var observer: Observer
  var invariants: InvariantChecker
  /// The calls that have ended since somebody took them, in order.
  var endedCalls: [CallEnd] = []
  private var cursor: UInt64

  init(_ observer: Observer) {
    self.observer = observer
    invariants = InvariantChecker()
    cursor = 0
  }

  /// Goes on where another session's watch is; its observer has seen every record so far.
  init<Other>(continuing other: Watch<Other>, _ observer: Observer, on device: borrowing Device) {
    self.observer = observer
    invariants = other.invariants
    endedCalls = other.endedCalls
    cursor = device.os.trace.nextSequence
  }

  mutating func eventHappened(on device: borrowing Device) {
    readRecords(of: device)
    invariants.eventHappened(on: device)
  }

  mutating func instantEnded(on device: borrowing Device) {
    invariants.instantEnded(on: device)
  }

  /// Reads the records that are new since the last time.
  mutating func readRecords(of device: borrowing Device) {
    let endedBefore = endedCalls.count
    device.os.trace.forEach(from: cursor) { record in
      observer.recordWritten(record)
      if let end = CallEnd(record) { endedCalls.append(end) }
    }
    cursor = device.os.trace.nextSequence
    // Only the latest secret replies are kept by the system, so they are read at once.
    for index in endedBefore..<endedCalls.count {
      guard let original = device.os.originalReply(to: endedCalls[index].call) else { continue }
      endedCalls[index].originalReply = original
    }
    observer.eventHappened(on: device)
  }
}

extension CallEnd {
  /// What a record says of a call's end; nil for other records.
  fileprivate init?(_ record: Record<DeviceRecord>) {
    if case .plugin(.replied(let call, let reply)) = record.payload {
      self.init(
        call: call.number, result: .replied(reply), originalReply: reply, instant: record.instant)
    } else if case .plugin(.callLost(let call)) = record.payload {
      self.init(call: call.number, result: .lost, originalReply: nil, instant: record.instant)
    } else {
      return nil
    }
  }
}
