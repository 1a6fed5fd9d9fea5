import CivilTime
import Testing

@Suite("Civil date")
struct CivilDateTests {
  @Test(
    "counts days from 1970-01-01",
    arguments: [
      ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2000-03-01", 11_017),
      ("2025-11-15", 20_407), ("1900-02-28", -25_509), ("1900-03-01", -25_508),
      ("0000-01-01", -719_528), ("9999-12-31", 2_932_896),
    ])
  func countsDays(text: String, days: Int) throws {
    let date = try #require(CivilDate(text: text))
    #expect(date.daysSinceEpoch == days)
    #expect(CivilDate(daysSinceEpoch: days) == date)
    #expect(date.text == text)
  }

  @Test("gives every day of eight hundred years its own successor")
  func everyDayHasItsSuccessor() {
    let first = CivilDate(year: 1_600, month: 1, day: 1)
    var date = first
    for days in first.daysSinceEpoch..<first.daysSinceEpoch + 292_194 {
      #expect(date.daysSinceEpoch == days)
      let next = date.adding(days: 1)
      let isSameMonth = next.month == date.month && next.day == date.day + 1
      let isNextMonth =
        next.day == 1 && (next.month == date.month + 1 || next.year == date.year + 1)
      #expect(date < next && (isSameMonth || isNextMonth))
      date = next
    }
    #expect(date == CivilDate(year: 2_400, month: 1, day: 1))
  }

  @Test(
    "refuses what is not yyyy-MM-dd or does not exist",
    arguments: [
      "", "2025-02-29", "1900-02-29", "2025-13-01", "2025-00-10", "2025-01-00", "2025-04-31",
      "2025-1-01", "2025-01-1", "25-01-01", "2025/01/01", "2025-01-01 ", " 2025-01-01",
      "2025-01-01T", "+2025-01-01", "２０２５-01-01", "20250101",
    ])
  func refusesOtherText(text: String) {
    #expect(CivilDate(text: text) == nil)
  }

  @Test("prints years of more or fewer than four digits with a sign")
  func printsExpandedYears() {
    #expect(CivilDate(year: 10_000, month: 1, day: 2).text == "+010000-01-02")
    #expect(CivilDate(year: -1, month: 12, day: 31).text == "-000001-12-31")
    let late = CivilDate(year: Int(Int32.max), month: 1, day: 2)
    for prefix in ["", "daily_", "a name of more than fifteen bytes: ä_"] {
      #expect(late.text(after: prefix) == prefix + late.text)
    }
  }
}
