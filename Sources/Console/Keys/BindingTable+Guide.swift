import CellGrid

extension BindingTable {
  /// The keys of the list of scenarios, and of a scenario that leads.
  static let guide: [Binding] =
    [
      Binding(.enter, .walkthroughs, .activate, "Go through the scenario", hint: "begin", rank: 0),
      Binding(.enter, .guide, .activate, "Do the next step", hint: "next step", rank: 0),
      Binding(.character("P"), .guide, .judgePass, "Judge it: pass", hint: "pass", rank: 1),
      Binding(.character("X"), .guide, .judgeFail, "Judge it: fail", hint: "fail", rank: 1),
      Binding(.character("K"), .guide, .judgeSkip, "Judge it: skip", hint: "skip", rank: 1),
      Binding(.character("O"), .guide, .judgeNote, "Write a note", hint: "note", rank: 1),
      Binding(.character("B"), .guide, .guideBack, "Back by a step", hint: "back", rank: 1),
      Binding(.character("R"), .guide, .guideRestart, "Begin again", hint: "restart", rank: 2),
      Binding(
        .character("U"), .guide, .takeOver, "Take the phone over as it is", hint: "take over",
        rank: 1),
    ] + moving(.walkthroughs, "scenario")
}
