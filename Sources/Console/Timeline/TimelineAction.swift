import CellGrid

/// What the keys of the timeline do, those that move from mark to mark apart.
enum TimelineAction: FeatureAction {
  /// Shows the timeline.
  case show
  case earlier
  case later
  case closer
  case wider
  /// Puts the cursor on the next thing that is planned.
  case nextPlanned

  static let bindings: [Binding] =
    [
      Binding(.character("3"), .screen, .timeline(.show), "Show the timeline"),
      Binding(
        .enter, .pane(.timeline), .list(.activate), "Show the log from there", hint: "log there",
        rank: 0),
      Binding(
        .character("t"), .pane(.timeline), .timeline(.nextPlanned),
        "Go to the next thing that is planned", hint: "next planned", rank: 0),
      Binding(
        .character("z"), .pane(.timeline), .timeline(.closer), "Closer: less time, in more detail",
        hint: "closer", rank: 0),
      Binding(
        .character("Z"), .pane(.timeline), .timeline(.wider), "Wider: more time at once",
        hint: "wider", rank: 0),
      Binding(
        .left, .pane(.timeline), .timeline(.earlier), "A column earlier", hint: "earlier", rank: 1),
      Binding(.character("h"), .pane(.timeline), .timeline(.earlier), "A column earlier"),
      Binding(
        .right, .pane(.timeline), .timeline(.later), "A column later", hint: "later", rank: 1),
      Binding(.character("l"), .pane(.timeline), .timeline(.later), "A column later"),
    ] + ListAction.moves(.pane(.timeline), "mark")

  var action: Action { .timeline(self) }
}
