import CellGrid
import Scenarios
import Testing

@testable import Console

@Suite("Table of keys")
struct BindingTableTests {
  /// The keys that several rows bind in one mode, or that another row's keys begin with.
  private static func duplicates(in rows: [Binding], _ mode: KeyMode) -> [[Key]] {
    let keys = rows.filter { $0.mode == mode }.map(\.keys)
    return keys.filter { own in keys.count { $0.starts(with: own) } > 1 }
  }

  @Test("no key is bound twice in a mode", arguments: KeyMode.allCases)
  func unique(mode: KeyMode) {
    #expect(Self.duplicates(in: BindingTable.rows, mode) == [])
  }

  @Test("no key hides one of the mode behind it", arguments: KeyMode.allCases)
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

  @Test("a table with a key bound twice would be noticed")
  func planted() {
    let row = BindingTable.rows[0]
    #expect(
      Self.duplicates(in: BindingTable.rows + [row], row.mode) == [row.keys, row.keys])
    let begin = Binding(.character("'"), .screen, .help, "")
    #expect(Self.duplicates(in: BindingTable.rows + [begin], .screen) == [begin.keys])
  }

  @Test("every action has a key or a command")
  func reachable() {
    let bound = Set(BindingTable.rows.map(\.action))
    let commanded: Set<Action> = [.errorLines]
    for action in ActionList.all where !commanded.contains(action) {
      #expect(bound.contains(action), "\(action)")
    }
    #expect(ConsoleVerb.allCases.contains(.messages))
  }

  @Test("every button of the page has a key of its own and can be typed")
  func controls() throws {
    for control in ControlTable.rows {
      let action: Action =
        control.action == .exportResults ? .export : .press(control: control.id)
      #expect(BindingTable.row(of: action) != nil, "\(control.label)")
      #expect(try CommandReader.read(control.label) == .press(control))
      #expect(try CommandReader.read(control.title.lowercased()) == .press(control))
      #expect(try CommandReader.read(control.id.uppercased()) == .press(control))
    }
  }

  @Test("a button has a letter that is none of vi's or the log's, or a quote and two letters")
  func controlKeys() {
    let taken = "hjklgGnNeEwW/&!'".unicodeScalars
    for (id, text) in BindingTable.controlTexts {
      let keys = Array(text.unicodeScalars)
      let isLetter = keys.count == 1 && !taken.contains(keys[0])
      let isPair =
        keys.count == 3 && keys[0] == "'"
        && keys.dropFirst().allSatisfy { ("a"..."z").contains($0) }
      #expect(isLetter || isPair, "\(id)")
    }
    #expect(BindingTable.controlTexts.map(\.id) == ControlTable.rows.map(\.id))
  }

  @Test("the second key names the group: one letter for each")
  func mnemonics() {
    var groups: [Unicode.Scalar: Control.Group] = [:]
    for (id, text) in BindingTable.controlTexts where text.count == 3 {
      guard let control = ControlTable.control(id: id) else { continue }
      let letter = text.unicodeScalars[text.unicodeScalars.index(after: text.startIndex)]
      #expect(groups[letter, default: control.group] == control.group, "\(text)")
      groups[letter] = control.group
    }
    #expect(Set(groups.values).count == groups.count)
  }

  @Test("every action that the list of keys offers does something or says why not")
  func effective() {
    for mode in [KeyMode.controls, .log] {
      for row in BindingTable.rows where mode.chain.contains(row.mode) {
        var driver = ConsoleDriver()
        driver.firstRun()
        driver.command("filter DNP")
        driver.command("search DNP")
        driver.type("k")
        driver.model.focus = mode == .controls ? .controls : .log
        #expect(driver.model.notice == nil)
        let before = driver.text
        _ = driver.takeEffects()
        for key in row.keys { driver.press(key) }
        let isChanged = driver.text != before || !driver.effects.isEmpty
        #expect(isChanged || Self.mayDoNothing.contains(row.action), "\(row.text) in \(mode)")
      }
    }
  }

  /// At the first button, the last line or the first screen there is nothing left to do for them.
  private static let mayDoNothing: Set<Action> = [
    .up, .pageUp, .first, .down, .pageDown, .last, .scrollLeft, .showConsole, .slower, .follow,
    .repaint,
  ]

  @Test("at 60 columns the footer still names the most needed keys", arguments: [60, 80, 120])
  func footer(columns: Int) {
    let driver = ConsoleDriver(rows: 24, columns: columns)
    for hint in ["Enter press", "Tab pane", "Space run/pause", "? help"] {
      #expect(driver.footer.contains(hint), "\(hint) at \(columns): \(driver.footer)")
    }
  }
}

/// Every action; a new one does not compile until it stands here.
private enum ActionList {
  static let all: [Action] =
    ControlTable.rows.filter { $0.action != .exportResults }.map { .press(control: $0.id) } + plain

  private static let plain: [Action] = {
    var actions: [Action] = []
    var next: Action? = .activate
    while let action = next {
      actions.append(action)
      next = following(action)
    }
    return actions
  }()

  private static func following(_ action: Action) -> Action? {
    switch action {
    case .press: .activate
    case .activate: .nextPane
    case .nextPane: .previousPane
    case .previousPane: .up
    case .up: .down
    case .down: .pageUp
    case .pageUp: .pageDown
    case .pageDown: .first
    case .first: .last
    case .last: .scrollLeft
    case .scrollLeft: .scrollRight
    case .scrollRight: .showConsole
    case .showConsole: .showLog
    case .showLog: .showWalkthroughs
    case .showWalkthroughs: .guideBack
    case .guideBack: .guideRestart
    case .guideRestart: .takeOver
    case .takeOver: .judgePass
    case .judgePass: .judgeFail
    case .judgeFail: .judgeSkip
    case .judgeSkip: .judgeNote
    case .judgeNote: .togglePace
    case .togglePace: .faster
    case .faster: .slower
    case .slower: .nextEvent
    case .nextEvent: .untilIdle
    case .untilIdle: .advanceMinute
    case .advanceMinute: .advanceHour
    case .advanceHour: .advanceDay
    case .advanceDay: .askTime
    case .askTime: .cancelJump
    case .cancelJump: .search
    case .search: .nextHit
    case .nextHit: .previousHit
    case .previousHit: .filter
    case .filter: .negateFilter
    case .negateFilter: .cycleLevel
    case .cycleLevel: .toggleSystemRecords
    case .toggleSystemRecords: .follow
    case .follow: .nextError
    case .nextError: .previousError
    case .previousError: .nextWarning
    case .nextWarning: .previousWarning
    case .previousWarning: .allow
    case .allow: .deny
    case .deny: .switchAnswer
    case .switchAnswer: .accept
    case .accept, .complete, .nextEntry, .previousEntry, .deleteBackward, .deleteForward,
      .deleteWord, .deleteLine, .cursorLeft, .cursorRight, .cursorHome, .cursorEnd:
      followingEdit(action)
    case .command: .help
    case .help: .errorLines
    case .errorLines: .export
    case .export: .close
    case .close: .quit
    case .quit: .interrupt
    case .interrupt: .suspend
    case .suspend: .repaint
    case .repaint: nil
    }
  }

  /// What follows an action of lines and lists that take text.
  private static func followingEdit(_ action: Action) -> Action? {
    switch action {
    case .accept: .complete
    case .complete: .nextEntry
    case .nextEntry: .previousEntry
    case .previousEntry: .deleteBackward
    case .deleteBackward: .deleteForward
    case .deleteForward: .deleteWord
    case .deleteWord: .deleteLine
    case .deleteLine: .cursorLeft
    case .cursorLeft: .cursorRight
    case .cursorRight: .cursorHome
    case .cursorHome: .cursorEnd
    case .cursorEnd: .command
    default: nil
    }
  }
}
