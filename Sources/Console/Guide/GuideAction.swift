import CellGrid

/// What the keys of a walkthrough do, the one that does the next step apart.
enum GuideAction: FeatureAction {
  case pass
  case fail
  case skip
  /// Asks for a note.
  case note
  case back
  case restart
  case takeOver

  static let bindings: [Binding] = [
    Binding(
      .enter, .pane(.guide), .list(.activate), "Do the next step", hint: "next step", rank: 0),
    Binding(.character("P"), .pane(.guide), .guide(.pass), "Judge it: pass", hint: "pass", rank: 1),
    Binding(.character("X"), .pane(.guide), .guide(.fail), "Judge it: fail", hint: "fail", rank: 1),
    Binding(.character("K"), .pane(.guide), .guide(.skip), "Judge it: skip", hint: "skip", rank: 1),
    Binding(.character("O"), .pane(.guide), .guide(.note), "Write a note", hint: "note", rank: 1),
    Binding(.character("B"), .pane(.guide), .guide(.back), "Back by a step", hint: "back", rank: 1),
    Binding(
      .character("R"), .pane(.guide), .guide(.restart), "Begin again", hint: "restart", rank: 2),
    Binding(
      .character("U"), .pane(.guide), .guide(.takeOver), "Take the phone over as it is",
      hint: "take over", rank: 1),
  ]

  var action: Action { .guide(self) }
}
