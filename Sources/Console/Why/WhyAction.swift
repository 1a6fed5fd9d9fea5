import CellGrid

/// What the key does that asks for reasons.
enum WhyAction: FeatureAction {
  /// Says why, of what the keyboard is at: a line, a mark, or what comes next.
  case ask

  static let bindings: [Binding] = [
    Binding(
      .character("y"), .screen, .why(.ask), "Say why: of this line, this time, or what comes next",
      hint: "why", rank: 5)
  ]

  var action: Action { .why(self) }
}
