import CellGrid
import DeviceModel
import Testing

@testable import Console

/// A screen to keep, and how to get there.
private struct Scene: Sendable, CustomTestStringConvertible {
  let name: String
  let play: @Sendable (inout ConsoleDriver) -> Void

  var testDescription: String { name }

  static let all: [Scene] = [
    Scene(name: "new") { _ in },
    Scene(name: "scheduled") { $0.firstRun() },
    Scene(name: "delivered") {
      $0.firstRun()
      $0.type("bI")
      $0.command("advance 15m")
    },
  ]

  static let lists: [Scene] = [
    Scene(name: "store") {
      $0.firstRun()
      $0.type("bI")
      $0.command("advance 15m")
      $0.type("6jj")
    },
    Scene(name: "timeline") {
      $0.firstRun()
      $0.type("bI")
      $0.command("setZone America/New_York")
      $0.command("goto 2025-11-16 06:00")
      $0.command("reboot")
      $0.command("advance 8h")
      $0.type("3Z")
      $0.press(.up)
    },
    Scene(name: "phone") {
      $0.firstRun()
      $0.type("bI")
      $0.command("advance 15m")
      $0.command("setNetwork offline")
      $0.type("4jjj")
    },
    Scene(name: "log-screen") {
      $0.firstRun()
      $0.type("bI")
      $0.command("setZone America/New_York")
      $0.command("setNetwork offline")
      $0.command("background")
      $0.command("advance 2d")
      $0.type("2kkk")
    },
    Scene(name: "catalogue") { $0.type("5jjj") },
    Scene(name: "ledger") {
      $0.firstRun()
      $0.type("bI")
      $0.command("advance 15m")
      $0.command("setZone America/New_York")
      $0.command("advance 1d")
      $0.type("7k")
    },
  ]

  static let details: [Scene] = [
    Scene(name: "store-entry") {
      $0.firstRun()
      $0.command("store")
      $0.type("Gkk")
      $0.press(.enter)
    },
    Scene(name: "why") {
      $0.firstRun()
      $0.type("y")
    },
    Scene(name: "status-row") {
      $0.firstRun()
      $0.press(.backTab, .down, .down, .down, .down)
    },
    Scene(name: "dialog") { $0.type("r") },
    Scene(name: "denied") { $0.type("rns") },
    Scene(name: "app-not-running") {
      $0.firstRun()
      $0.command("swipeAway")
    },
    Scene(name: "help") { $0.type("?") },
    Scene(name: "sequence") { $0.type("'d") },
    Scene(name: "shown") {
      $0.firstRun()
      $0.type("'ds")
      $0.press(.tab, .enter)
    },
    Scene(name: "command") { $0.type(":sched") },
    Scene(name: "complaint") {
      $0.type(":failWrites x")
      $0.press(.enter)
    },
    Scene(name: "search") {
      $0.firstRun()
      $0.command("search sched")
      $0.type("N")
    },
    Scene(name: "record") {
      $0.firstRun()
      $0.press(.tab, .up, .enter)
    },
    Scene(name: "log") {
      $0.firstRun()
      $0.type("S2")
    },
    Scene(name: "walkthroughs") { $0.type("5jj") },
    Scene(name: "walkthrough") {
      $0.type("5jj")
      $0.press(.enter)
      $0.type("crys")
    },
    Scene(name: "walkthrough-over") {
      $0.type("5")
      $0.press(.enter)
      $0.walkToEnd()
    },
    Scene(name: "held") {
      $0.firstRun()
      $0.type("D")
    },
  ]
}

extension Scene {
  /// Screens of an Android phone.
  fileprivate static let android: [Scene] = [
    Scene(name: "android-dialog") { $0.type("cr") },
    Scene(name: "android-refused") { $0.type("crys") },
    Scene(name: "android-shown") { $0.androidRun() },
    Scene(name: "android-timeline") {
      $0.androidRun()
      $0.command("forceStop")
      $0.command("advance 1d")
      $0.type("3")
    },
    Scene(name: "android-phone") {
      $0.androidRun()
      $0.command("setDoze on")
      $0.type("4jjj")
    },
  ]
}

extension ConsoleDriver {
  /// Schedules with exact alarms allowed, swipes the app away and lets the notification be shown.
  fileprivate mutating func androidRun() {
    type("cry")
    command("setExactAlarm granted")
    type("s")
    command("swipeAway")
    command("advance 15m")
  }
}

@Suite("Kept screens")
struct SnapshotTests {
  private static let sizes = [(16, 60), (24, 80), (50, 200)].map {
    CellSize(rows: $0.0, columns: $0.1)
  }

  @Test("at three sizes", arguments: Scene.all + Scene.lists, sizes)
  private func everySize(scene: Scene, size: CellSize) throws {
    var driver = ConsoleDriver(rows: size.rows, columns: size.columns)
    scene.play(&driver)
    try Snapshot.expect(driver.model.view(), named: scene.name)
  }

  @Test("lists, pages and dialogs over the screen, at 80×24", arguments: Scene.details)
  private func everyDetail(scene: Scene) throws {
    var driver = ConsoleDriver()
    scene.play(&driver)
    try Snapshot.expect(driver.model.view(), named: scene.name)
  }

  @Test("of an Android phone, at 80×24 and 200×50", arguments: Scene.android, sizes.dropFirst())
  private func android(scene: Scene, size: CellSize) throws {
    var driver = ConsoleDriver(
      rows: size.rows, columns: size.columns, device: DeviceConfiguration(platform: .android))
    scene.play(&driver)
    try Snapshot.expect(driver.model.view(), named: scene.name)
  }

  @Test("the specimen has the styles of every theme", arguments: Theme.all)
  func specimen(theme: Theme) throws {
    var driver = ConsoleDriver(rows: 40, columns: 120, theme: theme)
    driver.firstRun()
    driver.type("bI")
    driver.command("setBackgroundRefresh denied")
    driver.command("advance 2d")
    driver.command("failWrites x")
    let roles = Role.allCases.map { "\($0.rawValue): \(GridText.describe(theme.style($0)))\n" }
    try Snapshot.expect(
      GridText.snapshot(driver.model.view()) + "--- roles\n" + roles.joined(),
      named: "specimen-\(theme.name)")
  }

  @Test("a theme changes no glyph, nor does a terminal without colour")
  func glyphs() {
    for scene in Scene.all + Scene.lists + Scene.details {
      var standard = ConsoleDriver()
      scene.play(&standard)
      for theme in Theme.all {
        for isColored in [true, false] {
          var driver = ConsoleDriver(isColored: isColored, theme: theme)
          scene.play(&driver)
          #expect(driver.lines == standard.lines, "\(scene.name), \(theme.name)")
        }
      }
    }
  }

  @Test("ASCII mode shows only ASCII, in the same places")
  func ascii() {
    for scene in Scene.all + Scene.lists + Scene.details {
      var plain = ConsoleDriver(isColored: false)
      var ascii = ConsoleDriver(isColored: false, isASCII: true)
      scene.play(&plain)
      scene.play(&ascii)
      let isASCII = ascii.text.unicodeScalars.allSatisfy { $0.isASCII }
      #expect(isASCII, "\(scene.name)")
      for cell in plain.model.view().cells where !cell.scalar.isASCII {
        #expect(ASCIIGlyphs.replacement(cell.scalar) != "?", "\(cell.scalar) has no stand-in")
      }
      #expect(ascii.lines.count == plain.lines.count)
    }
  }

  @Test("without colour every light still has its own glyph and a word")
  func mono() {
    var driver = ConsoleDriver(isColored: false)
    driver.firstRun()
    driver.command("setBackgroundRefresh denied")
    for row in ["● Plugin", "▲ BGTask", "✗ Refresh", "○ Last shown"] {
      #expect(driver.shows(row), "\(row)")
    }
    let isColorless = driver.model.view().cells.allSatisfy {
      $0.style.foreground == .standard && $0.style.background == .standard
    }
    #expect(isColorless)
  }

  @Test("below 60×16 a card says how much is needed, down to a single cell")
  func card() {
    #expect(ConsoleDriver(rows: 15, columns: 60).shows("dnp needs 60×16"))
    #expect(ConsoleDriver(rows: 16, columns: 59).shows("this is 59×16"))
    #expect(ConsoleDriver(rows: 16, columns: 60).shows("Check Plugin Status"))
    for size in [(0, 0), (1, 1), (1, 200), (2, 3), (200, 1)] {
      let driver = ConsoleDriver(rows: size.0, columns: size.1)
      #expect(driver.lines.count == size.0)
    }
  }

  @Test("the check finds a changed glyph or style")
  func planted() {
    let grid = ConsoleDriver().model.view()
    var other = grid
    other.restyle(CellRect(row: 3, column: 3, rows: 1, columns: 1)) {
      $0.attributes.insert(.underline)
    }
    #expect(GridText.snapshot(grid) != GridText.snapshot(other))
    #expect(!Snapshot.difference(GridText.snapshot(grid), GridText.snapshot(other)).isEmpty)
  }
}
