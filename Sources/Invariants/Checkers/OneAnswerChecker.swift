import DailyNotification
import DeviceModel
import SimulationCore

/// 17: an entry that nothing prompted changes nothing; planning twice is planning once.
///
/// A call that only reads, made at the instant of an earlier entry with nothing in between that
/// could be a reason, must neither add nor remove a request or an alarm, neither submit nor cancel
/// a task or work, nor report anything. A fetch may begin, since an entry fetches what the call
/// before it asked for.
struct OneAnswerChecker: Sendable {
  /// When the latest entry began that took an entry's steps.
  private var planned: SimulationInstant?
  /// Whether something has happened since that is a reason to plan otherwise.
  private var isPrompted = true
  /// The call that is watched: it has no reason to change anything.
  private var watched: String?
  private var call: (method: String, isReading: Bool)?
  private var finding: String?

  mutating func called(_ call: PluginCall) {
    self.call = (call.method, call.method.hasPrefix("get"))
  }

  mutating func entryBegan(_ entry: PluginEntry, _ instant: SimulationInstant) {
    watched = nil
    guard entry.hasEntrySteps else { return prompted() }
    if entry == .call, let call, call.isReading, !isPrompted, planned == instant {
      watched = call.method
    }
    planned = instant
    isPrompted = false
  }

  /// Something happened that a later entry has to respond to.
  mutating func prompted() {
    isPrompted = true
    watched = nil
  }

  /// The plugin changed what is armed or submitted, or reported something.
  mutating func changed(_ what: @autoclosure () -> String) {
    guard let watched, finding == nil else { return }
    finding = "\(watched) had no reason to change anything and \(what())"
  }

  /// An event has ended: what is still being removed, or cannot be read, is planned later.
  mutating func eventEnded(_ device: Device) {
    watched = nil
    if !isPrompted, device.os.isRemovalInFlight || !device.os.isStorageReadable {
      isPrompted = true
    }
  }

  mutating func takeFinding() -> String? { finding.take() }
}
