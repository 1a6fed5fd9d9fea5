import CellGrid
import Scenarios
import Testing

@testable import Console

@Suite("Table of keys")
struct BindingTableTests {
  /// Keys that several rows bind in one mode, or that are the beginning of another row's key.
  private static func duplicates(in rows: [Binding], _ mode: KeyMode) -> [[Key]] {
    let keys = rows.filter { $0.mode == mode }.map(\.keys)
    return keys.filter { own in keys.count { $0.starts(with: own) } > 1 }
  }

  @Test("no key is bound twice in a mode", arguments: KeyMode.allCases)
  func unique(mode: KeyMode) {
    #expect(Self.duplicates(in: BindingTable.rows, mode) == [])
  }

  @Test("no key hides one of the mode that its mode falls back on", arguments: KeyMode.allCases)
  func unhidden(mode: KeyMode) {
    let behind = mode.chain.dropFirst()
    for row in BindingTable.rows where row.mode == mode {
      let hidden = BindingTable.rows.first { other in
        behind.contains(other.mode)
          && (other.keys.starts(with: row.keys) || row.keys.starts(with: other.keys))
      }
      #expect(hidden == nil, "\(row.text) in \(mode) hides '\(hidden?.label ?? "")'")
    }
  }

  @Test("the check finds a key that is bound twice")
  func planted() {
    let row = BindingTable.rows[0]
    #expect(
      Self.duplicates(in: BindingTable.rows + [row], row.mode) == [row.keys, row.keys])
    let begin = Binding(.character("'"), .buttons, .help(.open), "")
    #expect(Self.duplicates(in: BindingTable.rows + [begin], .buttons) == [begin.keys])
  }

  @Test("every action of every feature has a key or a command")
  func reachable() {
    let bound = Set(BindingTable.rows.map(\.action))
    let commanded: Set<Action> = [.program(.messages)]
    let actions = Action.features.flatMap { $0.actions }
    #expect(Set(actions).count == actions.count)
    for action in actions where !commanded.contains(action) {
      #expect(bound.contains(action), "\(action)")
    }
    #expect(ConsoleVerb.allCases.contains(.messages))
  }

  @Test("every bound action belongs to a listed feature, and every feature to one case")
  func features() {
    let actions = Set(Action.features.flatMap { $0.actions })
    for row in BindingTable.rows { #expect(actions.contains(row.action), "\(row.text)") }
    let names = Action.features.map { feature in
      Set(feature.actions.map { $0.name.prefix { $0 != "." } })
    }
    #expect(names.allSatisfy { $0.count == 1 })
    #expect(Set(names).count == Action.features.count)
  }

  @Test("every button of the page has its own key and can be typed")
  func controls() throws {
    for control in ControlTable.rows {
      let action: Action =
        control.action == .exportResults ? .program(.export) : .controls(.press(control.id))
      #expect(BindingTable.row(of: action) != nil, "\(control.label)")
      #expect(try TypedCommand.parse(control.label) == .press(control))
      #expect(try TypedCommand.parse(control.title.lowercased()) == .press(control))
      #expect(try TypedCommand.parse(control.id.uppercased()) == .press(control))
    }
  }

  @Test("a button's key is a letter unused by vi and the log, or a quote and two letters")
  func controlKeys() {
    let taken = "hjklgGnNeEwW/&!'".unicodeScalars
    for (id, text) in ControlKeys.texts {
      let keys = Array(text.unicodeScalars)
      let isLetter = keys.count == 1 && !taken.contains(keys[0])
      let isPair =
        keys.count == 3 && keys[0] == "'"
        && keys.dropFirst().allSatisfy { ("a"..."z").contains($0) }
      #expect(isLetter || isPair, "\(id)")
    }
    #expect(ControlKeys.texts.map(\.id) == ControlTable.rows.map(\.id))
  }

  @Test("the letter after the quote names the group; each group has its own")
  func mnemonics() {
    var groups: [Unicode.Scalar: Control.Group] = [:]
    for (id, text) in ControlKeys.texts where text.count == 3 {
      guard let control = ControlTable.control(id: id) else { continue }
      let letter = text.unicodeScalars[text.unicodeScalars.index(after: text.startIndex)]
      #expect(groups[letter, default: control.group] == control.group, "\(text)")
      groups[letter] = control.group
    }
    #expect(Set(groups.values).count == groups.count)
  }

  @Test("every action in the list of keys does something or says why not")
  func effective() {
    for mode in [KeyMode.pane(.controls), .pane(.log)] {
      for row in BindingTable.rows where mode.chain.contains(row.mode) {
        var driver = ConsoleDriver()
        driver.firstRun()
        driver.command("filter DNP")
        driver.command("search DNP")
        driver.type("k")
        driver.model.screen = .console(mode == .pane(.controls) ? .controls : .log)
        #expect(driver.model.notice == nil)
        let before = driver.text
        _ = driver.takeEffects()
        for key in row.keys { driver.press(key) }
        let isChanged = driver.text != before || !driver.effects.isEmpty
        #expect(isChanged || Self.mayDoNothing.contains(row.action), "\(row.text) in \(mode)")
      }
    }
  }

  /// Actions that have nothing to do at the first button, the last line or the first screen.
  private static let mayDoNothing: Set<Action> = [
    .list(.move(.up)), .list(.move(.pageUp)), .list(.move(.first)), .list(.move(.down)),
    .list(.move(.pageDown)), .list(.move(.last)), .log(.scrollLeft), .log(.follow),
    .screen(.showConsole), .time(.slower), .program(.repaint),
  ]

  @Test("at 60 columns the footer still names the most needed keys", arguments: [60, 80, 120])
  func footer(columns: Int) {
    let driver = ConsoleDriver(rows: 24, columns: columns)
    for hint in ["Enter press", "Tab pane", "Space run/pause", "? help"] {
      #expect(driver.footer.contains(hint), "\(hint) at \(columns): \(driver.footer)")
    }
  }
}
