/// The list of the session's branches: one is marked, and the list scrolls.
struct BranchesPane: Sendable {
  private(set) var branches: [SessionBranch] = []
  /// The marked branch and the first one that is shown.
  private(set) var position = ListPosition()

  /// Shows branches, and marks the one that the session is on.
  mutating func show(_ branches: [SessionBranch]) -> [PaneEffect] {
    guard !branches.isEmpty else {
      return [.notify(.info("this session is not kept, so it has no branches"))]
    }
    self.branches = branches
    position.mark(branches.firstIndex { $0.isCurrent } ?? 0)
    return [.show(.branches)]
  }

  /// Moves the mark, or goes on with the marked branch.
  mutating func update(
    _ action: ListAction, height: Int, _ keeping: SessionKeeping
  ) -> [PaneEffect] {
    switch action {
    case .move(let move):
      position.move(by: move.rows(height: max(1, height)), count: branches.count)
      return []
    case .activate:
      guard branches.indices.contains(position.marked) else { return [] }
      let branch = branches[position.marked]
      if let refusal = keeping.refusalOfBranches { return [.notify(.warning(refusal))] }
      if branch.isCurrent {
        return [
          .show(.console(.controls)), .notify(.info("this is branch \(branch.name) already")),
        ]
      }
      return [.shell(.openBranch(branch.id))]
    }
  }

  /// Scrolls until the marked branch is among the rows that are shown.
  mutating func settle(height: Int) {
    position.move(by: 0, count: branches.count)
    position.settle(height: height, count: branches.count)
  }
}
