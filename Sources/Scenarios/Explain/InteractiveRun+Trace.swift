import DailyNotification
import DeviceModel
import History
import Session
import SimulationCore

extension InteractiveRun {
  /// The run, ready to be explained: its latest records, at most `limit` of those that the phone's
  /// trace still holds.
  ///
  /// Takes time in proportion to them.
  func trace(limit: Int) -> RunTrace {
    let history = history
    var trace = RunTrace(history, records: [])
    device.os.trace.forEach(from: firstRecord(limit: limit)) { trace.records.append($0) }
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
    var observer = RunObserver()
    observer.holder = RecordHolder()
    var again = Session(device.os.configuration, observer: observer)
    for press in presses {
      again.pass(to: press.instant)
      _ = again.press(press.commands, title: press.title, isButton: press.isButton)
      again.settlePressEnds()
    }
    again.pass(to: device.os.now)
    guard let holder = again.observer.holder, !holder.isFull else {
      throw TraceOverflow(path: name)
    }
    var history = again.observer.history
    history.finish(again.device)
    return RunTrace(history, records: holder.records)
  }

  /// A text without what no result of this run may show.
  public func withoutSecrets(_ text: String) -> String {
    secrets.cleaned(device.os.secrets.hidden(in: text))
  }
}
