import CellGrid
import Scenarios

/// What the keys of the page's buttons do.
enum ControlsAction: FeatureAction {
  /// Presses the button with an id.
  case press(String)

  /// The buttons; the one that exports is an action of the program.
  static let allCases: [ControlsAction] =
    ControlTable.rows.filter { $0.action != .exportResults }.map { .press($0.id) }

  static let bindings: [Binding] =
    ControlKeys.bindings + ListAction.moves(.pane(.controls), "button") + [
      Binding(
        .enter, .pane(.controls), .list(.activate), "Press the button", hint: "press", rank: 0)
    ]

  var action: Action { .controls(self) }
}
