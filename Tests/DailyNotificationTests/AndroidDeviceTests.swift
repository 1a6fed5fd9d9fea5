import CivilTime
import DailyNotification
import JSONText
import Testing

@testable import DeviceModel

/// The plugin on the simulated Android phone, whose system decides when alarms fire.
@Suite("On an Android phone")
struct AndroidDeviceTests {
  private func phone(
    start: String, _ adjust: (inout Knobs) -> Void = { _ in }
  ) throws -> Phone {
    let phone = try Phone(start: start) {
      $0 = $0.onPlatform(.android)
      $0.knobs.taskLateness = .never
      adjust(&$0.knobs)
    }
    try phone.perform(.setExactAlarm(isGranted: true))
    return phone
  }

  private func shown(_ phone: Phone) -> [String] {
    phone.payloads.compactMap {
      guard case .notification(.delivered(let item)) = $0 else { return nil }
      return "\(ISO8601.text(item.occurrence)) \(item.content.info.source.rawValue)"
    }
  }

  /// The clock is set forward by more than content is kept.
  @Test("content that was fetched late is shown, though its time is before all that is kept")
  func fetchedLate() throws {
    let phone = try phone(start: "2026-03-02T21:07:15Z")
    try phone.schedule(["time": "21:53"])
    try phone.value("configure", ["retentionDays": 1])
    try phone.advance(to: "2026-03-03T06:00:00Z")
    try phone.perform(.warpClock(milliseconds: 2 * 86_400_000))
    try phone.settle()
    #expect(
      shown(phone) == [
        "2026-03-02T21:53:00Z live", "2026-03-03T21:53:00Z live", "2026-03-04T21:53:00Z live",
      ])
  }

  /// The process that the second broadcast starts knows only pending intents.
  @Test("an alarm that Doze holds is left alone when the phone has started")
  func heldAtStart() throws {
    let phone = try phone(start: "2026-03-26T20:09:55Z") { $0.exactApi = .exact }
    try phone.schedule(["time": "23:30"])
    try phone.advance(to: "2026-03-26T23:29:59.500Z")
    try phone.perform(.reboot(isLocked: false))
    try phone.perform(.swipeAway)
    try phone.perform(.setDoze(isOn: true))
    try phone.advance(seconds: 120)
    #expect(phone.missed.isEmpty)
    try phone.perform(.setDoze(isOn: false))
    try phone.settle()
    #expect(shown(phone) == ["2026-03-26T23:30:00Z live"])
    #expect(phone.missed.isEmpty)
  }
}
