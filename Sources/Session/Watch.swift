import DailyNotification
import DeviceModel
import Invariants
import SimulationCore

/// All that watches a session's device: the invariants, the ends of calls, the caller's observer.
///
/// Records are read after each event, so the trace's ring drops one unread only if a single event
/// writes more than it holds; the ends of calls do not depend on it.
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
  init<Other>(continuing other: Watch<Other>, _ observer: Observer, on device: Device) {
    self.observer = observer
    invariants = other.invariants
    endedCalls = other.endedCalls
    cursor = device.os.trace.nextSequence
  }

  mutating func eventHappened(on device: Device) {
    readRecords(of: device)
    invariants.eventHappened(on: device)
  }

  mutating func instantEnded(on device: Device) {
    invariants.instantEnded(on: device)
  }

  /// Reads the records that are new since the last time, and the calls that have ended.
  mutating func readRecords(of device: Device) {
    device.os.trace.forEach(from: cursor) { record in
      observer.recordWritten(record)
    }
    cursor = device.os.trace.nextSequence
    for end in device.os.endedCalls { endedCalls.append(CallEnd(end, at: device.os.now)) }
    observer.eventHappened(on: device)
  }
}

extension CallEnd {
  fileprivate init(_ end: EndedCall, at instant: SimulationInstant) {
    self.init(
      call: end.call, result: end.reply.map { .replied($0) } ?? .lost,
      originalReply: end.original, instant: instant)
  }
}
