import CivilTime
import DailyNotification
import DeviceLogs

/// What the lines of a log tell of the phone's zone.
struct ZoneEvidence: Sendable {
  /// How far a clock was ahead of UTC at an instant.
  struct Offset: Hashable, Sendable {
    let instant: Int64
    let minutes: Int

    /// The same on the day of the instant, which says as much of a zone.
    fileprivate var ofDay: Offset { Offset(instant: instant / 86_400_000, minutes: minutes) }
  }

  /// The zone that was named; nil where none was.
  private var named: Zone?
  /// The offsets that times of day show by the instants for which they were planned.
  private var shown: [Offset] = []
  /// The offsets of the lines' own times: of the phone, or of the computer that has printed them.
  private var printed: [Offset] = []
  /// What is not known of it; nil where it was given.
  private(set) var remark: String?

  /// One offset alone.
  init(_ offset: Offset) { shown = [offset] }

  /// What is given, or else what lines of the plugin show.
  init(_ entries: [LogEntry], given: LogZone?) {
    switch given {
    case .named(let zone): named = zone
    case .offset(let minutes):
      shown = [Offset(instant: entries.first?.time?.milliseconds ?? 0, minutes: minutes)]
    case nil:
      shown = ZoneEvidence.shown(entries)
      printed = ZoneEvidence.printed(entries)
      let isEmpty = shown.isEmpty && printed.isEmpty
      remark =
        isEmpty
        ? "no line shows the phone's zone: UTC is assumed; give --zone"
        : "the log does not name the phone's zone: \(zone.identifier) fits its times; give --zone"
    }
  }

  /// The zone with most of these offsets: UTC or a fixed one where no other has more, else the
  /// first of the database by name.
  ///
  /// - Complexity: Each offset of a day is looked up in each zone of the database.
  var zone: Zone {
    if let named { return named }
    let (shown, printed) = (ZoneEvidence.distinct(shown), ZoneEvidence.distinct(printed))
    let first = (shown.first ?? printed.first)?.minutes ?? 0
    let fixed =
      first % 60 == 0 && first != 0 ? ["Etc/GMT\(first < 0 ? "+" : "-")\(abs(first) / 60)"] : []
    var best: (zone: Zone, score: (Int, Int)) = (.utc, (-1, -1))
    for name in ["UTC"] + fixed + ZoneData.identifiers {
      guard let zone = try? Zone(identifier: name) else { continue }
      let score = (
        shown.count { zone.offsetSeconds(at: $0.instant) == $0.minutes * 60 },
        printed.count { zone.offsetSeconds(at: $0.instant) == $0.minutes * 60 }
      )
      if score > best.score { best = (zone, score) }
      if score == (shown.count, printed.count) { break }
    }
    return best.zone
  }

  /// One offset of each day.
  private static func distinct(_ offsets: [Offset]) -> [Offset] {
    var days: Set<Offset> = []
    return offsets.filter { days.insert($0.ofDay).inserted }
  }

  /// The offset of a clock that showed a time of day, in minutes, at an instant.
  static func offset(minuteOfDay: Int, at instant: Int64) -> Offset {
    let minutes = LogZone.minutesAhead(minuteOfDay: minuteOfDay, at: instant)
    return Offset(instant: instant, minutes: minutes)
  }

  /// The offsets that times of day show by the instants for which they are planned, up to the line
  /// in which the phone has come to another zone.
  private static func shown(_ entries: [LogEntry]) -> [Offset] {
    var minutes: [String: Int] = [:]
    var offsets: [Offset] = []
    for entry in entries {
      if entry.event == .line(.zoneFollowed) { break }
      guard let id = entry.field("id") else { continue }
      let isRow = entry.event == .line(.schedulePersisted)
      if isRow { minutes[id] = entry.field("time").flatMap { TimeOfDay($0)?.minuteOfDay } }
      let isReport =
        entry.event == .line(.notificationDelivered) || entry.event == .line(.notificationMissed)
      guard isRow || isReport, let minute = minutes[id],
        let planned = entry.field(isRow ? "next" : "time").flatMap(ISO8601.parse)
      else { continue }
      offsets.append(offset(minuteOfDay: minute, at: planned))
    }
    return offsets
  }

  private static func printed(_ entries: [LogEntry]) -> [Offset] {
    entries.compactMap { entry in
      guard let minutes = entry.stamp?.offsetMinutes, let time = entry.time else { return nil }
      return Offset(instant: time.milliseconds, minutes: minutes)
    }
  }
}
