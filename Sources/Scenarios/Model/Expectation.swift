public import JSONText

/// Something that has to hold on the phone when the step comes.
public enum Expectation: Hashable, Sendable {
  /// The phone's state matches in all that is listed.
  case status(JSONValue)
  /// A list of the phone has this many items, or these.
  case list(PhoneList, ListMatch)
  /// These lines were logged so far, in this order, others between them.
  case logged([String])
  /// The lines at info and above so far are exactly these.
  case loggedExactly([String])
  /// None of these lines was logged so far.
  case notLogged([String])
  /// No invariant has broken.
  case invariantsHold

  /// A list that a phone shows.
  public enum PhoneList: String, Hashable, Sendable, CaseIterable {
    case pending
    case delivered
    case tasks
  }

  /// What a list has to hold.
  public struct ListMatch: Hashable, Sendable {
    /// How many items; nil for any number.
    public let count: Int?
    /// Items that have to be there, each matching in all that is listed; in the list's order.
    public let items: [JSONValue]
  }
}
