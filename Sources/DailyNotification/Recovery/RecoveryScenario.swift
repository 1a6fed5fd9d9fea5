/// What a launch or resume found when it compared the stored schedules with what is armed.
public enum RecoveryScenario: String, Hashable, Sendable, CaseIterable {
  /// No enabled schedule, or notifications denied.
  case none
  /// The phone was started since the app last ran.
  case boot
  /// Some occurrences should be armed and none is.
  case termination
  /// The lists differ, or a trigger has passed.
  case coldStart
  /// Everything is as it should be.
  case warmStart

  /// Whether the summary line is of debug level.
  public var isQuiet: Bool { self == .none || self == .warmStart }
  /// Whether background work is submitted anew.
  var renewsTask: Bool { self == .boot || self == .termination }

  /// How long after the phone has started a launch still counts as the first one, in milliseconds.
  ///
  /// Source: the plugin's recovery directive, boot detection.
  static let bootMilliseconds: Int64 = 60_000
}
