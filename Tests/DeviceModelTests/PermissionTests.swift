import DailyNotification
import JSONText
import Testing

@testable import DeviceModel

@Suite("permission")
struct PermissionTests {
  private let request = Command.call(method: "requestNotificationPermissions", options: [:])

  private func asked() throws -> Device {
    var device = try Device.exactPhone(permission: .notDetermined)
    try device.perform(request)
    return device
  }

  @Test("is requested in a dialog that covers the app, and the call waits for the answer")
  func dialog() throws {
    let device = try asked()
    #expect(device.count("dialogShown") == 1)
    #expect(device.os.process.state == .inactive)
    #expect(device.replies.isEmpty)
    #expect(device.activities == [.dialog])
  }

  @Test("is what the person answered", arguments: [true, false])
  func answer(isAllowed: Bool) throws {
    var device = try asked()
    try device.perform(.answerDialog(isAllowed: isAllowed))
    #expect(device.os.authorization == (isAllowed ? .authorized : .denied))
    #expect(device.os.process.state == .foreground)
    #expect(device.replies.count == 1)
    #expect(device.replies.first?["granted"]?.boolValue == isAllowed)
  }

  @Test("is requested once per installation: a second request answers without a dialog")
  func once() throws {
    var device = try asked()
    try device.perform(.answerDialog(isAllowed: false))
    try device.perform(request)
    #expect(device.count("dialogShown") == 1)
    #expect(device.replies.count == 2)
    try device.perform(.swipeAway)
    try device.perform(.launch)
    try device.perform(request)
    #expect(device.count("dialogShown") == 1)
    #expect(device.replies.last?["granted"] == false)
  }

  @Test("cannot be left open on an iPhone: its dialog stays until it is answered")
  func dismissed() throws {
    var device = try asked()
    #expect(device.refusal(performing: .dismissDialog) == .androidOnly("dismissDialog"))
  }

  @Test("has one dialog for calls that wait together, which are answered in order")
  func together() throws {
    var device = try asked()
    try device.perform(request)
    try device.scheduleDaily()
    #expect(device.count("dialogShown") == 1)
    #expect(device.replies.isEmpty)
    try device.perform(.answerDialog(isAllowed: true))
    let order: [Int] = device.payloads.compactMap {
      if case .plugin(.replied(let call, _)) = $0 { call.number } else { nil }
    }
    #expect(order == [1, 2, 3])
  }

  @Test("stays undetermined when the app is swiped away during the dialog; its calls are lost")
  func swipedAway() throws {
    var device = try asked()
    try device.perform(.swipeAway)
    #expect(device.count("callLost") == 1)
    #expect(device.os.authorization == .notDetermined)
    #expect(!device.os.authorizationMachine.isDialogShown)
    #expect(device.refusal(performing: .answerDialog(isAllowed: true)) == .noDialog)
    try device.perform(.launch)
    try device.perform(request)
    #expect(device.count("dialogShown") == 2)
  }

  @Test("shows its dialog again when the app comes back")
  func background() throws {
    var device = try asked()
    try device.perform(.background)
    #expect(device.os.process.state == .background)
    try device.perform(.foreground)
    #expect(device.os.process.state == .inactive)
    try device.perform(.answerDialog(isAllowed: true))
    #expect(device.replies.count == 1)
  }

  @Test("changes in Settings without notifying the app, and keeps pending requests")
  func settings() throws {
    var device = try Device.exactPhone()
    try device.scheduleDaily()
    let pending = device.pending
    let entries = device.count("entry")
    for status in [AuthorizationStatus.denied, .provisional, .authorized] {
      try device.perform(.setPermission(status))
      #expect(device.os.authorization == status)
      #expect(device.pending == pending)
    }
    #expect(device.count("entry") == entries)
  }

  @Test(
    "that was not granted by the dialog allows as well, without another dialog",
    arguments: [AuthorizationStatus.provisional, .ephemeral])
  func allowing(status: AuthorizationStatus) throws {
    var device = try Device.exactPhone(permission: status)
    try device.call("requestNotificationPermissions")
    #expect(device.count("dialogShown") == 0)
    #expect(device.replies.count == 1)
    try device.perform(.background)
    device.os.add(.interval("a", 1000))
    try device.wait(1000)
    #expect(device.deliveries.map(\.identifier) == ["a"])
  }
}
