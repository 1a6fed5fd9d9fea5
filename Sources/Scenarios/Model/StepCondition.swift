public import DeviceModel
public import JSONText

/// A condition for running a step or a whole scenario.
public enum StepCondition: Hashable, Sendable {
  /// The phone has this platform.
  case platform(String)
  /// The phone has this variant.
  case variant(String)
  /// The system's version is this one.
  case osVersion(String)
  /// Two strings, at least one of which came from a variable, are equal.
  case equal(String, String)
  /// The phone's status matches in all listed parts.
  case status(JSONValue)
  /// Never holds: the file names something that only another system has.
  case system(String, owner: DevicePlatform)
}
