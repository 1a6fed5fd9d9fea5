import CivilTime
import DeviceModel
import JSONText

/// Names of notifications as scenarios write them for any system.
///
/// On Android each occurrence has an alarm and a notification of its own, named by its date:
/// `daily_daily_2025-11-16`. The name without the date stands for any of them.
enum AlarmNames {
  /// A record or an item of a list, under the name that is expected where that names it too.
  static func named(
    _ found: JSONValue, as expected: JSONValue, key: String, on platform: DevicePlatform
  ) -> JSONValue {
    guard platform == .android, case .object(let members) = found,
      let name = members[key]?.stringValue, let wanted = expected[key]?.stringValue,
      isDated(name, of: wanted)
    else { return found }
    return .object(
      JSONObject(members.members.map { ($0.key, $0.key == key ? .string(wanted) : $0.value) }))
  }

  /// Whether a name is another one with a date after it.
  static func isDated(_ name: String, of wanted: String) -> Bool {
    if wanted == PlannedOccurrence.dual { return name.hasPrefix(dualPrefix) }
    guard name.hasPrefix(wanted + "_") else { return false }
    return CivilDate(text: String(name.dropFirst(wanted.count + 1))) != nil
  }

  /// The beginning of the names of the dual schedule's alarms.
  static let dualPrefix = "dual_notify_"
}
