/// A branch of the session, as a list shows it.
public struct SessionBranch: Hashable, Sendable {
  /// Its number in the session.
  public let id: Int64
  /// Its name.
  public let name: String
  /// Where it comes from, in words.
  public let origin: String
  /// How many presses it has.
  public let pressCount: Int
  /// What its phone's clock reads, as ISO 8601; empty where nobody knows.
  public let time: String
  /// Whether the session is on it.
  public let isCurrent: Bool

  /// Describes a branch.
  public init(
    id: Int64, name: String, origin: String, pressCount: Int, time: String, isCurrent: Bool
  ) {
    self.id = id
    self.name = name
    self.origin = origin
    self.pressCount = pressCount
    self.time = time
    self.isCurrent = isCurrent
  }
}
