import DailyNotification
import DeviceModel
import Session
import SimulationCore

extension InteractiveRun {
  /// The run, ready to be explained: its latest records, at most `limit` of those that the phone's
  /// trace still holds.
  ///
  /// Takes time in proportion to them.
  func trace(limit: Int) -> RunTrace {
    var trace = session.observer.notes.trace
    trace.records = []
    device.os.trace.forEach(from: firstRecord(limit: limit)) { trace.records.append($0) }
    trace.endWallMilliseconds = device.os.wallMilliseconds
    return trace
  }

  /// The number of the first record of `trace(limit:)`.
  func firstRecord(limit: Int) -> UInt64 {
    let (trace, limit) = (device.os.trace, UInt64(limit))
    let count = trace.nextSequence
    return max(trace.oldestSequence, count > limit ? count - limit : 0)
  }

  /// Every record of the run; where the phone's trace has dropped some, all are made again.
  ///
  /// Throws when more records are held than the limit.
  public func wholeTrace() throws(TraceOverflow) -> RunTrace {
    guard device.os.trace.oldestSequence > 0 else { return trace(limit: .max) }
    var again = Session(device.os.configuration, observer: TraceCollector())
    for press in presses {
      again.pass(to: press.instant)
      _ = again.press(press.commands, title: press.title, isButton: press.isButton)
      again.settlePressEnds()
    }
    again.pass(to: device.os.now)
    guard !again.observer.isFull else { throw TraceOverflow(path: name) }
    var collector = again.observer
    collector.finish(again.device, interruption: nil)
    return collector.trace
  }

  /// A text without what no result of this run may show.
  public func withoutSecrets(_ text: String) -> String {
    secrets.cleaned(device.os.secrets.hidden(in: text))
  }
}
