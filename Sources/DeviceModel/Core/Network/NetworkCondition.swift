/// The quality of the phone's connection.
public enum NetworkCondition: String, Hashable, Sendable, CaseIterable {
  case online
  case offline
  /// An answer takes seconds.
  case slow
  /// One request in three is lost.
  case flaky
}
