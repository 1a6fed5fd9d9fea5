import CivilTime
import JSONText
import Testing

@testable import dnp

@Suite("Text of dnp when")
struct WhenTextTests {
  @Test("is a table with right-aligned numbers and no trailing blanks")
  func isTable() throws {
    let answer = try WhenAnswerTests.answer(
      "30 2 * * *", "America/New_York", from: "2025-03-01T00:00:00Z", count: 10)
    let lines = WhenTable(answer: answer).text.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 13 && lines.last == "")
    #expect(
      lines[0]
        == "'30 2 * * *' in America/New_York after 2025-03-01T00:00:00Z, tz data "
        + ZoneData.version)
    #expect(lines[1] == " #  local time                   UTC                   since last  note")
    #expect(lines[2] == " 1  Sat 2025-03-01 02:30 -05:00  2025-03-01T07:30:00Z  -")
    #expect(
      lines[10]
        == " 9  Sun 2025-03-09 03:30 -04:00  2025-03-09T07:30:00Z  1d          "
        + "02:30 is in the gap 02:00 to 03:00, moved forward by 1h")
    #expect(lines[11] == "10  Mon 2025-03-10 02:30 -04:00  2025-03-10T06:30:00Z  23h")
    #expect(WhenTable(answer: answer).text.utf8.allSatisfy { $0 < 128 })
  }

  @Test("shows seconds only where there are some")
  func showsSeconds() throws {
    let answer = try WhenAnswerTests.answer(
      "00:00", "Africa/Monrovia", from: "1972-01-06T12:00:00Z", count: 2)
    let lines = WhenTable(answer: answer).text.split(separator: "\n")
    #expect(lines[2].hasPrefix("1  Fri 1972-01-07 00:44:30 +00:00  1972-01-07T00:44:30Z  -"))
    #expect(
      lines[3].hasPrefix("2  Sat 1972-01-08 00:00 +00:00     1972-01-08T00:00:00Z  23h15m30s"))
  }

  @Test("is a header alone when nothing fires")
  func isHeadAlone() throws {
    let answer = try WhenAnswerTests.answer(
      "0 0 30 2 *", "UTC", from: "2025-11-15T05:42:30Z", count: 3)
    #expect(WhenTable(answer: answer).text.split(separator: "\n").count == 2)
    #expect(WhenJSON(answer: answer).value == [])
  }

  @Test("is JSON with the same keys for each firing and each note")
  func isJSON() throws {
    let answer = try WhenAnswerTests.answer(
      "30 2 * * *", "America/New_York", from: "2025-03-08T12:00:00Z", count: 2)
    let expected: JSONValue = [
      [
        "number": 1, "zone": "America/New_York", "local": "2025-03-09T03:30:00-04:00",
        "utc": "2025-03-09T07:30:00Z", "epochMilliseconds": 1_741_505_400_000,
        "sincePreviousMilliseconds": nil,
        "notes": [
          [
            "kind": "movedForward", "wallTime": "2025-03-09T02:30:00",
            "text": "02:30 is in the gap 02:00 to 03:00, moved forward by 1h",
          ]
        ],
      ],
      [
        "number": 2, "zone": "America/New_York", "local": "2025-03-10T02:30:00-04:00",
        "utc": "2025-03-10T06:30:00Z", "epochMilliseconds": 1_741_588_200_000,
        "sincePreviousMilliseconds": 82_800_000, "notes": [],
      ],
    ]
    #expect(WhenJSON(answer: answer).value == expected)
  }
}
