import Foundation
import JSONText
import ProgramSupport
import Testing

/// The built program, as a person or a script runs it.
@Suite("The program's when")
struct WhenProgramTests {
  @Test("begins at the default start of runs, whatever the host's clock and zone")
  func beginsAtDefault() throws {
    let run = try ProgramRun(when: ["--time", "09:30", "--count", "2"])
    #expect(run.code == 0 && run.error == "")
    #expect(run.output.hasPrefix("'09:30' in UTC after 2025-11-15T05:42:30Z, tz data "))
    #expect(run.output.contains("1  Sat 2025-11-15 09:30 +00:00  2025-11-15T09:30:00Z  -\n"))
    let elsewhere = try ProgramRun(
      when: ["--time", "09:30", "--count", "2"], environment: ["TZ": "Asia/Tokyo", "LC_ALL": "C"])
    #expect(elsewhere.output == run.output)
    let help = try ProgramRun(when: ["--help"])
    #expect(help.code == 0 && help.output.contains("2025-11-15T05:42:30Z"))
  }

  @Test("lists ten firings, or as many as requested")
  func listsCount() throws {
    for (arguments, count) in [([], 10), (["--count", "1"], 1), (["--count", "1000"], 1_000)] {
      let run = try ProgramRun(when: ["--cron", "* * * * *", "--format", "json"] + arguments)
      #expect(run.code == 0)
      #expect(try JSONParser.parse(run.output).arrayValue?.count == count)
    }
  }

  @Test(
    "refuses bad options with the place and the remedy",
    arguments: [
      ([], "nothing is asked; give --time 09:30 or --cron '30 9 * * MON-FRI'"),
      (
        ["--time", "09:30", "--cron", "* * * * *"],
        "--time and --cron exclude each other; give one of them"
      ),
      (["--time", "9:30"], "--time 9:30: give a time from 00:00 to 23:59, such as 09:30"),
      (["--time", "24:00"], "--time 24:00: give a time from 00:00 to 23:59, such as 09:30"),
      (
        ["--cron", "0 9 * * 8"],
        """
        --cron: day of week, column 9: found '8', expected a number 0–7 (0 and 7 are Sunday) or \
        SUN–SAT
          0 9 * * 8
                  ^
        """
      ),
      (["--cron", ""], "--cron: column 1: found nothing, expected 5 fields: "),
      (["--cron", "\u{1B}[31m * * * *"], "found '\\u{1B}[31m', expected a number 0–59\nUsage"),
      (
        ["--time", "09:30", "--zone", "Mars"],
        "--zone: unknown time zone 'Mars': expected an IANA identifier such as 'Europe/London'"
      ),
      (
        ["--time", "09:30", "--from", "2025-11-15"],
        "--from 2025-11-15: give an instant with its offset, such as 2025-11-15T05:42:30Z"
      ),
      (
        ["--time", "09:30", "--from", "2101-01-01T00:00:00Z"],
        "--from 2101-01-01T00:00:00Z: give an instant of the years 1970 to 2100"
      ),
      (
        ["--time", "09:30", "--from", "1969-12-31T23:59:59Z"],
        "--from 1969-12-31T23:59:59Z: give an instant of the years 1970 to 2100"
      ),
      (["--time", "09:30", "--count", "0"], "--count 0: give a number from 1 to 1000"),
      (["--time", "09:30", "--count", "1001"], "--count 1001: give a number from 1 to 1000"),
      (["--time", "09:30", "--count", "x"], "'x' is invalid for '--count <count>'"),
      (["--time", "09:30", "--format", "xml"], "Please provide one of 'text' and 'json'"),
    ])
  func refusesBadOptions(arguments: [String], message: String) throws {
    let run = try ProgramRun(when: arguments)
    #expect(run.code == 64 && run.output == "")
    #expect(run.error.contains(message), "\(run.error)")
    #expect(run.error.contains("Usage: dnp when"))
  }

  @Test("succeeds when nothing fires, and says so on stderr")
  func succeedsWithoutFirings() throws {
    let run = try ProgramRun(when: ["--cron", "0 0 30 2 *", "--format", "json"])
    #expect(run.code == 0 && run.output == "[]\n")
    #expect(run.error.hasPrefix("'0 0 30 2 *' never fires within 50 years after 2025-11-15"))
  }

  @Test("knows the zones in a release build")
  func knowsZones() throws {
    let run = try ProgramRun(when: [
      "--time", "02:15", "--zone", "Australia/Lord_Howe", "--from", "2025-10-04T00:00:00Z",
      "--count", "1",
    ])
    #expect(run.code == 0)
    #expect(run.output.contains("1  Sun 2025-10-05 02:45 +11:00  2025-10-04T15:45:00Z  -"))
  }

  #if os(Linux)
  @Test("fails with 73 when standard output cannot be written")
  func failsOnFullOutput() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let run = try ProgramRun(when: ["--time", "09:30"], output: full)
    #expect(run.code == 73)
    #expect(run.error.contains("standard output cannot be written"))
  }
  #endif
}
