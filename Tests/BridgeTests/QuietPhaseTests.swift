import Bridge
import JSONText
import Testing

@Suite("session.quiesce")
struct QuietPhaseTests {
  @Test("ends all faults, lets a day pass and finds that everything has come to rest")
  func comesToRest() throws {
    var client = Client()
    _ = try client.result("device.perform", ["verb": "setPermission", "value": "granted"])
    _ = try client.result(
      "plugin.call", ["method": "scheduleDailyNotification", "options": ["time": "05:53"]])
    _ = try client.result("device.perform", ["verb": "setNetwork", "value": "offline"])
    _ = try client.result("device.perform", ["verb": "fillDisk", "value": "on"])
    _ = try client.result("device.perform", ["verb": "setPermission", "value": "denied"])
    _ = try client.result("device.perform", ["verb": "reboot"])
    let before = try client.result("state.get", ["path": "/clocks/now"]).integerValue ?? 0
    let result = try client.result("session.quiesce")
    #expect(result["isConverged"] == true)
    #expect(result["finding"] == .null)
    #expect(result["broken"] == 0)
    #expect(result["now"]?.integerValue == before + 86_400_000 + 21 * 60_000)
    #expect((result["events"]?.integerValue ?? 0) > 0)
    #expect(try client.result("state.get", ["path": "/settings/permission"]) == "authorized")
    let status = try client.result("plugin.call", ["method": "getNotificationStatus"])
    #expect(status["isScheduled"] == true)
    let tally = try client.result("state.get", ["path": "/invariants/tallies/12"])
    #expect(tally["id"] == 13)
    #expect(tally["checks"] == 1)
  }

  @Test("answers both dialogs of an Android phone")
  func dialogs() throws {
    for methods in [
      ["requestNotificationPermissions", "requestBatteryOptimizationExemption"],
      ["requestBatteryOptimizationExemption", "requestNotificationPermissions"],
    ] {
      var client = Client()
      _ = try client.result("session.configure", ["platform": "android"])
      for method in methods {
        _ = try client.send("plugin.call", ["method": .string(method)], id: .string(method))
      }
      #expect(try client.state("/process/dialog") == true)
      let result = try client.result("session.quiesce")
      #expect(result["isConverged"] == true && result["broken"] == 0, "\(result)")
      #expect(try client.state("/settings/android/isBatteryExempt") == true)
    }
  }
}
