import CivilTime
import DailyNotification
import DeviceModel
import JSONText
import Scenarios

/// What an option of a call can be, as far as that is known: its words, or what the phone has.
struct OptionValues {
  /// A value as it is typed, and what it is.
  struct Value {
    let text: String
    let detail: String
  }

  let os: OperatingSystem

  /// How many times of pending notifications are suggested.
  private static let timesMax = 20

  /// The words of which an option must be one, as far as this phone's plugin takes them.
  func words(of option: CallOption) -> [String] {
    let words = option.words
    switch os.configuration.knobs.plugin.reminderPriority {
    case .standard: return words.filter { $0 != "normal" }
    case .normal: return words
    }
  }

  /// The values of an option that begin with what was typed.
  func values(of option: CallOption, _ method: PluginMethod, beginning typed: String) -> [Value] {
    if option.kind == .zone {
      return ZoneData.identifiers.ranked(by: FuzzyMatch(typed)) { $0 }
        .map { Value(text: $0, detail: "a time zone") }
    }
    let folded = typed.lowercased()
    return known(option, method).filter { $0.text.lowercased().hasPrefix(folded) }
  }

  private func known(_ option: CallOption, _ method: PluginMethod) -> [Value] {
    switch option.kind {
    case .flag, .choice:
      return words(of: option).map { Value(text: $0, detail: "option \(option.name)") }
    case .did:
      return os.keychain.identities.map {
        Value(text: $0, detail: "its key is in the keychain")
      }
    case .identifier: return ids(method)
    case .text where option.name == "id": return ids(method)
    case .text where option.name == "channelId":
      return [Value(text: "timesafari.daily", detail: "the plugin's channel")]
    case .wallTime:
      return [Value(text: testTime, detail: "in about ten minutes")]
        + [Value(text: "07:00", detail: "in the morning")]
    case .cron:
      let (hour, minute) = (testTime.prefix(2), testTime.suffix(2))
      return [
        Value(
          text: "\"\(Int(minute) ?? 0) \(Int(hour) ?? 0) * * *\"",
          detail: "each day, next in about ten minutes"),
        Value(text: "\"0 7 * * *\"", detail: "each morning at seven"),
        Value(text: "\"*/15 * * * *\"", detail: "every 15 minutes"),
      ]
    case .integer where option.name == "triggerAtMillis":
      let times = os.pending.map(\.triggerMilliseconds).sorted()
      return times.indices.filter { $0 == 0 || times[$0 - 1] != times[$0] }
        .prefix(OptionValues.timesMax)
        .map { Value(text: String(times[$0]), detail: "armed for \(ISO8601.text(times[$0]))") }
    case .date:
      let today = os.zone.date(at: os.wallMilliseconds)
      return [today, today.adding(days: 1)].map {
        Value(text: $0.text, detail: $0 == today ? "today" : "tomorrow")
      }
    case .text, .integer, .server, .zone, .texts, .object: return []
    }
  }

  /// The ids that a method can mean: those of stored schedules; of callbacks none is known.
  private func ids(_ method: PluginMethod) -> [Value] {
    let callbacks: [PluginMethod] = [.registerCallback, .unregisterCallback]
    if callbacks.contains(method) { return [] }
    let reminders: [PluginMethod] = [
      .scheduleDailyReminder, .updateDailyReminder, .cancelDailyReminder,
    ]
    if reminders.contains(method) { return schedules { $0 == ScheduleKind.reminder.rawValue } }
    let ofAny: [PluginMethod] = [.isAlarmScheduled, .skipNext, .undoSkip]
    return schedules { ofAny.contains(method) || $0 == ScheduleKind.daily.rawValue }
  }

  private func schedules(_ isWanted: (String) -> Bool) -> [Value] {
    os.scheduleRows.filter { isWanted($0.kind) }
      .map { Value(text: $0.id, detail: "a stored schedule") }
  }

  /// The time that the page's button would schedule.
  private var testTime: String {
    let button = ControlTable.control(id: "scheduleTestNotification")
    guard case .call(_, let options)? = button?.commands(on: os).first else { return "07:00" }
    return options["time"]?.stringValue ?? "07:00"
  }
}
