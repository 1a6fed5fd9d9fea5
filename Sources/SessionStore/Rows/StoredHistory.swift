/// What was done on a branch, as far as it is intact.
package struct StoredHistory: Hashable, Sendable {
  package var branch: StoredBranch
  /// The entries before the first that is damaged or missing.
  package var entries: [StoredEntry]
  /// How far time has come; nil where nothing was written, or something is damaged.
  package var position: StoredPosition?
  /// The first damage; nil when everything is intact.
  package var damage: StoredDamage?

  package init(
    branch: StoredBranch, entries: [StoredEntry], position: StoredPosition?, damage: StoredDamage?
  ) {
    self.branch = branch
    self.entries = entries
    self.position = position
    self.damage = damage
  }
}

/// The branches of a session, as far as they are intact.
package struct StoredBranches: Hashable, Sendable {
  /// The branches, oldest first.
  package var branches: [StoredBranch]
  /// The branch that the session is on; the latest one where that is damaged, nil without a branch.
  package var current: StoredBranch?
  /// What is damaged of them.
  package var damages: [StoredDamage]
}
