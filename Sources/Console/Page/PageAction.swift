import CellGrid

/// What the keys of a page of text do, those that scroll it apart.
enum PageAction: FeatureAction {
  case close

  static let bindings: [Binding] =
    ListAction.moves(.page, "line") + [
      Binding(.escape, .page, .page(.close), "Close", hint: "close", rank: 1),
      Binding(.enter, .page, .page(.close), "Close"),
      Binding(.character("q"), .page, .page(.close), "Close"),
      Binding(.character("Q"), .page, .program(.quit), "Quit"),
    ]

  var action: Action { .page(self) }
}
