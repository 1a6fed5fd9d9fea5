import DailyNotification
import DeviceModel
import JSONText
import SimulationCore

/// Collects facts from the records of a run.
struct ParityWatch {
  private(set) var facts = ParityFacts(outcome: .notRun)
  private(set) var causes: Set<String> = []
  /// The instant at which the plugin was entered last.
  private var entered: SimulationInstant?

  /// The kinds of records that are looked at.
  private static let kinds: Set<RecordKind> = [
    .command, .called, .dialogAnswered,
    .entry, .alarmFired, .taskLaunched, .delivered, .fetchStarted, .fetchEnded, .replied,
    .hostEvent, .log, .heldForSummary, .notDelivered, .requestEvicted, .alarmLost, .alarmHeld,
    .alarmRefused,
    .unreceived, .workStopped, .taskRefused, .taskLost,
  ]

  /// Takes the next record.
  mutating func recordWritten(_ record: Record<DeviceRecord>) {
    let kind = record.payload.recordKind
    guard ParityWatch.kinds.contains(kind) else { return }
    let fields = RecordFields(record.payload)
    // What other code crowds out may be the plugin's; all else that it does is its own affair.
    if fields.text("by") != "other" || kind == .requestEvicted { take(record, kind, fields) }
  }

  private mutating func take(
    _ record: Record<DeviceRecord>, _ kind: RecordKind, _ fields: RecordFields
  ) {
    if kind == .command {
      takeCommand(fields.text("verb"), fields.text("argument"))
    } else if kind == .called {
      if fields.text("method").hasPrefix("schedule") { facts.scheduleCalls += 1 }
    } else if kind == .dialogAnswered {
      if fields.text("isAllowed") == "false" { facts.denials += 1 }
    } else if kind == .entry || kind == .alarmFired {
      entered = record.instant
    } else if kind == .delivered {
      facts.shown += 1
      if ["cache", "live"].contains(fields.text("source")) { facts.fetched += 1 }
      if entered == record.instant { facts.codeRuns += 1 }
      let drift = record.wallMilliseconds - (fields.time("planned") ?? record.wallMilliseconds)
      facts.driftMilliseconds = max(facts.driftMilliseconds ?? drift, drift)
    } else if kind == .taskLaunched {
      facts.prefetches += 1
      let late = fields.time("earliestBeginDate").map { record.wallMilliseconds - $0 }
      facts.latenessMilliseconds = [facts.latenessMilliseconds, late].compactMap(\.self).max()
    } else if kind == .fetchStarted {
      if fields.text("hasToken") == "true" { facts.tokens += 1 }
    } else if kind == .fetchEnded {
      if fields.number("status") == 304 { facts.notModified += 1 }
    } else if kind == .replied {
      if fields.text("isRejected") == "true", let word = rejection(fields) {
        facts.rejections.append(word)
      }
    } else if kind == .hostEvent {
      if fields.text("name") == "notificationMissed" { facts.missed += 1 }
    } else if kind == .log {
      guard record.payload.logMessage?.line == .recovered else { return }
      facts.recoveries.append(
        "\(fields.text("scenario")) (\(fields.text("missed")) missed, "
          + "\(fields.text("verified")) verified, \(fields.text("rescheduled")) rescheduled)")
    } else if kind == .alarmHeld || kind == .heldForSummary || kind == .requestEvicted
      || kind == .taskLost
    {
      causes.insert(kind.name.description)
    } else {
      let reason = fields.text(kind == .taskRefused ? "code" : "reason")
      causes.insert("\(kind.name).\(reason)")
    }
  }

  private mutating func takeCommand(_ verb: String, _ argument: String) {
    if verb == "setPermission", argument == "denied" { facts.denials += 1 }
    if verb == "dismissDelivered" { facts.dismissals += 1 }
    if ParityWatch.clockVerbs.contains(verb) { facts.clockChanges += 1 }
  }

  /// What changes the clock or the zone.
  private static let clockVerbs: Set = ["warpClock", "timeWarp", "setZone", "shiftDST"]

  /// The word of a rejected reply.
  private func rejection(_ fields: RecordFields) -> String? {
    guard case .json(let text)? = fields["reply"] else { return nil }
    return (try? JSONParser.parse(text))?["error"]?.stringValue
  }
}
