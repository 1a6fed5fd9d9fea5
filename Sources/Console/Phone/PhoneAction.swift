import CellGrid

/// What the keys of the phone's screen do.
enum PhoneAction: FeatureAction {
  /// Shows the phone.
  case show
  case previousValue
  case nextValue
  /// Dismisses the marked card.
  case dismiss

  static let bindings: [Binding] =
    [
      Binding(.character("4"), .screen, .phone(.show), "Show the phone"),
      Binding(
        .enter, .pane(.phone), .list(.activate), "Change the switch, or do the verb", hint: "do it",
        rank: 0),
      Binding(
        .left, .pane(.phone), .phone(.previousValue), "The switch’s previous value",
        hint: "previous value", rank: 1),
      Binding(
        .character("h"), .pane(.phone), .phone(.previousValue), "The switch’s previous value"),
      Binding(
        .right, .pane(.phone), .phone(.nextValue), "The switch’s next value", hint: "next value",
        rank: 0),
      Binding(.character("l"), .pane(.phone), .phone(.nextValue), "The switch’s next value"),
    ] + ListAction.moves(.pane(.phone), "row") + [
      Binding(
        .enter, .pane(.cards), .list(.activate), "Tap the notification", hint: "tap", rank: 0),
      Binding(
        .character("d"), .pane(.cards), .phone(.dismiss), "Dismiss the notification",
        hint: "dismiss", rank: 0),
    ] + ListAction.moves(.pane(.cards), "notification")

  var action: Action { .phone(self) }
}
