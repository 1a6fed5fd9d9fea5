import CivilTime
import Testing

@Suite("Cron error")
struct CronErrorTests {
  private static func message(_ text: String) -> String? {
    do {
      _ = try CronExpression(text)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(
    "names the field, the column, what was found and what is allowed",
    arguments: [
      ("60 * * * *", "minute, column 1: found '60', expected a number 0–59"),
      ("0 24 * * *", "hour, column 3: found '24', expected a number 0–23"),
      ("0 0 0 * *", "day of month, column 5: found '0', expected a number 1–31"),
      ("0 0 32 * *", "day of month, column 5: found '32', expected a number 1–31"),
      ("0 0 1 13 *", "month, column 7: found '13', expected a number 1–12 or JAN–DEC"),
      ("0 0 1 MAI *", "month, column 7: found 'MAI', expected a number 1–12 or JAN–DEC"),
      (
        "0 0 * * 8",
        "day of week, column 9: found '8', "
          + "expected a number 0–7 (0 and 7 are Sunday) or SUN–SAT"
      ),
      (
        "0 0 * * MONDAY",
        "day of week, column 9: found 'MONDAY', "
          + "expected a number 0–7 (0 and 7 are Sunday) or SUN–SAT"
      ),
      ("  0   x * * *", "hour, column 7: found 'x', expected a number 0–23"),
      ("JAN 0 * * *", "minute, column 1: found 'JAN', expected a number 0–59"),
      ("1,2,,4 0 * * *", "minute, column 5: found nothing, expected a number 0–59"),
      ("1, 0 * * *", "minute, column 3: found nothing, expected a number 0–59"),
      ("1- 0 * * *", "minute, column 3: found nothing, expected a number 0–59"),
      ("-1 0 * * *", "minute, column 1: found nothing, expected a number 0–59"),
      ("1-60 0 * * *", "minute, column 3: found '60', expected a number 0–59"),
      ("1-2-3 0 * * *", "minute, column 3: found '2-3', expected a number 0–59"),
      ("*5 0 * * *", "minute, column 1: found '*5', expected a number 0–59"),
      ("0 0 L * *", "day of month, column 5: found 'L', expected a number 1–31"),
      ("0,\u{FF15} 0 * * *", "minute, column 3: found '\\u{FF15}', expected a number 0–59"),
      ("0\u{A0}0 0 * * *", "minute, column 1: found '0\\u{A0}0', expected a number 0–59"),
      ("\u{1B}[2J 0 * * *", "minute, column 1: found '\\u{1B}[2J', expected a number 0–59"),
      (
        "99999999999999999999 0 * * *",
        "minute, column 1: "
          + "found '99999999999999999999', expected a number 0–59"
      ),
      (
        "0 aaaaaaaaaaaaaaaaaaaaaaaa * * *",
        "hour, column 3: "
          + "found 'aaaaaaaaaaaaaaaaaaaaaaaa', expected a number 0–23"
      ),
      (
        "0 aaaaaaaaaaaaaaaaaaaaaaaaa * * *",
        "hour, column 3: "
          + "found 'aaaaaaaaaaaaaaaaaaaaaaaa…', expected a number 0–23"
      ),
    ])
  func namesValue(text: String, message: String) {
    #expect(Self.message(text) == message)
  }

  @Test(
    "shows how to write ranges and steps",
    arguments: [
      (
        "50-10 * * * *",
        "minute, column 1: found '50-10', "
          + "expected the smaller value first; write 50-59,0-10"
      ),
      (
        "0 9 * 1,NOV-FEB *",
        "month, column 9: found 'NOV-FEB', "
          + "expected the smaller value first; write 11-12,1-2"
      ),
      (
        "0 9 * * SAT-MON",
        "day of week, column 9: found 'SAT-MON', "
          + "expected the smaller value first; write 6-7,0-1"
      ),
      (
        "0 3,5/10 * * *",
        "hour, column 5: found '5/10', "
          + "expected a step only after * or a range; write 5-23/10"
      ),
      (
        "0 9 * * MON/2",
        "day of week, column 9: found 'MON/2', "
          + "expected a step only after * or a range; write MON-7/2"
      ),
      ("*/0 * * * *", "minute, column 3: found '0', expected a step of 1 or more"),
      ("*/00 * * * *", "minute, column 3: found '00', expected a step of 1 or more"),
      ("*/ * * * *", "minute, column 3: found nothing, expected a step of 1 or more"),
      ("1-5/x * * * *", "minute, column 5: found 'x', expected a step of 1 or more"),
      ("*/2/3 * * * *", "minute, column 3: found '2/3', expected a step of 1 or more"),
      ("/5 * * * *", "minute, column 1: found nothing, expected a number 0–59"),
    ])
  func showsRemedy(text: String, message: String) throws {
    #expect(Self.message(text) == message)
    // A suggestion must be valid in its place.
    guard let suggestion = message.components(after: "write ") else { return }
    let found = try #require(message.components(after: "found '")?.prefix { $0 != "'" })
    #expect(Self.message(text.replacing(found, with: suggestion)) == nil)
  }

  @Test(
    "counts the fields",
    arguments: [
      ("", 1, "nothing", "there are 0"), ("   ", 4, "nothing", "there are 0"),
      ("*", 2, "nothing", "there is 1"), ("0 9 * *", 8, "nothing", "there are 4"),
      ("0 9 * * * *", 11, "'*'", "there are 6"), ("0 9 * * * 2025 x", 11, "'2025'", "there are 7"),
      ("1, 2 9 * * *", 12, "'*'", "there are 6"),
    ])
  func countsFields(text: String, column: Int, found: String, count: String) {
    let fields = "5 fields: minute, hour, day of month, month, day of week"
    #expect(Self.message(text) == "column \(column): found \(found), expected \(fields); \(count)")
  }

  @Test("explains nicknames and strings that are too long")
  func namesOthers() {
    let fields = "5 fields: minute, hour, day of month, month, day of week"
    #expect(
      Self.message(" @daily") == "column 2: found '@daily', expected \(fields), such as 0 9 * * *")
    #expect(
      Self.message(String(repeating: "* ", count: 100_000))
        == "column 513: found '* * * * * * * * * * * * …', expected at most 512 characters")
  }

  @Test("holds kind, field, found text and column as values")
  func holdsValues() throws {
    let error = #expect(throws: CronError.self) { try CronExpression("0 9-7 * * *") }
    #expect(error?.kind == .reversedRange(suggestion: "9-23,0-7"))
    #expect(error?.field == .hour)
    #expect(error?.found == "9-7")
    #expect(error?.column == 3)
  }
}

extension String {
  /// What follows the first occurrence of a string.
  fileprivate func components(after text: String) -> Substring? {
    firstRange(of: text).map { self[$0.upperBound...] }
  }
}
