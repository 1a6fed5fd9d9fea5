/// One line of a session's history: a phone, and what was done to it.
package struct StoredBranch: Hashable, Sendable {
  /// Its number in the session.
  package let id: Int64
  /// Its name, which no other branch of the session has.
  package let name: String
  /// The branch that it left.
  package let parent: Int64?
  /// What it began with.
  package let start: BranchStart
  /// When it began, in milliseconds since the Unix epoch.
  package let createdAt: Int64

  package init(id: Int64, name: String, parent: Int64?, start: BranchStart, createdAt: Int64) {
    self.id = id
    self.name = name
    self.parent = parent
    self.start = start
    self.createdAt = createdAt
  }
}

/// What a new branch begins with.
package struct BranchStart: Hashable, Sendable {
  /// The name that it should have; a number follows where another branch has it.
  package var name: String
  /// Where it comes from, in words: `new phone`, `walkthrough 3-schedule`.
  package var origin: String
  /// The phone, as canonical JSON.
  package var configuration: String
  /// The phone's platform.
  package var platform: String
  /// The version of the program that began it.
  package var engine: String

  package init(
    name: String, origin: String, configuration: String, platform: String, engine: String
  ) {
    self.name = name
    self.origin = origin
    self.configuration = configuration
    self.platform = platform
    self.engine = engine
  }
}
