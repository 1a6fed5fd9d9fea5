import DailyNotification
import DeviceModel
import Scenarios
import Testing

@testable import Console

@Suite("The plugin's counters in the console")
struct TelemetryPageTests {
  private static let acts = ["c", "r", "allow", "s", "b", "runUntilIdle", "advance 15m"]

  @Test("are on a page of their own, each with its name, label and value")
  func page() {
    let device = CommandedPhone(Self.acts).model.run.device
    let lines = Page.telemetry(device).lines
    for sample in device.telemetrySamples {
      #expect(
        lines.contains { $0.hasPrefix("  \(sample.name) ") && $0.hasSuffix(" \(sample.value)") })
    }
    #expect(lines.count == TelemetryMetric.allCases.count + TelemetrySeries.all.count)
  }

  @Test("are shown by a command, on the screen and without one")
  func command() {
    var driver = ConsoleDriver(rows: 60, columns: 120)
    driver.firstRun()
    driver.command("telemetry")
    #expect(driver.shows("dnp_prefetch_scheduled_total"), "\(driver.text)")
    var phone = CommandedPhone(Self.acts)
    let answer = phone.answer(to: "telemetry")
    let line = answer.first { $0.contains("dnp_prefetch_success_total") }
    #expect(line?.hasPrefix("#   dnp_prefetch_success_total ") == true)
    #expect(line?.hasSuffix(" 1") == true)
  }

  @Test("are in what Dump Prefetch Status writes, where they are not 0")
  func dump() {
    var phone = CommandedPhone(Self.acts)
    let text = phone.answer(to: "dumpPrefetchStatus").joined(separator: "\n")
    #expect(text.contains(#""dnp_prefetch_success_total": 1"#), "\(text)")
    #expect(!text.contains("dnp_prefetch_missed_total"))
  }
}
