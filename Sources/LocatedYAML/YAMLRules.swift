/// What a kind of file may hold, and what an error suggests where it holds something else.
public struct YAMLRules: Sendable {
  /// What such a file is called in messages: `a scenario`.
  public let noun: String
  /// How large a file may be, in bytes.
  public let bytesMax: Int
  /// How many aliases it may have.
  public let aliasesMax: Int
  /// How many values it may hold, aliases followed.
  public let nodesMax: Int
  /// How deep values may lie in others.
  public let depthMax: Int
  /// What to do with a file that is too large.
  public let splitRemedy: String
  /// What to write in a file that is empty.
  public let emptyRemedy: String

  /// Makes rules.
  public init(
    noun: String, bytesMax: Int, aliasesMax: Int, nodesMax: Int = 200_000, depthMax: Int = 64,
    splitRemedy: String, emptyRemedy: String
  ) {
    self.noun = noun
    self.bytesMax = bytesMax
    self.aliasesMax = aliasesMax
    self.nodesMax = nodesMax
    self.depthMax = depthMax
    self.splitRemedy = splitRemedy
    self.emptyRemedy = emptyRemedy
  }
}
