import CivilTime
import DailyNotification
import DeviceModel
import Scenarios
import SimulationCore
import Testing

@Suite("Record text")
struct RecordTextTests {
  private func line(_ payload: DeviceRecord, zone: Zone = .utc) -> String {
    var trace = Trace<DeviceRecord>(capacity: 1)
    trace.append(
      payload, instant: .zero, wallMilliseconds: 1_763_185_350_007, cause: nil)
    return trace.records(from: 0).map { RecordText.line($0, zone: zone) }.joined()
  }

  @Test("has the time of day, the kind and the fields")
  func fields() {
    #expect(
      line(
        .request(
          .added(identifier: "daily_daily", trigger: 1_763_185_980_000, isReplacement: false)))
        == "2025-11-15 05:42:30.007 requestAdded identifier=daily_daily "
        + "trigger=2025-11-15T05:53:00Z isReplacement=false")
    #expect(line(.authorization(.dialogShown)) == "2025-11-15 05:42:30.007 dialogShown")
    #expect(
      line(.request(.removalStarted(count: 2))) == "2025-11-15 05:42:30.007 removalAsked count=2")
  }

  @Test("quotes strings that are empty or have spaces")
  func quotes() {
    #expect(
      line(.process(.crashed(reason: "no handler")))
        == "2025-11-15 05:42:30.007 crashed reason=\"no handler\""
    )
    #expect(
      line(.command(.performed(.launch)))
        == "2025-11-15 05:42:30.007 command verb=launch argument=\"\"")
  }

  @Test("shows a log record as the phone prints it, in the phone's zone")
  func log() throws {
    let berlin = try Zone(identifier: "Europe/Berlin")
    #expect(
      line(.plugin(.log(.ready)), zone: berlin)
        == "2025-11-15 06:42:30.007 [DNP-PLUGIN] status = ready")
  }
}
