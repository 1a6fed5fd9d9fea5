import CivilTime
import DeviceModel
import JSONText

/// The page's time field: now, rounded up to a minute, and ten minutes more.
///
/// Options name it by places that are filled at the press: `{time}` is the time itself, `{cron}`
/// the expression that fires at it each day, `{fetchCron}` the one five minutes before.
struct TimeField {
  /// How long after the next full minute the test notification is, in milliseconds.
  static let leadMilliseconds: Int64 = 600_000
  /// How long before it content is fetched, in milliseconds.
  static let fetchLeadMilliseconds: Int64 = 300_000

  private let places: [(name: String, text: String)]

  /// What the field says on a phone now.
  init(_ os: OperatingSystem) {
    let minute: Int64 = 60_000
    let next = (os.wallMilliseconds + minute - 1) / minute * minute + TimeField.leadMilliseconds
    let time = os.zone.wallTime(at: next).timeOfDay
    let fetch = os.zone.wallTime(at: next - TimeField.fetchLeadMilliseconds).timeOfDay
    places = [
      ("{time}", time.text), ("{cron}", TimeField.cron(time)),
      ("{fetchCron}", TimeField.cron(fetch)),
    ]
  }

  private static func cron(_ time: TimeOfDay) -> String { "\(time.minute) \(time.hour) * * *" }

  /// Options with what the field says in its places.
  func filled(_ options: JSONObject) -> JSONObject {
    JSONObject(options.members.map { ($0.key, filled($0.value)) })
  }

  private func filled(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(places.first { $0.name == text }?.text ?? text)
    case .object(let object): .object(filled(object))
    case .array(let values): .array(values.map(filled))
    case .null, .bool, .integer, .number: value
    }
  }
}
