import CivilTime
import DeviceModel
import JSONText
import PlainText

/// A row of the store's list; its text is made when it is shown.
enum StoreEntry: Hashable, Sendable {
  /// The title of the entries that follow, and their count.
  case heading(String, count: Int)
  /// An entry of the key-value store.
  case value(String, JSONValue)
  case schedule(JSONValue)
  /// What was armed of a schedule's revision, and how far that is accounted for.
  case ledger(JSONValue)
  case content(JSONValue)
  case delivery(JSONValue)

  /// Everything that a device's plugin has stored, without secrets; keys without a value are left
  /// out.
  static func all(_ device: Device) -> [StoreEntry] {
    // The state is what may be shown: it has been through `Redaction`.
    let state = device.state(.storage)
    let values = state["values"]?.objectValue?.members ?? []
    let stored = values.filter { !$0.value.isNull }.map { StoreEntry.value($0.key, $0.value) }
    func rows(_ name: String) -> [JSONValue] { state[name]?.arrayValue ?? [] }
    return section("Values", stored) + section("Schedules", rows("schedules").map(Self.schedule))
      + section("Ledger", rows("ledger").map(Self.ledger))
      + section("Content", rows("contents").map(Self.content))
      + section("History", rows("history").map(Self.delivery))
  }

  private static func section(_ title: String, _ entries: [StoreEntry]) -> [StoreEntry] {
    [.heading(title, count: entries.count)] + entries
  }

  /// What the entry is called.
  var name: String {
    switch self {
    case .heading(let title, let count): "\(title) \(count)"
    case .value(let name, _): name
    case .schedule(let row): "\(string(row, "kind")) \(string(row, "alarm_id"))"
    case .content(let row): string(row, "hash")
    case .ledger(let row), .delivery(let row):
      "\(string(row, "kind")) \(string(row, "scheduleId"))"
    }
  }

  /// What the entry holds, in one line.
  func text(at clock: Clock) -> String {
    switch self {
    case .heading: ""
    case .value(let name, let value): clock.text(value, named: name)
    case .schedule(let row):
      "\(clock.time(row["trigger_time"])) · \(string(row, "time")) \(string(row, "repeat_rule"))"
        + (row["enabled"] == .bool(false) ? " off" : "") + " · \(string(row, "title"))"
    case .ledger(let row):
      "\(clock.time(row["settledTime"])) · settled until then · "
        + "armed \(row["armed"]?.arrayValue?.count ?? 0)"
        + (row["repeatsFrom"]?.integerValue == nil ? "" : " · repeats")
    case .content(let row):
      "\(clock.time(row["scheduledFor"])) · \(string(row, "source")), "
        + "\(clock.age(row["fetchedAt"])), \(string(row, "byteCount")) bytes"
    case .delivery(let row) where row["outcome"] == "missed":
      "\(clock.time(row["plannedTime"])) · missed · \(string(row, "reason")), "
        + string(row, "certainty")
    case .delivery(let row):
      "\(clock.time(row["deliveredAt"])) · \(string(row, "source")) · \(string(row, "title"))"
    }
  }

  /// Whether it only says what the entries below it are.
  var isHeading: Bool {
    switch self {
    case .heading: true
    case .value, .schedule, .ledger, .content, .delivery: false
    }
  }

  /// Every member of the entry, a line each or more; nil for a heading.
  func page(at clock: Clock) -> Page? {
    switch self {
    case .heading: nil
    case .value(let name, let value): Page(title: name, lines: Self.lines(value, name, clock))
    case .ledger(let row): Page(title: name, lines: Self.ledgerLines(row, name, clock))
    case .schedule(let row), .content(let row), .delivery(let row):
      Page(title: name, lines: Self.lines(row, name, clock))
    }
  }

  private static func lines(_ value: JSONValue, _ name: String, _ clock: Clock) -> [String] {
    switch value {
    case .object(let object):
      return object.members.map { "\($0.key): \(clock.text($0.value, named: $0.key))" }
    case .string(let text):
      let json = text.hasPrefix("{") ? try? JSONParser.parse(text) : nil
      return (json?.prettyText ?? text).split(separator: "\n").map(String.init)
    case .integer, .number, .bool, .array, .null: return [clock.text(value, named: name)]
    }
  }

  /// The members, then each armed occurrence.
  private static func ledgerLines(_ row: JSONValue, _ name: String, _ clock: Clock) -> [String] {
    var members = row.objectValue ?? [:]
    members["armed"] = nil
    let armed = row["armed"]?.arrayValue ?? []
    return lines(.object(members), name, clock)
      + armed.map { entry in
        let isWithdrawn = entry["isWithdrawn"] == .bool(true)
        return "armed: \(clock.time(entry["plannedTime"]))\(isWithdrawn ? " · withdrawn" : "")"
      }
  }

  private func string(_ row: JSONValue, _ member: String) -> String {
    switch row[member] {
    case .string(let text): text
    case .some(let value): value.canonicalText
    case nil: ""
    }
  }
}

extension StoreEntry {
  /// The device's clock, by which times are shown.
  struct Clock {
    let now: Int64
    let zone: Zone
    /// Whether the stored number stands beside a time.
    let showsNumbers: Bool

    init(_ os: OperatingSystem, showsNumbers: Bool = true) {
      now = os.wallMilliseconds
      zone = os.zone
      self.showsNumbers = showsNumbers
    }

    /// The members and keys that hold a time, in milliseconds since the Unix epoch.
    private static let times: Set<String> = [
      "earliestBeginDate", "lastSuccessfulRunTimestamp", "DNP_TaskOccurrence",
      "DNP_DualBeginDate", "DNP_DualOccurrence", "DNP_DualSuccessfulRun",
      "DNP_PrefetchedThrough", "DNP_LastPrefetch", "DNP_DualFetchedThrough",
      "DNP_LastCoordination", "DNP_LastBoot", "trigger_time", "created_at", "updated_at",
      "revision",
      "settledTime", "lastShownAt", "clockOrigin", "trigger", "seenAt", "scheduledFor", "fetchedAt",
      "plannedTime", "deliveredAt", "detectedAt",
    ]

    /// A value on one line; a time by the device's zone as well.
    func text(_ value: JSONValue, named name: String) -> String {
      if case .integer(let number) = value {
        if name == "DNP_LastUptime" { return "\(DurationText.text(number))  \(number)" }
        return Self.times.contains(name) ? time(value) : String(number)
      }
      guard case .string(let text) = value else { return value.canonicalText }
      return SafeText.fileLine(text)
    }

    /// `15 Nov 05:48:00  1763185680000`; 0 stands for no time.
    func time(_ value: JSONValue?) -> String {
      guard case .integer(let time)? = value else { return "" }
      guard time != 0 else { return "0" }
      let text = "\(ClockText.day(time, zone)) \(ClockText.time(time, zone))"
      return showsNumbers ? "\(text)  \(time)" : text
    }

    /// How long ago a time was: `5m18s old`.
    func age(_ value: JSONValue?) -> String {
      guard case .integer(let time)? = value else { return "" }
      return time > now ? "of the future" : "\(ClockText.length(now - time)) old"
    }
  }
}
