/// A way in which lines of the plugin are written.
///
/// The simulated plugin writes `own`; the others are read in logs of phones.
public enum LogDialect: String, Hashable, Sendable, CaseIterable {
  /// `[DNP-FETCH] …` or `DNP-FETCH: …`, with the messages of the plugin's table.
  case own
  /// `DailyNotificationStorage: …`, a class before the message, or `DNP-FETCH-SCHEDULE: …`.
  case classes
  /// `[DNP-FETCH-SUCCESS] … | Data: {…} | Duration: 12 ms`: the code says what happened.
  case codes
  /// `DNP-ROLLOVER: …`: what arms the next day.
  case rollover
  /// The tag `DNP-REACTIVATION`: what a start or a boot found.
  case recovery
  /// The tag `DNP-SCHEDULE`: which alarms were not set, and why.
  case schedule
  /// `DN|EVENT key=value …`, under the tag of a class.
  case pipe

  /// Whether messages are those of the plugin's own table.
  var hasOwnMessages: Bool {
    switch self {
    case .own, .classes: true
    case .codes, .rollover, .recovery, .schedule, .pipe: false
    }
  }
}
