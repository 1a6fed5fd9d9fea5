import SimulationCore

@testable import DeviceModel
@testable import Session

extension Session {
  /// Changes the phone behind the plugin's back, and shows the observers what came of it.
  mutating func act(_ body: (inout Device) -> Void) {
    let before = device.os.trace.nextSequence
    // The calls that the last event has ended were seen.
    device.os.beginCause(nil)
    body(&device)
    guard device.os.trace.nextSequence > before else { return }
    let changed = device
    watch.eventHappened(on: changed)
    watch.instantEnded(on: changed)
  }
}
