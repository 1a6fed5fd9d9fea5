/// How good the phone's connection is.
public enum NetworkCondition: String, Hashable, Sendable, CaseIterable {
  case online
  case offline
  /// An answer takes seconds.
  case slow
  /// One request in three does not get through.
  case flaky
}
