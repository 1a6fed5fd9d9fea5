import ArgumentParser
import CivilTime

/// `dnp zones`: the transitions of time zones as this build knows them.
struct ZonesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "zones",
    abstract: "List the transitions of time zones as this build knows them.",
    discussion: """
      Each line holds the zone, the transition's Unix time in seconds, and the offsets from UTC \
      before and after it in seconds. The first line names the version of the time zone data.
      """)

  @Option(help: "The first year, from 1970.")
  var from = 2000

  @Option(help: "The last year, up to 2100.")
  var to = 2037

  @Argument(help: "IANA zones, such as Europe/London; without any, the ten that are tested.")
  var zones: [String] = []

  /// Zones with unusual rules, each tested for every transition of 2000 to 2037.
  static let testedZones = [
    "America/New_York", "Europe/London", "Australia/Lord_Howe", "America/Sao_Paulo",
    "Pacific/Apia", "Africa/Casablanca", "Asia/Kathmandu", "Pacific/Kiritimati",
    "Antarctica/Troll", "UTC",
  ]

  mutating func validate() throws {
    guard (1970...2100).contains(from), (from...2100).contains(to) else {
      throw ValidationError("--from and --to are years from 1970 to 2100, --from first")
    }
  }

  mutating func run() throws {
    RunStream.ignoreBrokenPipe()
    try ZoneData.verify()
    var text = ZoneListing.header
    for name in zones.isEmpty ? ZonesCommand.testedZones : zones {
      do throws(ZoneError) {
        text += ZoneListing.text(zone: try Zone(identifier: name), fromYear: from, throughYear: to)
      } catch {
        throw ValidationError("\(error)")
      }
    }
    let listing = text
    let code = RunFailure.guarded { () throws(RunFailure) -> ExitCode in
      guard RunStream.out.write(listing) else { throw RunStream.outputFailure() }
      return .success
    }
    if code != .success { throw code }
  }
}
