import CellGrid

/// What the keys of time do.
enum TimeAction: FeatureAction {
  case toggle
  case nextEvent
  case untilIdle
  case faster
  case slower
  case advanceMinute
  case advanceHour
  case advanceDay
  /// Asks for the time to go to.
  case ask
  case cancelJump

  /// Whether time passes by it, now or from now on.
  var movesTime: Bool {
    switch self {
    case .toggle, .nextEvent, .untilIdle, .faster, .advanceMinute, .advanceHour, .advanceDay: true
    case .slower, .ask, .cancelJump: false
    }
  }

  static let bindings: [Binding] = [
    Binding(
      .character(" "), .screen, .time(.toggle), "Let time run, or pause it", hint: "run/pause",
      rank: 3),
    Binding(
      .character(">"), .screen, .time(.nextEvent), "Run to the next thing to see",
      hint: "next", rank: 5),
    Binding(.character("I"), .screen, .time(.untilIdle), "Run until nothing is in flight"),
    Binding(.character("+"), .screen, .time(.faster), "Let time run faster: ×1, ×60, ×3600"),
    Binding(.character("-"), .screen, .time(.slower), "Let time run slower"),
    Binding(.character("M"), .screen, .time(.advanceMinute), "Go 1 minute ahead"),
    Binding(.character("H"), .screen, .time(.advanceHour), "Go 1 hour ahead"),
    Binding(.character("D"), .screen, .time(.advanceDay), "Go 1 day ahead"),
    Binding(
      .character("T"), .screen, .time(.ask), "Go to a time or an event that you type"
    ),
    Binding(.escape, .jump, .time(.cancelJump), "Stop here", hint: "stop here", rank: 0),
    Binding(.character("q"), .jump, .time(.cancelJump), "Stop here"),
    Binding(.character("Q"), .jump, .program(.quit), "Quit"),
  ]

  var action: Action { .time(self) }
}
