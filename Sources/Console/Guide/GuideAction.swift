import CellGrid

/// What the keys of a walkthrough do, the one that does the next step apart.
///
/// They work wherever the keyboard is while a walkthrough leads.
enum GuideAction: FeatureAction {
  case pass
  case fail
  case skip
  /// Asks for a note.
  case note
  case back
  case restart
  case takeOver
  /// Does steps until a question, a failure or the end.
  case runOn
  /// Begins the next walkthrough once this one is over.
  case nextOne

  static let bindings: [Binding] = [
    Binding(
      .enter, .pane(.guide), .list(.activate), "Do the next step", hint: "next step", rank: 0),
    Binding(
      .enter, .pane(.question), .list(.activate), "Show the question in full",
      hint: "read it all", rank: 1),
    Binding(.character("P"), .walkthrough, .guide(.pass), "Judge it: pass", hint: "pass", rank: 1),
    Binding(.character("X"), .walkthrough, .guide(.fail), "Judge it: fail", hint: "fail", rank: 1),
    Binding(.character("K"), .walkthrough, .guide(.skip), "Judge it: skip", hint: "skip", rank: 1),
    Binding(.character("O"), .walkthrough, .guide(.note), "Write a note", hint: "note", rank: 1),
    Binding(.character("B"), .walkthrough, .guide(.back), "Back by a step", hint: "back", rank: 1),
    Binding(
      .character("R"), .walkthrough, .guide(.restart), "Begin again", hint: "restart", rank: 2),
    Binding(
      .character("U"), .walkthrough, .guide(.takeOver), "Take the phone over as it is",
      hint: "take over", rank: 1),
    Binding(
      .character("V"), .walkthrough, .guide(.runOn), "Do the steps up to the next question",
      hint: "to question", rank: 3),
    Binding(
      .character("J"), .walkthrough, .guide(.nextOne), "Begin the next walkthrough",
      hint: "next one", rank: 0),
  ]

  var action: Action { .guide(self) }
}
