import DailyNotification
import Testing

@testable import Console

@Suite("A status row")
struct StatusRowTests {
  @Test(
    "shows a step whole or not at all, and says that there is more",
    arguments: [
      ("not asked yet · press r", 23, "not asked yet · press r"),
      ("not asked yet · press r", 17, "not asked yet …"),
      ("not asked yet · press r", 13, "not asked yet"),
      (":setExactAlarm granted · no exact", 17, "no exact …"),
      (":setExactAlarm granted · nothing scheduled", 17, "nothing scheduled"),
      ("held · :setLowPowerMode off", 17, "held …"),
      // What follows a step that has room is cut where it is painted.
      (":powerOn · the phone is off", 17, ":powerOn · the phone is off"),
      // Without its only step nothing would be left.
      (":setExactAlarm granted", 17, ":setExactAlarm granted"),
    ])
  func steps(text: String, columns: Int, shown: String) {
    let row = StatusRow(rank: 0, light: .pending, label: "Alarms", text: text)
    #expect(row.text(columns: columns) == shown)
  }
}
