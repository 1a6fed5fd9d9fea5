import DeviceModel
import Session
import SimulationCore

extension InteractiveRun {
  /// Every record of the run, also those that the phone's trace has dropped: made again.
  ///
  /// Throws when more records are held than the limit.
  public func wholeTrace() throws(TraceOverflow) -> RunTrace {
    var again = Session(device.os.configuration, observer: TraceCollector())
    for press in presses {
      again.pass(to: press.instant)
      _ = again.press(press.commands, title: press.title, isButton: press.isButton)
      while again.nextPressEnd() != nil {}
    }
    again.pass(to: device.os.now)
    guard !again.observer.isFull else { throw TraceOverflow(path: name) }
    var collector = again.observer
    collector.finish(again.device, interruption: nil)
    return collector.trace
  }

  /// A text without what no result of this run may show.
  public func withoutSecrets(_ text: String) -> String { secrets.cleaned(text) }
}

extension Session {
  /// Lets time pass up to an instant; what ended an advance when it was done first ends it again.
  fileprivate mutating func pass(to instant: SimulationInstant) {
    guard instant >= device.os.now else { return }
    _ = try? advance(to: instant)
    while nextPressEnd() != nil {}
  }
}
