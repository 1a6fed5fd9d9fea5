import CivilTime
import Testing

@Suite("Cron expression")
struct CronExpressionTests {
  /// The matches after a time, as text without seconds.
  private static func matches(
    _ text: String, after wallTime: String, count: Int
  ) throws -> [String] {
    let expression = try CronExpression(text)
    var last = Zone.utc.wallTime(at: try #require(ISO8601.parse(wallTime + "Z")))
    var matches: [String] = []
    while matches.count < count, let next = expression.nextMatch(after: last) {
      matches.append(String(next.text.dropLast(3)))
      last = next
    }
    return matches
  }

  @Test(
    "reads values, lists, ranges, steps and names",
    arguments: [
      // Equal schedules, in two spellings.
      ("30 9 * * MON-FRI", "30 9 * * 1-5"), ("0 0 1 jan,Feb,MAR *", "0 0 1 1-3 *"),
      ("*/15 * * * *", "0,15,30,45 * * * *"), ("*/35 9 * * *", "0,35 9 * * *"),
      ("10-50/20 9 * * *", "10,30,50 9 * * *"), ("0 */9 * * *", "0 0,9,18 * * *"),
      ("0 0 * * 0", "0 0 * * 7"), ("0 0 * * SUN", "0 0 * * 7"), ("0 0 * * */7", "0 0 * * 0"),
      ("0 0 * * FRI-SUN", "0 0 * * 0,5,6"), ("0 0 * * 5-0", "0 0 * * 5-7"),
      ("0 0 * * 0-0", "0 0 * * 0"), ("0 0 * * 0-7", "0 0 * * *"), ("0 0 * * 7-7", "0 0 * * 0"),
      ("0 0 1-31 * *", "0 0 * * *"), ("0 0 1 1-12/5 *", "0 0 1 1,6,11 *"),
      ("00 007 * * *", "0 7 * * *"), ("*/100 9 * * *", "0 9 * * *"),
      ("*/99999999999999999999 9 * * *", "0 9 * * *"), ("5-5/10 9 * * *", "5 9 * * *"),
      ("1,1,1-2 9 * * *", "1,2 9 * * *"), ("0 9 1,* * *", "0 9 * * *"),
      ("  0\t9 \n* * \r\n * ", "0 9 * * *"), ("0 0 * JAN-DEC/6 *", "0 0 * 1,7 *"),
    ])
  func readsSpellings(text: String, same: String) throws {
    let matches = try Self.matches(text, after: "2023-12-31T23:59:00", count: 200)
    #expect(matches.count == 200)
    #expect(matches == (try Self.matches(same, after: "2023-12-31T23:59:00", count: 200)))
  }

  @Test(
    "finds the matching days",
    arguments: [
      // Neither day field begins with a star: a day matches if either field does.
      ("0 0 13 * FRI", "2025-06-10", ["06-13", "06-20", "06-27", "07-04", "07-11", "07-13"]),
      ("0 0 1-31 * MON", "2025-06-10", ["06-11", "06-12", "06-13"]),
      ("0 0 */2,2 * MON", "2025-06-10", ["06-23", "07-07"]),
      // One of them begins with a star: both must match.
      ("0 0 */2 * FRI", "2025-06-10", ["06-13", "06-27", "07-11", "07-25", "08-01", "08-15"]),
      // Sundays and Fridays.
      ("0 0 13 * */5", "2025-06-10", ["06-13", "07-13", "02-13", "03-13"]),
      ("0 0 13 * *", "2025-06-10", ["06-13", "07-13", "08-13"]),
      ("0 0 * * FRI", "2025-06-10", ["06-13", "06-20", "06-27"]),
      ("0 0 *,13 * FRI", "2025-06-10", ["06-13", "06-20", "06-27"]),
      ("0 0 13,* * FRI", "2025-06-10", ["06-11", "06-12", "06-13"]),
      // Months of different lengths.
      ("0 0 31 * *", "2025-01-31", ["03-31", "05-31", "07-31", "08-31", "10-31", "12-31"]),
      ("0 0 30 1-3 *", "2025-01-30", ["03-30", "01-30", "03-30"]),
      ("0 0 28-31 2 *", "2023-12-31", ["02-28", "02-29", "02-28", "02-28", "02-28", "02-28"]),
    ])
  func findsDays(text: String, after: String, expected: [String]) throws {
    let matches = try Self.matches(text, after: after + "T00:00:00", count: expected.count)
    #expect(matches.map { String($0.dropFirst(5).prefix(5)) } == expected)
  }

  @Test(
    "knows leap years",
    arguments: [
      ("0 0 29 2 *", "1995-01-01T00:00:00", ["1996", "2000", "2004", "2008"]),
      ("0 0 29 2 *", "2095-01-01T00:00:00", ["2096", "2104", "2108"]),
      ("0 0 29 2 */7", "2030-01-01T00:00:00", ["2032", "2060", "2088", "2128"]),
    ])
  func knowsLeapYears(text: String, after: String, years: [String]) throws {
    let matches = try Self.matches(text, after: after, count: years.count)
    #expect(matches == years.map { $0 + "-02-29T00:00" })
  }

  @Test(
    "finds the matching minutes, also of the day it starts in",
    arguments: [
      ("30 9 * * *", "2025-06-10T09:29:59", "2025-06-10T09:30"),
      ("30 9 * * *", "2025-06-10T09:30:00", "2025-06-11T09:30"),
      ("30 9 * * *", "2025-06-10T09:30:59", "2025-06-11T09:30"),
      ("30 9,21 * * *", "2025-06-10T09:31:00", "2025-06-10T21:30"),
      ("0,59 0,23 * * *", "2025-06-10T23:58:00", "2025-06-10T23:59"),
      ("0,59 0,23 * * *", "2025-06-10T23:59:00", "2025-06-11T00:00"),
      ("* * * * *", "2025-12-31T23:59:00", "2026-01-01T00:00"),
      ("59 23 31 12 *", "2025-12-31T23:59:00", "2026-12-31T23:59"),
      ("0 0 1 1 *", "1969-12-31T23:59:59", "1970-01-01T00:00"),
      ("0 0 * * MON", "1969-12-20T12:00:00", "1969-12-22T00:00"),
      ("17 4 * * *", "1931-03-05T04:17:00", "1931-03-06T04:17"),
      ("* * * * *", "1931-03-05T04:17:30", "1931-03-05T04:18"),
    ])
  func findsMinutes(text: String, after: String, expected: String) throws {
    #expect(try Self.matches(text, after: after, count: 1) == [expected])
  }

  @Test("never fires on a day that no month has", arguments: ["0 0 30 2 *", "0 0 31 4,6,9,11 *"])
  func neverFires(text: String) throws {
    let expression = try CronExpression(text)
    let start = Zone.utc.wallTime(at: 1_763_185_350_000)
    #expect(expression.nextMatch(after: start) == nil)
    let newYork = try Zone(identifier: "America/New_York")
    for zone in [Zone.utc, newYork] {
      #expect(expression.nextOccurrence(after: 1_763_185_350_000, in: zone) == nil)
    }
  }

  @Test("follows the wall clock if the minute or the hour begins with a star")
  func isWildcard() throws {
    for text in ["* 9 * * *", "*/5 9 * * *", "0 * * * *", "0 */2 * * *", "*,5 9 * * *"] {
      #expect(try CronExpression(text).isWildcard)
    }
    for text in ["0 9 * * *", "0-59 0-23 * * *", "5,* 9 * * *", "0 9 */2 */2 */2"] {
      #expect(try !CronExpression(text).isWildcard)
    }
  }

  @Test("keeps its source with one space between the fields")
  func keepsText() throws {
    #expect(try CronExpression(" 0\t9  1,15 Jan *\n").description == "0 9 1,15 Jan *")
  }

  @Test("has room for every value of every field")
  func hasRoom() throws {
    let lists = CronField.allCases.map { field in
      field.names.isEmpty
        ? field.range.map(String.init).joined(separator: ",") : field.names.joined(separator: ",")
    }
    let text = lists.joined(separator: " ")
    #expect(try CronExpression(text).text == text)
    let padding = String(repeating: " ", count: CronExpression.lengthMax - text.utf8.count)
    #expect(try CronExpression(text + padding).text == text)
    #expect(throws: CronError.self) { try CronExpression(text + padding + " ") }
  }
}
