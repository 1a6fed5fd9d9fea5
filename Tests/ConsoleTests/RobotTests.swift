import CellGrid
import DeviceModel
import ES256K
import ProjectFiles
import Scenarios
import ScreenRobot
import SimulationCore
import Testing

@testable import Console

/// A console that swallows the keys of a question while the permission dialog is up.
private struct LockedConsole: SeenConsole {
  var driver: ConsoleDriver

  var lines: [String] { driver.lines }

  mutating func press(_ key: NamedKey) {
    if driver.model.isDialogShown, driver.model.guide.run?.isQuestion == true { return }
    driver.press(key)
  }
}

/// A console that shows a dialog over a question without saying that it waits.
private struct MuteConsole: SeenConsole {
  var driver: ConsoleDriver

  var lines: [String] {
    driver.model.isDialogShown ? driver.lines.map { _ in "" } : driver.lines
  }

  mutating func press(_ key: NamedKey) { driver.press(key) }
}

@Suite("A robot that presses only what the screen names")
struct RobotTests {
  static let sizes = [(16, 60), (24, 80), (50, 200)].map {
    CellSize(rows: $0.0, columns: $0.1)
  }

  static let builtIn = BuiltInWalkthroughs.contents(Keychain(TestKeys.standard)).flatMap(
    \.scenarios)

  private static func driver(_ scenario: Scenario, _ size: CellSize) -> ConsoleDriver {
    var driver = ConsoleDriver(rows: size.rows, columns: size.columns)
    driver.model.begin(scenario)
    return driver
  }

  @Test("finishes each walkthrough at each size", arguments: builtIn.map(\.name), sizes)
  func walkthroughs(name: String, size: CellSize) throws {
    let scenario = try #require(Self.builtIn.first { $0.name == name })
    for seed in 1...2 as ClosedRange<UInt64> {
      var driver = Self.driver(scenario, size)
      var robot = ScreenRobot(seed: seed)
      try robot.finish(&driver)
      #expect(driver.model.guide.run?.isOver == true)
      #expect(driver.model.result.outcome == .passed)
    }
  }

  @Test(
    "finishes shipped scenarios, the sizes by turns",
    arguments: SampleSize.every(4, of: ShippedScenarios.paths))
  func shipped(path: String) throws {
    let place = ShippedScenarios.paths.firstIndex(of: path) ?? 0
    let scenario = try #require(try ShippedScenarios.scenarios(path).first)
    var driver = Self.driver(scenario, Self.sizes[place % Self.sizes.count])
    var robot = ScreenRobot(seed: 1)
    try robot.finish(&driver)
    #expect(driver.model.guide.run?.isOver == true)
    #expect(driver.model.result.outcome == ScenarioRunner.run(scenario).outcome)
  }

  /// What ends a walk or leaves the screen, and what only takes long.
  private static let left: Set<String> = ["back/quit", "console"]

  @Test(
    "wherever named keys lead, the walkthrough can be finished from there", arguments: 1...12)
  func deadEnds(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed), stream: "walks")
    let scenario = Self.builtIn[Int(generator.below(UInt64(Self.builtIn.count)))]
    var driver = Self.driver(scenario, Self.sizes[Int(generator.below(3))])
    var robot = ScreenRobot(seed: UInt64(seed))
    for step in 0..<80 {
      let offer = try robot.wander(&driver, except: Self.left)
      if driver.model.guide.run == nil { return }
      guard step % 8 == 0, offer.words != "take over" else { continue }
      var other = driver
      var finisher = ScreenRobot(seed: UInt64(step))
      try finisher.finish(&other)
    }
  }

  @Test(
    "on a phone of one's own every named key does something and no screen is without one",
    arguments: 1...12)
  func ownPhone(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed), stream: "walks")
    let size = Self.sizes[Int(generator.below(3))]
    var driver = ConsoleDriver(rows: size.rows, columns: size.columns)
    var robot = ScreenRobot(seed: UInt64(seed))
    for _ in 0..<200 {
      // What the footer has no room for: other screens, the dialog, a line, the list of keys.
      let keys: [Key] = ["c", "r", "s", "2", "5", "6", "?", ":", "b", "'", "D", "O", "P", "y"]
        .map { .character($0) }
      if generator.below(3) == 0 { driver.press(keys[Int(generator.below(UInt64(keys.count)))]) }
      _ = try robot.wander(&driver)
      if driver.takeEffects().contains(where: { $0 == .quit(code: 0) }) { return }
    }
  }

  @Test("sees a question whose keys are swallowed while the dialog is up")
  func planted() throws {
    for size in Self.sizes {
      var console = LockedConsole(driver: Self.driver(Self.builtIn[1], size))
      var robot = ScreenRobot(seed: 1)
      #expect(throws: ScreenRobot.Stuck.self) { try robot.finish(&console) }
      #expect(console.driver.model.guide.run?.next == 5, "it stops at the question")
    }
  }

  @Test("sees a screen that names no way on")
  func mute() throws {
    var console = MuteConsole(driver: Self.driver(Self.builtIn[1], Self.sizes[1]))
    var robot = ScreenRobot(seed: 1)
    #expect(throws: ScreenRobot.Stuck.self) { try robot.finish(&console) }
  }
}
