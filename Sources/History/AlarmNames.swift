public import CivilTime
public import DeviceModel
public import JSONText

/// Names of notifications as scenarios write them for any system.
///
/// On Android each occurrence has an alarm and a notification of its own, named by date and time:
/// `daily_daily_2025-11-16T05:53`. The name without the time stands for any time of the date, the
/// name without both for any of them.
public enum AlarmNames {
  /// A record or an item of a list, under the name that is expected where that names it too.
  public static func named(
    _ found: JSONValue, as expected: JSONValue, key: String, on platform: DevicePlatform
  ) -> JSONValue {
    guard platform == .android, case .object(let members) = found,
      let name = members[key]?.stringValue, let wanted = expected[key]?.stringValue,
      isDated(name, of: wanted)
    else { return found }
    return .object(
      JSONObject(members.members.map { ($0.key, $0.key == key ? .string(wanted) : $0.value) }))
  }

  /// Whether a name is another one with a date and time after it, or with a time after its date.
  public static func isDated(_ name: String, of wanted: String) -> Bool {
    if wanted == PlannedOccurrence.dual { return name.hasPrefix(dualPrefix) }
    guard let parts = parts(name[...]) else { return false }
    return wanted == parts.name || wanted == "\(parts.name)_\(parts.date)"
  }

  /// The schedule's part of a name and the date in it: `daily_news` and `2025-11-16` of
  /// `daily_news_2025-11-16`, `daily_news_2025-11-16T05:53` and `daily_news_2025-11-16T05:53_UTC`.
  ///
  /// The moment is the date with all after it. Nil where there is no date.
  public static func parts(
    _ name: Substring
  ) -> (name: Substring, date: Substring, moment: Substring)? {
    for underscore in name.indices.reversed() where name[underscore] == "_" {
      let rest = name[underscore...].dropFirst()
      let date = rest.prefix(dateCount)
      guard CivilDate(text: String(date)) != nil else { continue }
      let time = rest.dropFirst(dateCount)
      if time.isEmpty || time.first == "T" { return (name[..<underscore], date, rest) }
    }
    return nil
  }

  /// The time in an alarm's name, in its schedule's zone or the phone's, where the alarm was set
  /// for a later one; nil where it was not.
  ///
  /// An alarm whose time has passed is set for the next moment, which is no time of its schedule,
  /// and an inexact one for when the system will fire it.
  public static func passed(_ name: String, before trigger: Int64, in phone: Zone) -> Int64? {
    let isDual = name.hasPrefix(dualPrefix)
    let moment = isDual ? name.dropFirst(dualPrefix.count) : parts(name[...])?.moment
    guard let moment, let date = CivilDate(text: String(moment.prefix(dateCount))),
      let time = TimeOfDay(String(moment.dropFirst(dateCount + 1).prefix(timeCount)))
    else { return nil }
    let suffix = String(moment.dropFirst(dateCount + 1 + timeCount + 1))
    let zone = isDual ? phone : (try? Zone(identifier: suffix)) ?? phone
    let named = WallTime(date: date, hour: time.hour, minute: time.minute)
    // In an overlap the second of two times has the name, too.
    guard zone.wallTime(at: trigger) != named, let planned = zone.instant(of: named),
      planned < trigger
    else { return nil }
    return planned
  }

  /// How many characters a date has, and a time.
  private static let dateCount = 10
  private static let timeCount = 5

  /// The beginning of the names of the dual schedule's alarms.
  public static let dualPrefix = "dual_notify_"
}
