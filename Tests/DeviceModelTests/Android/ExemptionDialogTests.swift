import DailyNotification
import JSONText
import SimulationCore
import Testing

@testable import DeviceModel

@Suite("the dialog for the exemption from battery optimization")
struct ExemptionDialogTests {
  private func asked(
    _ configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> Device {
    var device = try Device.androidPhone(configure)
    try device.call("requestBatteryOptimizationExemption")
    return device
  }

  @Test("is up over the app, which stays on the screen, and its answer decides")
  func answered() throws {
    for isAllowed in [true, false] {
      var device = try asked()
      #expect(device.os.dialog == .batteryExemption)
      #expect(device.os.process.state == .inactive)
      #expect(device.activities == [.dialog])
      try device.perform(.answerDialog(isAllowed: isAllowed))
      #expect(device.os.dialog == nil && device.os.process.state == .foreground)
      #expect(device.os.isBatteryExempt == isAllowed)
      #expect(device.os.authorization == .authorized, "it is no answer about notifications")
    }
  }

  @Test("dismissed it changes nothing, and asked for again it comes again, once")
  func dismissed() throws {
    var device = try asked()
    try device.call("requestBatteryOptimizationExemption")
    #expect(device.count("exemptionDialogShown") == 1)
    try device.perform(.dismissDialog)
    #expect(device.os.dialog == nil && !device.os.isBatteryExempt)
    #expect(device.refusal(of: .dismissDialog) == .noDialog)
    try device.call("requestBatteryOptimizationExemption")
    #expect(device.count("exemptionDialogShown") == 2 && device.count("exemptionDismissed") == 1)
  }

  @Test("does not come up for an exempt app, over an app in the background, or without permission")
  func absent() throws {
    var exempt = try Device.androidPhone()
    try exempt.perform(.setBatteryExemption(isOn: true))
    try exempt.call("requestBatteryOptimizationExemption")
    #expect(exempt.os.dialog == nil)
    var behind = try Device.androidPhone()
    try behind.perform(.background)
    try behind.call("requestBatteryOptimizationExemption")
    #expect(behind.os.dialog == nil)
    let lacking = try asked {
      let smaller = $0.androidManifest.without("REQUEST_IGNORE_BATTERY_OPTIMIZATIONS")
      $0.androidManifest = smaller ?? $0.androidManifest
    }
    #expect(lacking.os.dialog == nil && lacking.os.process.state == .foreground)
  }

  @Test("goes with the app's process, and stays while the app is away")
  func life() throws {
    var device = try asked()
    try device.perform(.background)
    try device.perform(.foreground)
    #expect(device.os.dialog == .batteryExemption && device.os.process.state == .inactive)
    try device.perform(.systemTerminate)
    #expect(device.os.dialog == nil)
    try device.perform(.launch)
    #expect(device.os.process.state == .foreground)
  }

  @Test("a permission dialog that comes later is in front and answered first")
  func permissionInFront() throws {
    var device = try Device.androidPhone(permission: .notDetermined)
    try device.call("requestBatteryOptimizationExemption")
    try device.call("requestNotificationPermissions")
    #expect(device.os.dialog == .permission)
    try device.perform(.answerDialog(isAllowed: true))
    #expect(device.os.authorization == .authorized && device.os.dialog == .batteryExemption)
    #expect(device.os.process.state == .inactive)
    let answered = device.count("replied")
    try device.perform(.background)
    try device.perform(.foreground)
    #expect(device.count("replied") == answered, "the other dialog still covers the app")
    try device.perform(.dismissDialog)
    #expect(device.os.process.state == .foreground)
    #expect(device.count("replied") == answered + 1, "told once nothing covers the app")
  }

  @Test("a permission dialog that came earlier waits behind it")
  func permissionBehind() throws {
    var device = try Device.androidPhone(permission: .notDetermined)
    try device.call("requestNotificationPermissions")
    try device.call("requestBatteryOptimizationExemption")
    #expect(device.os.dialog == .batteryExemption)
    try device.perform(.answerDialog(isAllowed: true))
    #expect(device.os.isBatteryExempt && device.os.dialog == .permission)
    try device.perform(.answerDialog(isAllowed: false))
    #expect(device.os.authorization == .denied && device.os.dialog == nil)
  }
}
