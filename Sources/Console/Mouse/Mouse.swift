/// Whether the mouse is the console's or the terminal's.
struct Mouse: Hashable, Sendable {
  /// Off at first, since a terminal that reports the mouse no longer selects text with it.
  private(set) var isOn = false

  /// How many rows a step of the wheel moves.
  static let wheelRows = 3

  /// Takes the mouse, or leaves it to the terminal.
  mutating func toggle(_ bindings: Bindings) -> [PaneEffect] {
    isOn.toggle()
    let text =
      isOn
      ? "the mouse works here; with Shift it selects text as before, "
        + "\(bindings.text(of: .program(.mouse))) gives it back"
      : "the mouse is the terminal's again"
    return [.shell(.mouse(isOn: isOn)), .notify(.info(text))]
  }
}
