import DailyNotification
import Testing

@testable import DeviceModel

@Suite("simulator variant")
struct SimulatorVariantTests {
  private func simulator(_ submit: Knobs.SimulatorSubmit = .code1) throws -> Device {
    try Device.phone {
      $0.variant = .simulator
      $0.knobs.simulatorSubmit = submit
      $0.knobs.taskLateness = .fixed
    }
  }

  @Test("shows notifications exactly on time, whatever the drift knob says")
  func drift() throws {
    var device = try Device.phone {
      $0.variant = .simulator
      $0.knobs.deliveryDrift = .beyond
    }
    try device.perform(.background)
    for index in 0..<20 { device.os.add(.interval("r\(index)", 1000)) }
    try device.wait(1000)
    #expect(device.deliveries.count == 20)
  }

  @Test(
    "rejects submissions with code 1, or accepts them if the knob says so",
    arguments: Knobs.SimulatorSubmit.allCases)
  func submit(knob: Knobs.SimulatorSubmit) throws {
    var device = try simulator(knob)
    try device.scheduleDaily()
    let codes: [Int] = device.payloads.compactMap {
      if case .task(.refused(_, let error, _)) = $0 { error.rawValue } else { nil }
    }
    #expect(codes == (knob == .code1 ? [1] : []))
    #expect((device.os.pendingTask(TaskIdentifier.fetch) != nil) == (knob == .accept))
  }

  @Test("runs a registered handler on demand with nothing pending")
  func launch() throws {
    var device = try simulator()
    try device.perform(.simulateTaskLaunch(identifier: TaskIdentifier.fetch))
    try device.perform(.simulateTaskLaunch(identifier: TaskIdentifier.notify))
    try device.wait(1000)
    #expect(device.completions.count == 2)
    let unknown = Command.simulateTaskLaunch(identifier: "x")
    #expect(device.refusal(performing: unknown) == .noHandler("x"))
  }

  @Test(
    "has no switch for Background App Refresh and no Low Power Mode",
    arguments: [
      Command.setBackgroundRefresh(.denied), .setLowPowerMode(isOn: true),
    ])
  func settings(command: Command) throws {
    var device = try simulator()
    #expect(device.refusal(performing: command) == .unavailableOnSimulator(command.verb))
    #expect(device.os.backgroundRefresh == .available)
    #expect(!device.os.isPowerSavingOn)
  }
}
