public import JSONText

/// When a step, or a whole scenario, runs at all.
public enum StepCondition: Hashable, Sendable {
  /// The phone is of this platform.
  case platform(String)
  /// The phone is of this variant.
  case variant(String)
  /// The system's version is this one.
  case osVersion(String)
  /// Two texts, of which one at least came from a variable, are the same.
  case equal(String, String)
  /// The phone's state matches in all that is listed.
  case status(JSONValue)
}
