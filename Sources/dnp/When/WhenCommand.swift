import ArgumentParser
import CivilTime
import DeviceModel

/// `dnp when`: the next firings of a time of day or a cron expression, with notes on DST.
struct WhenCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "when",
    abstract: "List the next firings of a time of day or a cron expression.",
    discussion: """
      Give either --time or --cron. No host clock is read: without --from the search begins where \
      every simulated run does, so equal options always give equal output.
      A time of day in a DST gap moves forward by the gap; a cron expression fires at the gap's \
      end, and not at all where its minute or hour begins with *. In an overlap both fire in the \
      first pass only. The rules are the plugin's, the same on iOS and Android. See \
      \(ProgramFolder.page("when")).
      Exit codes: 0 also when nothing fires (said on stderr), 64 usage, 70 internal, 73 cannot \
      write output.

      Examples:
        dnp when --time 09:30 --zone Europe/London
        dnp when --cron '30 9 * * MON-FRI' --count 5
        dnp when --time 02:30 --zone America/New_York --from 2026-03-07T00:00:00Z
      """)

  @Option(help: ArgumentHelp("A time of day, 00:00 to 23:59.", valueName: "HH:mm"))
  var time: String?

  @Option(
    help: ArgumentHelp(
      "Minute, hour, day of month, month and day of week, such as '30 9 * * MON-FRI'.",
      valueName: "expression"))
  var cron: String?

  @Option(help: "An IANA zone, such as Europe/London.", completion: .zone)
  var zone = "UTC"

  @Option(
    help: ArgumentHelp(
      "Firings strictly after this instant; the default is the start of simulated runs.",
      valueName: "instant"))
  var from = ISO8601.text(DeviceConfiguration().startMilliseconds)

  @Option(help: "The number of firings, 1 to 1000.")
  var count = 10

  @Option(help: "How to print them: text or json.")
  var format = AnswerFormat.text

  func validate() throws {
    _ = try schedule()
    _ = try start()
    // Missing zone data is reported by `run`, not as an unknown zone.
    if (try? ZoneData.verify()) != nil { _ = try place() }
    guard WhenAnswer.counts.contains(count) else {
      let (low, high) = (WhenAnswer.counts.lowerBound, WhenAnswer.counts.upperBound)
      throw ValidationError("--count \(count): give a number from \(low) to \(high)")
    }
  }

  func perform() throws(CommandFailure) -> ExitCode {
    try CommandFailure.verifyZones()
    let answer: WhenAnswer
    do {
      answer = try self.answer()
    } catch {
      throw CommandFailure(.validationFailure, error.message)
    }
    // Printed even if the answer itself cannot be written.
    defer { if let shortfall = answer.shortfall { StandardStreams.report(shortfall + "\n") } }
    try StandardStreams.print(text(of: answer))
    return .success
  }

  /// The answer for the options; needs the time zone data.
  func answer() throws(ValidationError) -> WhenAnswer {
    WhenAnswer(schedule: try schedule(), zone: try place(), start: try start(), count: count)
  }

  func text(of answer: WhenAnswer) -> String {
    format.answer(text: WhenTable(answer: answer).text, json: WhenJSON(answer: answer).value)
  }

  private func schedule() throws(ValidationError) -> WhenSchedule {
    switch (time, cron) {
    case (let time?, nil):
      guard let time = TimeOfDay(time) else {
        throw ValidationError("--time \(time): give a time from 00:00 to 23:59, such as 09:30")
      }
      return .time(time)
    case (nil, let text?):
      do {
        return .cron(try CronExpression(text))
      } catch {
        throw ValidationError("--cron: \(error)" + WhenCommand.pointer(text, error.column))
      }
    case (nil, nil):
      throw ValidationError(
        "nothing is asked; give --time 09:30 or --cron '30 9 * * MON-FRI'")
    case (_?, _?):
      throw ValidationError("--time and --cron exclude each other; give one of them")
    }
  }

  private func place() throws(ValidationError) -> Zone {
    do {
      return try Zone(identifier: zone)
    } catch {
      throw ValidationError("--zone: \(error.suggesting)")
    }
  }

  private func start() throws(ValidationError) -> Int64 {
    guard let instant = ISO8601.parse(from) else {
      throw ValidationError(
        "--from \(from): give an instant with its offset, such as 2025-11-15T05:42:30Z or "
          + "2025-03-08T12:00-05:00")
    }
    guard (1_970...2_100).contains(Zone.utc.date(at: instant).year) else {
      throw ValidationError("--from \(from): give an instant of the years 1970 to 2100")
    }
    return instant
  }

  /// The expression with a mark under a column; empty where a terminal may not align them.
  private static func pointer(_ text: String, _ column: Int) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { (" "..."~").contains($0) }
    guard isPlain, !text.isEmpty, text.utf8.count <= 76 else { return "" }
    return "\n  \(text)\n  " + String(repeating: " ", count: column - 1) + "^"
  }
}
