public import DailyNotification
public import JSONText

/// Something that must hold on the phone at a step.
public enum Expectation: Hashable, Sendable {
  /// The phone's status matches in all listed parts.
  case status(JSONValue)
  /// A list of the phone has this number of items, or these items.
  case list(PhoneList, ListMatch)
  /// What the plugin has stored matches in all listed parts.
  case stored(JSONValue)
  /// A counter of the plugin has this value.
  case metric(TelemetrySeries, value: Int64)
  /// These lines were logged so far, in this order, possibly with others between them.
  case logged([String])
  /// The lines at info and above so far are exactly these.
  case loggedExactly([String])
  /// None of these lines was logged so far.
  case notLogged([String])
  /// Matching records were written so far, in this order, possibly with others between them.
  case happened([EventMatch])
  /// No matching record was written so far.
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
    /// The deliveries that the plugin has stored.
    case history
  }

  /// What a list must contain.
  public struct ListMatch: Hashable, Sendable {
    /// The number of items; nil for any number.
    public let count: Int?
    /// Items that must be there, each matching in all listed parts.
    public let items: [JSONValue]
    /// Whether these are all items, in the list's order; otherwise any order, with others between.
    public let isExact: Bool
  }

  /// An expected record.
  public struct EventMatch: Hashable, Sendable {
    /// Its kind: `delivered`.
    public let kind: String
    /// Its fields, as far as they are expected; times in ISO 8601.
    public let fields: JSONValue
    /// The number of such records in all; nil for one or more.
    public let times: Int?
  }
}
