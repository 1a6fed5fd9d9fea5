import CellGrid
import Scenarios

/// The keys that count: the table of keys, with what a person has changed in it.
///
/// The console owns one. What reads keys and what names them (footer, help, command line, messages)
/// asks it, so that a key is the same everywhere.
public struct Bindings: Hashable, Sendable {
  /// The rows as help shows them: the buttons, those of the screen, those of one mode, those that
  /// always count.
  let rows: [Binding]
  /// What is different from the table.
  let changes: [KeyChange]
  /// The first keys of each action as text, those of the screen before those of one mode.
  private let texts: [Action: String]

  /// The keys of the table.
  public static let standard = Bindings([])

  /// The keys of the table with changes, which are taken as they are: a mode and an action have
  /// one at most, and none makes a conflict.
  init(_ changes: [KeyChange]) {
    self.changes = changes
    rows = changes.isEmpty ? BindingTable.rows : Bindings.rows(changes)
    var texts = [Action: String](minimumCapacity: rows.count)
    let first = KeyMode.buttons.chain
    for isFirst in [true, false] {
      for row in rows where first.contains(row.mode) == isFirst && texts[row.action] == nil {
        texts[row.action] = row.text
      }
    }
    self.texts = texts
  }

  private static func rows(_ changes: [KeyChange]) -> [Binding] {
    var done: [KeyChange] = []
    return BindingTable.rows.flatMap { row -> [Binding] in
      guard let change = changes.first(where: { $0.mode == row.mode && $0.action == row.action })
      else { return [row] }
      // The changed keys stand where the first one stood.
      if done.contains(change) { return [] }
      done.append(change)
      return change.rows
    }
  }

  /// What keys, pressed one after the other, do in a mode or in those it falls back on.
  func binding(_ keys: [Key], in mode: KeyMode) -> Binding? {
    for mode in mode.chain {
      if let row = rows.first(where: { $0.keys == keys && $0.mode == mode }) { return row }
    }
    return nil
  }

  /// The rows of a mode, and of those it falls back on, that begin with these keys and need more.
  func continuations(of keys: [Key], in mode: KeyMode) -> [Binding] {
    rows.filter { row in
      row.keys.count > keys.count && mode.chain.contains(row.mode) && row.keys.starts(with: keys)
    }
  }

  /// The first row of an action in a mode or in those it falls back on.
  func row(of action: Action, in mode: KeyMode = .buttons) -> Binding? {
    rows.first { $0.action == action && mode.chain.contains($0.mode) }
  }

  /// The keys of an action as text, for a message that says what to press; the screen's if there
  /// are some.
  ///
  /// An action without a key is named by what it does.
  func text(of action: Action) -> String {
    texts[action] ?? BindingTable.row(of: action).map { "‘\($0.label)’" } ?? ""
  }

  /// The keys of an action in a mode as text.
  func text(of action: Action, in mode: KeyMode) -> String {
    row(of: action, in: mode)?.text ?? text(of: action)
  }

  /// The shortest key of an action in a mode as text, where there is little room.
  func shortText(of action: Action, in mode: KeyMode) -> String {
    rows.filter { $0.action == action && $0.mode == mode }.map(\.text)
      .min { $0.count < $1.count } ?? text(of: action)
  }

  /// The keys of one of the page's buttons as text.
  func text(ofControl id: String) -> String {
    texts[ControlKeys.action(of: id)] ?? ""
  }

  /// Whether a key quits, or leads back and so quits at last.
  func isQuitting(_ key: Key) -> Bool {
    let action = binding([key], in: .screen)?.action
    return action == .program(.quit) || action == .screen(.back)
  }

  /// The key that begins with a new phone.
  public var startAnew: String { text(of: .session(.startAnew)) }

  /// The page's button with these keys.
  func control(keys text: String) -> Control? {
    let row = rows.first { $0.text == text && KeyMode.buttons.chain.contains($0.mode) }
    return row.flatMap { row in
      ControlTable.rows.first { ControlKeys.action(of: $0.id) == row.action }
    }
  }

  /// The rows of a mode and of those it falls back on that have a hint, the most needed first.
  func hints(in mode: KeyMode, where isUseful: (Action) -> Bool) -> [Binding] {
    mode.chain.flatMap { mode in rows.filter { $0.mode == mode } }
      .filter { $0.hint != nil && isUseful($0.action) }.enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
  }

  /// The rows whose labels the command line takes: the keys of the screen without the buttons.
  var named: [Binding] {
    rows.enumerated().filter { place, row in
      row.isNamed && rows.firstIndex { $0.action == row.action } == place
    }.map(\.element)
  }
}

extension Binding {
  /// Whether the command line takes its label.
  fileprivate var isNamed: Bool {
    guard [.buttons, .screen, .always].contains(mode) else { return false }
    switch action {
    case .controls, .program(.export), .program(.suspend), .program(.interrupt), .prompt(.open):
      return false
    case .screen, .time, .log, .status, .walkthroughs, .store, .timeline, .phone, .ledger,
      .session, .why, .guide, .dialog, .prompt, .help, .page, .confirmation, .program, .browser,
      .list:
      return true
    }
  }
}
