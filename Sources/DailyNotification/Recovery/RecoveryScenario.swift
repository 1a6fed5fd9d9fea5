/// What a launch or resume found when it compared the stored schedules with the pending list.
public enum RecoveryScenario: String, Hashable, Sendable, CaseIterable {
  /// No enabled schedule, or notifications denied.
  case none
  /// The phone was started since the app last ran.
  case boot
  /// Some requests were expected and none is pending.
  case termination
  /// The lists differ, or a trigger has passed.
  case coldStart
  /// Everything is as it should be.
  case warmStart

  /// Whether the summary line is of debug level.
  public var isQuiet: Bool { self == .none || self == .warmStart }
  /// Whether the fetch task is asked for anew.
  var renewsTask: Bool { self == .boot || self == .termination }
}
