import Scenarios
import Testing

@testable import Reports

@Suite("Log lines of logcat")
struct LogStyleTests {
  @Test("threadtime has the phone's clock in its zone, a process of its own and the tag")
  func threadtime() throws {
    let yaml = """
      name: a
      platform: android
      zone: America/New_York
      steps:
        - call: configure
        - device: {setZone: Europe/London}
        - device: systemTerminate
        - device: launch
        - call: configure
      """
    let result = ScenarioRunner.run(try ScenarioFile.parse(yaml, path: "a.yaml"))
    let lines = RunText.log(result, style: .threadtime).split(separator: "\n").map(String.init)
    #expect(
      lines.first == "11-15 00:42:30.000  5310  5342 I DNP-PLUGIN: [DNP-PLUGIN] configure() called")
    #expect(
      lines.last == "11-15 05:42:30.000  5521  5553 I DNP-PLUGIN: [DNP-PLUGIN] status = ready")
  }
}
