import CivilTime
import Testing

@Suite("Time of day")
struct TimeOfDayTests {
  @Test("reads and prints all 1,440 minutes in order")
  func readsEveryMinute() throws {
    var previous: TimeOfDay?
    for minute in 0..<1_440 {
      let time = try #require(TimeOfDay(hour: minute / 60, minute: minute % 60))
      #expect(TimeOfDay(time.text) == time)
      #expect(time.text.utf8.count == 5 && time.minuteOfDay == minute)
      if let previous { #expect(previous < time) }
      previous = time
    }
    #expect(previous?.text == "23:59")
  }

  @Test(
    "refuses what is not HH:mm",
    arguments: [
      "", "9:00", "09:0", "24:00", "23:60", "09:00:00", " 09:00", "09:00 ", "09-00", "0900",
      "+9:00", "-1:00", "0９:00", "09：00", "٠٩:٠٠", "ab:cd", "09:00Z", "1e:00",
    ])
  func refusesOtherText(text: String) {
    #expect(TimeOfDay(text) == nil)
  }

  @Test("refuses hours and minutes out of range", arguments: [(24, 0), (-1, 0), (0, 60), (0, -1)])
  func refusesOutOfRange(hour: Int, minute: Int) {
    #expect(TimeOfDay(hour: hour, minute: minute) == nil)
  }
}
