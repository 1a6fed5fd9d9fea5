import CivilTime
import DeviceModel
import JSONText

/// The page's time field: now, rounded up to a minute, plus ten minutes.
///
/// Options refer to it by placeholders that are filled at the press: `{time}` is the time itself,
/// `{cron}` a daily cron expression for it, `{fetchCron}` one for five minutes before.
struct TimeField {
  /// The duration from the next full minute to the test notification, in milliseconds.
  static let leadMilliseconds: Int64 = 600_000
  /// The duration between the fetch of content and the notification, in milliseconds.
  static let fetchLeadMilliseconds: Int64 = 300_000

  private let places: [(name: String, text: String)]

  /// The value of the field on a phone now.
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

  /// The options with the placeholders filled.
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
