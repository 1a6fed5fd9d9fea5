import CellGrid

/// What the keys of the list of branches do: moving in it, and going on with one.
enum BranchesAction {
  static let bindings: [Binding] =
    [
      Binding(
        .enter, .pane(.branches), .list(.activate), "Go on with the marked branch",
        hint: "go on with it", rank: 0)
    ] + ListAction.moves(.pane(.branches), "branch")
}
