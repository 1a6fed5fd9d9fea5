import SimulationCore

/// A tester that knows nothing but what the screen says: it reads the rows and presses only keys
/// that they name.
public struct ScreenRobot {
  /// Why it could not go on, and the screen it had before it.
  public struct Stuck: Error, CustomStringConvertible {
    public let reason: String
    public let screen: String
    public let pressed: [NamedKey]

    public var description: String {
      let keys = pressed.suffix(12).map(\.description).joined(separator: " ")
      return "\(reason); last keys: \(keys)\n\(screen)"
    }
  }

  private var generator: SeededGenerator
  public private(set) var pressed: [NamedKey] = []
  /// How many times in a row a key left the screen as it was.
  private var idleCount = 0

  /// How often a screen may stay the same before it counts as locked.
  private static let idleMax = 6

  /// Where a screen names several ways on, the seed chooses among them.
  public init(seed: UInt64) {
    generator = SeededGenerator(seed: seed, stream: "robot")
  }

  /// Goes through a walkthrough that has begun, to its end.
  public mutating func finish(_ console: inout some SeenConsole, keysMax: Int = 600) throws {
    for _ in 0..<keysMax {
      let screen = ScreenText(try console.lines)
      if screen.isOver, !screen.isPageShown { return }
      guard let offer = wayOn(screen) else {
        throw stuck("the screen names no way on", screen)
      }
      try press(offer, on: &console, screen)
    }
    throw stuck("no end after \(keysMax) keys", ScreenText(try console.lines))
  }

  /// Presses any key that the screen names; `except` are words of keys to leave alone.
  public mutating func wander(
    _ console: inout some SeenConsole, except: Set<String> = []
  ) throws -> ScreenText.Offer {
    let screen = ScreenText(try console.lines)
    let offers = screen.offers.filter { !except.contains($0.words) }
    guard let offer = choose(offers) else { throw stuck("the screen names no key", screen) }
    idleCount = 0
    try press(offer, on: &console, screen)
    return offer
  }

  /// What a person would press next to get on with the walkthrough.
  private mutating func wayOn(_ screen: ScreenText) -> ScreenText.Offer? {
    if screen.isPageShown {
      return screen.step.first { $0.words == "verdict" }
        ?? ScreenText.Offer(keys: [.escape], words: "close")
    }
    let footer = screen.footer
    func named(_ words: String) -> ScreenText.Offer? { footer.first { $0.words == words } }
    if let cancel = named("cancel") ?? named("close") { return cancel }
    // Each key of a step is tried at some time, and of the verdicts the one that goes on.
    let step = screen.step
    if let verdict = step.first(where: { $0.words == "verdict" }) { return verdict }
    if let step = choose(step) { return step }
    return named("next step") ?? (named("read it all") != nil ? named("pass") : nil)
      ?? named("press").flatMap { screen.dialog.isEmpty ? nil : $0 }
  }

  private mutating func press(
    _ offer: ScreenText.Offer, on console: inout some SeenConsole, _ before: ScreenText
  ) throws {
    for key in offer.keys {
      pressed.append(key)
      try console.press(key)
    }
    let after = ScreenText(try console.lines)
    if after.shows("does nothing here") {
      throw stuck("'\(offer.words)' is named and does nothing", after)
    }
    idleCount = after.lines == before.lines ? idleCount + 1 : 0
    if idleCount >= ScreenRobot.idleMax { throw stuck("no named key changes the screen", after) }
  }

  private mutating func choose(_ offers: [ScreenText.Offer]) -> ScreenText.Offer? {
    offers.isEmpty ? nil : offers[Int(generator.below(UInt64(offers.count)))]
  }

  private func stuck(_ reason: String, _ screen: ScreenText) -> Stuck {
    Stuck(reason: reason, screen: screen.text, pressed: pressed)
  }
}
