import ArgumentParser
import CivilTime
import JSONText

/// `dnp zones`: the transitions of time zones as this build knows them.
struct ZonesCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "zones",
    abstract: "List the transitions of time zones as this build knows them.",
    discussion: """
      Each line holds the zone, the transition's Unix time in seconds, and the offsets from UTC \
      before and after it in seconds. The first line names the version of the time zone data.

      Examples:
        dnp zones
        dnp zones --from 2025 --to 2027 Europe/London
        dnp zones --format json Australia/Lord_Howe
      """)

  @Option(help: "The first year, from 1970.")
  var from = 2000

  @Option(help: "The last year, up to 2100.")
  var to = 2037

  @Option(help: "How to print: text or json.")
  var format = AnswerFormat.text

  @Argument(
    help: "IANA zones, such as Europe/London. (default: the ten that are tested)",
    completion: .zone)
  var zones: [String] = []

  /// Zones with unusual rules, each tested for every transition of 2000 to 2037.
  static let testedZones = [
    "America/New_York", "Europe/London", "Australia/Lord_Howe", "America/Sao_Paulo",
    "Pacific/Apia", "Africa/Casablanca", "Asia/Kathmandu", "Pacific/Kiritimati",
    "Antarctica/Troll", "UTC",
  ]

  func validate() throws {
    guard (1970...2100).contains(from), (from...2100).contains(to) else {
      throw ValidationError("--from and --to are years from 1970 to 2100, --from first")
    }
    // Missing zone data is reported by `perform`, not as an unknown zone.
    if (try? ZoneData.verify()) != nil { _ = try listed() }
  }

  func perform() throws(CommandFailure) -> ExitCode {
    try CommandFailure.verifyZones()
    let zones: [Zone]
    do {
      zones = try listed()
    } catch {
      throw CommandFailure(.validationFailure, error.message)
    }
    try StandardStreams.print(format.answer(text: text(zones), json: json(zones)))
    return .success
  }

  private func text(_ zones: [Zone]) -> String {
    let listings = zones.map { ZoneListing.text(zone: $0, fromYear: from, throughYear: to) }
    return ZoneListing.header + listings.joined()
  }

  /// The same as JSON; a zone without a transition in these years is there, with none.
  private func json(_ zones: [Zone]) -> JSONValue {
    let rows = zones.map { zone -> JSONValue in
      let transitions = zone.transitions(fromYear: from, throughYear: to).map { transition in
        JSONValue.object([
          "utc": .string(ISO8601.text(transition.instant)),
          "epochMilliseconds": .integer(transition.instant),
          "offsetBefore": .integer(Int64(transition.offsetBefore)),
          "offsetAfter": .integer(Int64(transition.offsetAfter)),
        ])
      }
      return ["zone": .string(zone.identifier), "transitions": .array(transitions)]
    }
    return [
      "tzDataVersion": .string(ZoneData.version), "from": .integer(Int64(from)),
      "to": .integer(Int64(to)), "zones": .array(rows),
    ]
  }

  private func listed() throws(ValidationError) -> [Zone] {
    var listed: [Zone] = []
    for name in zones.isEmpty ? ZonesCommand.testedZones : zones {
      do throws(ZoneError) {
        listed.append(try Zone(identifier: name))
      } catch {
        throw ValidationError(error.suggesting)
      }
    }
    return listed
  }
}
