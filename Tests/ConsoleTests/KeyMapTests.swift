import CellGrid
import Scenarios
import Testing

@testable import Console

@Suite("Key maps")
struct KeyMapTests {
  private static func read(_ text: String) -> (bindings: Bindings, problems: [String]) {
    KeyMapFile.read(Array(text.utf8), path: "k")
  }

  private static func driver(_ text: String, rows: Int = 24, columns: Int = 80) -> ConsoleDriver {
    let (bindings, problems) = read(text)
    #expect(problems == [])
    return ConsoleDriver(rows: rows, columns: columns, bindings: bindings)
  }

  @Test("a changed key does what the old one did, and the old one no longer does")
  func pressed() {
    var driver = Self.driver("screen:\n  ledger.show: Ctrl-E\n")
    driver.type("7")
    #expect(driver.text.contains("7 does nothing here"))
    driver.press(.control("e"))
    #expect(driver.text.contains("─ Ledger"))
  }

  @Test("footer, list of keys, command line and messages name the changed keys")
  func named() {
    let map = """
      screen:
        help.open: F1
        prompt.open: ["Ctrl-X"]
        screen.showConsole: F3
        time.nextEvent: F9
      buttons:
        controls.requestPermissions: "'q"
        controls.checkPluginStatus: F4
      help:
        help.close: F1
      """
    var driver = Self.driver(map, rows: 40, columns: 120)
    #expect(driver.footer.contains("F9 next") && driver.footer.contains("F1 help"))
    #expect(driver.footer.contains("Ctrl-X command"))
    #expect(driver.text.contains("press F4"))
    #expect(driver.text.contains("'q  Request Permissions"))
    driver.type("'")
    #expect(driver.text.contains("q Request Permissions"))
    driver.type("q")
    #expect(driver.text.contains("[y] Allow"))
    driver.type("y")
    driver.press(.function(1))
    #expect(driver.text.contains("F1 closes"))
    driver.type("to see")
    #expect(driver.shows("F9") && driver.shows("Run to the next thing to see"))
    driver.press(.control("u"))
    // What was a key there is a letter of the filter now.
    driver.type("?")
    #expect(driver.text.contains("filter: ?_"))
    driver.press(.function(1))
    driver.type("3")
    driver.press(.tab)
    #expect(driver.text.contains("F3 shows the buttons"))
    driver.press(.function(3))
    driver.press(.control("x"))
    driver.type("next thing")
    #expect(driver.text.contains("key F9"))
    driver.press(.escape)
    driver.type("~")
    #expect(driver.text.contains("~ does nothing here; F1 shows the keys"))
  }

  @Test("a walkthrough and its dialog name the changed keys")
  func guided() {
    let map = """
      walkthrough:
        guide.pass: F5
        guide.takeOver: F6
      dialog:
        dialog.allow: F7
      page:
        page.close: Esc
      """
    var driver = Self.driver(map, rows: 30, columns: 100)
    driver.type("r")
    #expect(driver.text.contains("[F7] Allow"))
    driver.press(.function(7))
    #expect(driver.text.contains("granted"))
    driver = Self.driver(map, rows: 30, columns: 100)
    driver.type("5j")
    driver.press(.enter)
    driver.type("c")
    #expect(driver.model.guide.run?.isQuestion == true)
    #expect(driver.text.contains("F5 pass, X fail, K skip, O note"))
    driver.type("c")
    #expect(driver.text.contains("F6 takes the phone over"))
    driver.press(.function(5))
    #expect(driver.model.guide.run?.steps.contains { $0.judgement?.verdict == .pass } == true)
  }

  @Test("`dnp logs` has its own part, and names the changed keys")
  func logs() throws {
    let (bindings, problems) = Self.read("logs:\n  log.filter: F4\n  help.open: F1\n")
    #expect(problems == [])
    var browser = LogBrowser(
      LogBrowser.Setup(
        name: "x", appearance: Appearance(isColored: false, isASCII: false), bindings: bindings,
        size: CellSize(rows: 24, columns: 100)))
    #expect(GridText.lines(browser.view()).last?.contains("F1 help") == true)
    _ = browser.receive(.key(.character("&")))
    #expect(browser.notice?.text.contains("& does nothing here; F1 shows the keys") == true)
    _ = browser.receive(.key(.function(4)))
    #expect(browser.mode == .prompt)
  }

  @Test("an action may have several keys, or none; a key may move to another action")
  func several() {
    let (bindings, problems) = Self.read(
      "screen:\n  why.ask: [Ctrl-Y, F5]\n  log.mark: y\n  time.advanceDay: []\n")
    #expect(problems == [])
    for key in [Key.control("y"), .function(5)] {
      #expect(bindings.binding([key], in: .screen)?.action == .why(.ask))
    }
    #expect(bindings.binding([.character("y")], in: .screen)?.action == .log(.mark))
    #expect(bindings.binding([.character("D")], in: .screen) == nil)
    #expect(bindings.text(of: .time(.advanceDay)) == "‘Go 1 day ahead’")
    // Only the first key stands in the footer.
    let hints = bindings.hints(in: .screen) { _ in true }.filter { $0.action == .why(.ask) }
    #expect(hints.map(\.text) == ["Ctrl-Y"])
  }

  @Test("two actions may swap their keys")
  func swapped() {
    let (bindings, problems) = Self.read("screen:\n  log.nextHit: N\n  log.previousHit: n\n")
    #expect(problems == [])
    #expect(bindings.binding([.character("n")], in: .screen)?.action == .log(.previousHit))
  }

  @Test(
    "a bad line is named and left out; the others count",
    arguments: [
      ("scren:\n  why.ask: F5", "k:1: no part of the console is called 'scren'; did you mean"),
      ("screen:\n  why.aks: F5", "k:2: 'screen' has no action 'why.aks'; did you mean 'why.ask'?"),
      ("screen:\n  dialog.allow: F5", "k:2: 'screen' has no action 'dialog.allow'; it belongs to"),
      ("screen:\n  why.ask: Alt-x", "k:2: 'Alt-x' is no key; keys are c, Enter"),
      ("screen:\n  why.ask: {a: b}", "k:2: the keys of 'why.ask' are a key or a list"),
      ("screen:\n  why.ask: Ctrl-M", "k:2: a terminal sends Ctrl-M as Enter"),
      ("prompt:\n  prompt.accept: x", "k:2: 'x' is text there"),
      ("help:\n  list.up: k", "k:2: 'k' is text there"),
      ("always:\n  program.interrupt: F5", "k:2: 'program.interrupt' is always Ctrl-C"),
      ("screen:\n  why.ask: Ctrl-C", "k:2: Ctrl-C is the key of 'program.interrupt', in 'always'"),
      ("screen:\n  why.ask: e", "k:2: e is the key of 'log.nextError': Go to the next error"),
      ("screen:\n  why.ask: c", "k:2: c is the key of 'controls.checkPluginStatus', in 'buttons'"),
      ("log:\n  list.activate: q", "k:2: q is the key of 'screen.back', in 'screen'"),
      ("screen:\n  why.ask: \"'\"", "k:2: ' and 'rs clash: the key of 'controls.scheduleReminder'"),
      ("screen:\n  why.ask: F5\n  log.mark: F5", "k:3: F5 is the key of 'why.ask'"),
      ("screen:\n  screen.back: []", "k:2: 'screen.back' needs a key in 'screen'"),
      ("page:\n  page.close: []", "k:2: 'page.close' needs a key in 'page'"),
      ("page:\n  page.copy: Esc", "k:2: Esc is the key of 'page.close'"),
      ("logs:\n  logs.quit: []", "k:2: 'logs.quit' needs a key in 'logs'"),
      ("- a", "k:1: the key map must be a mapping"), ("screen: [", "k:"), ("", "k:1:"),
    ])
  func bad(text: String, words: String) {
    let (bindings, problems) = Self.read(text)
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix(words) == true, "\(problems)")
    let wanted = text.contains("log.mark: F5") ? 1 : 0
    #expect(bindings.changes.count == wanted)
    if text.hasPrefix("screen:\n") {
      let (rest, more) = Self.read(text + "\nlog:\n  list.activate: F12\n")
      #expect(rest.changes.count == wanted + 1 && more.count == 1)
    }
  }

  @Test("a part that has no lines does not cost the parts after it")
  func emptyPart() {
    let (bindings, problems) = Self.read("screen: x\nbogus:\n  a: b\npage:\n  page.copy: F9")
    #expect(problems.count == 2)
    #expect(problems.first?.hasPrefix("k:1: 'screen' must be a mapping") == true)
    #expect(bindings != .standard)
  }

  @Test("a line that is left out frees no key for another one")
  func dependent() {
    // Its own key is refused, so that the second line has no key to take.
    let (bindings, problems) = Self.read("screen:\n  log.mark: e\n  why.ask: m\n")
    #expect(bindings == .standard)
    #expect(problems.count == 2)
  }

  @Test("every action of every part can be changed by its name, and each name means one action")
  func names() {
    for mode in KeyMode.allCases {
      let rows = BindingTable.rows.filter { $0.mode == mode }
      let names = Set(rows.map(\.action.name))
      #expect(names.count == Set(rows.map(\.action)).count, "\(mode)")
      for name in names where !["program.interrupt", "program.suspend"].contains(name) {
        let (bindings, problems) = Self.read("\(mode.name ?? ""):\n  \(name): F12\n")
        #expect(problems == [], "\(mode)")
        #expect(bindings.binding([.function(12)], in: mode)?.action.name == name)
      }
    }
    let names = KeyMode.allCases.map(\.name)
    #expect(Set(names).count == names.count && !names.contains(nil))
  }

  @Test("no row of the table is in the way of another one, and a planted one is")
  func unobstructed() {
    let rows = BindingTable.rows
    for row in rows {
      let other = rows.first { $0.isInTheWay(of: row) }
      #expect(other == nil, "\(row.text) in \(row.mode): \(other?.label ?? "")")
    }
    let planted = Binding(.character("q"), .pane(.log), .why(.ask), "")
    #expect(rows.contains { $0.isInTheWay(of: planted) })
  }

  @Test("with every way out moved to other keys, each state is still left by what it names")
  func leaving() {
    let map = """
      screen:
        screen.back: F10
        program.quit: F11
        screen.showConsole: F3
      page:
        page.close: F10
      prompt:
        prompt.cancel: F10
      help:
        help.close: F10
      jump:
        time.cancelJump: F10
      confirmation:
        confirmation.leave: F10
      """
    var driver = Self.driver(map)
    for opening in ["3", "4", "6", "7", ":", "?", "y"] {
      driver.type(opening)
      let isInFront = driver.model.overlay != nil
      driver.press(.escape)
      #expect(driver.model.overlay != nil || !isInFront, "\(opening)")
      driver.press(.function(10))
      #expect(driver.model.overlay == nil && driver.model.screen.isConsole, "\(opening)")
    }
    driver.send(.resized(CellSize(rows: 5, columns: 20)))
    driver.press(.character("q"))
    #expect(driver.effects.isEmpty)
    driver.press(.function(10))
    #expect(driver.effects == [.quit(code: 0)])
  }
}
