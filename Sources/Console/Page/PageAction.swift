import CellGrid

/// What the keys of a page of text do, those that scroll it apart.
enum PageAction: FeatureAction {
  case close
  /// Gives the page to the terminal's clipboard.
  case copy
  /// Back to the page that led here.
  case back

  static let bindings: [Binding] =
    ListAction.moves(.page, "line or link") + [
      Binding(
        .enter, .page, .list(.activate), "Follow the marked link; without one, close"),
      Binding(.backspace, .page, .page(.back), "Back to the page before"),
      Binding(.character("Y"), .page, .page(.copy), "Copy the page to the clipboard"),
      Binding(.escape, .page, .page(.close), "Close", hint: "close", rank: 1),
      Binding(.character("q"), .page, .page(.close), "Close"),
      Binding(.character("Q"), .page, .program(.quit), "Quit"),
    ]

  var action: Action { .page(self) }
}
