public import DailyNotification
public import JSONText

/// Something that has to hold on the phone when the step comes.
public enum Expectation: Hashable, Sendable {
  /// The phone's state matches in all that is listed.
  case status(JSONValue)
  /// A list of the phone has this many items, or these.
  case list(PhoneList, ListMatch)
  /// What the plugin has stored matches in all that is listed.
  case stored(JSONValue)
  /// A counter of the plugin stands at this value.
  case metric(TelemetrySeries, value: Int64)
  /// These lines were logged so far, in this order, others between them.
  case logged([String])
  /// The lines at info and above so far are exactly these.
  case loggedExactly([String])
  /// None of these lines was logged so far.
  case notLogged([String])
  /// Records such as these were written so far, in this order, others between them.
  case happened([EventMatch])
  /// No record such as these was written so far.
  case notHappened([EventMatch])
  /// No invariant has broken.
  case invariantsHold

  /// A list that a phone shows.
  public enum PhoneList: String, Hashable, Sendable, CaseIterable {
    case pending
    case delivered
    case tasks
    /// The plugin's stored schedules.
    case schedules
    /// The plugin's stored contents.
    case contents
    /// What the plugin remembers of shown notifications.
    case history
  }

  /// What a list has to hold.
  public struct ListMatch: Hashable, Sendable {
    /// How many items; nil for any number.
    public let count: Int?
    /// Items that have to be there, each matching in all that is listed.
    public let items: [JSONValue]
    /// Whether they are all there are, in the list's order; otherwise any order, others between.
    public let isExact: Bool
  }

  /// A record that is looked for.
  public struct EventMatch: Hashable, Sendable {
    /// Its kind: `delivered`.
    public let kind: String
    /// Its fields, as far as they matter; times in ISO 8601.
    public let fields: JSONValue
    /// How many such records there have to be in all; nil for one or more.
    public let times: Int?
  }
}
