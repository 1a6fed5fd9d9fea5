import CellGrid
import DeviceModel
import ProjectFiles
import Scenarios
import SimulationCore
import Testing

@testable import Console

/// Presses random keys, changes the size, lets time pass; the seed decides it all.
private struct RandomTyper {
  var generator: SeededGenerator
  private static let words = [
    "advance 1h", "goto 08:00", "swipeAway", "launch", "reboot", "setPermission denied",
    "setPermission granted", "scheduleDailyNotification time=06:00", "level debug", "system",
    "filter DNP", "search x", "failWrites 2", "fillDisk on", "fillDisk off", "category fetch",
    "simulateTaskLaunch", "tapNotification daily_daily", "export", "messages", "status",
    "walkthroughs", "store", "walkthrough 3-schedule", "walkthrough 7-errors", "step", "pass",
    "fail x",
    "back",
    "restart", "takeOver", "saveScenario", "note y", "goto next notification", "goto next miss",
    "goto next reboot", "goto next failure", "step 9", "nextWalkthrough", "saveDisplay",
    "walkthrough 8-new-activity", "phone", "ledger", "timeline", "branches", "setZone Asia/Tokyo",
    "漢字 👨‍👩‍👧 é",
  ]
  private static let keys: [Key] =
    BindingTable.rows.flatMap(\.keys) + [
      .function(1), .delete, .pasteBegin, .pasteEnd, .home, .end,
    ]
    + "abcdefghijklmnopqrstuvwxyz0123456789 /?:&!{}=\"漢é\u{301}\u{202E}".unicodeScalars.map {
      .character($0)
    }

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed, stream: "keys")
  }

  /// The next messages: a key, a typed command, a size or a duration.
  mutating func next() -> [Message] {
    switch generator.below(100) {
    case 0..<80: return [.key(Self.keys[Int(generator.below(UInt64(Self.keys.count)))])]
    case 80..<86:
      let word = Self.words[Int(generator.below(UInt64(Self.words.count)))]
      return [.key(.escape), .key(.escape), .key(.character(":"))]
        + word.unicodeScalars.map { .key(.character($0)) } + [.key(.enter)]
    case 86..<92:
      let small = generator.below(4) == 0
      return [
        .resized(
          CellSize(
            rows: Int(generator.below(small ? 4 : 60)),
            columns: Int(generator.below(small ? 4 : 180))))
      ]
    case 92..<99: return [.tick(microseconds: generator.integer(in: 0...2_000_000))]
    default: return [.errorOutput("late \u{1B}[2J words\n")]
    }
  }
}

@Suite("Random keys")
struct RandomKeysTests {
  private static let seeds = SampleSize.of(8, long: 100)
  private static let steps = SampleSize.of(400, long: 1_000)

  @Test("no key, size or time breaks the screen", arguments: 1...seeds)
  func survive(seed: Int) {
    var driver = ConsoleDriver()
    var typer = RandomTyper(seed: UInt64(seed))
    for step in 0..<Self.steps {
      for message in typer.next() {
        driver.sendAndLeave(message)
        if step % 3 == 0 { driver.sendAndLeave(.proceed) }
      }
      guard step % 5 == 0 else { continue }
      let grid = driver.model.view()
      #expect(grid.size == driver.model.size)
      if let stray = Self.stray(in: grid) { Issue.record("seed \(seed), step \(step): \(stray)") }
      if step % 50 == 0, let trap = Self.trap(driver) {
        Issue.record("seed \(seed), step \(step): \(trap)")
      }
    }
    driver.settle()
    #expect(driver.model.wakeUp != .now, "it becomes idle")
  }

  /// Where a person who wants to leave does not get out; nil where Esc and q lead out.
  ///
  /// The permission dialog is answered first, and a second key loses what is not saved.
  private static func trap(_ driver: ConsoleDriver) -> String? {
    var driver = driver
    driver.send(.resized(CellSize(rows: 24, columns: 80)))
    _ = driver.takeEffects()
    for _ in 0..<8 {
      driver.press(.escape)
      // A walkthrough takes only the answer that it wants.
      let isDialog = [.dialog, .guided(.dialog)].contains(driver.model.mode)
      for answer in "yn".unicodeScalars where isDialog { driver.press(.character(answer)) }
      driver.press(.character("q"))
      if driver.effects.contains(.quit(code: 0)) { return nil }
    }
    return "Esc and q do not lead out of\n\(driver.text)"
  }

  @Test("the same keys give the same screen and the same trace")
  func repeatable() {
    func run() -> (String, String) {
      var driver = ConsoleDriver()
      var typer = RandomTyper(seed: 77)
      for _ in 0..<300 { for message in typer.next() { driver.sendAndLeave(message) } }
      return (driver.text, driver.model.run.device.os.trace.hash.text)
    }
    let (first, second) = (run(), run())
    #expect(first == second)
  }

  @Test("the check finds a stray cell")
  func planted() {
    var grid = CellGrid(CellSize(rows: 2, columns: 4))
    grid.write("漢", in: grid.bounds)
    #expect(Self.stray(in: grid) == nil)
    #expect(Self.stray(Cell("\u{1B}"), Cell.blank) != nil)
    #expect(Self.stray(Cell("漢", width: 2), Cell.blank) != nil)
  }

  /// What is wrong with a grid: a cell that a terminal would interpret, or half of a wide glyph.
  private static func stray(in grid: CellGrid) -> String? {
    for row in 0..<grid.size.rows {
      for column in 0..<grid.size.columns {
        let next = column + 1 < grid.size.columns ? grid[row, column + 1] : nil
        if let what = stray(grid[row, column], next) { return "\(what) at \(row),\(column)" }
        if grid[row, column].width == 0, column == 0 || grid[row, column - 1].width != 2 {
          return "half a glyph at \(row),\(column)"
        }
      }
    }
    return nil
  }

  private static func stray(_ cell: Cell, _ next: Cell?) -> String? {
    if cell.width == 2, next?.width != 0 { return "half a glyph" }
    let width = TextWidth.width(of: cell.scalar)
    if cell.width > 0, width != Int(cell.width) { return "U+\(cell.scalar.value)" }
    return nil
  }
}
