import CellGrid
import LocatedYAML
import PlainText

/// A key map as a person writes it: for each part of the console the keys of actions.
///
/// ```yaml
/// screen:
///   time.nextEvent: Ctrl-E
///   why.ask: [Y, F5]
/// log:
///   list.activate: o
/// ```
///
/// What is wrong is named and left out; the rest counts.
public enum KeyMapFile {
  /// The largest file that is read, in bytes.
  public static let bytesMax = 65_536

  private static let rules = YAMLRules(
    noun: "a key map", bytesMax: bytesMax, aliasesMax: 0, nodesMax: 4_000, depthMax: 4,
    splitRemedy: "a key map needs a line for each action",
    emptyRemedy: "write 'screen:' and below it '  why.ask: Ctrl-Y'")

  /// A line of the file that is right by itself.
  private struct Entry {
    let line: Int
    let change: KeyChange
  }

  /// Why a line of a key map does not count.
  struct BadLine: Error, Hashable {
    let description: String
  }

  /// The keys that count with a file, and what is wrong with it, each with its line.
  public static func read(
    _ bytes: [UInt8], path: String
  ) -> (bindings: Bindings, problems: [String]) {
    var problems: [(line: Int, text: String)] = []
    var entries: [Entry] = []
    do {
      for part in try YAMLReader.read(bytes, rules).mapping("the key map") {
        guard let mode = KeyMode.allCases.first(where: { $0.name == part.key }) else {
          problems.append((part.place.line, unknownPart(part.key)))
          continue
        }
        for entry in lines(of: part, &problems) {
          let line = entry.place.line
          do {
            entries.append(Entry(line: line, change: try change(entry, in: mode)))
          } catch {
            problems.append((line, error.description))
          }
        }
      }
    } catch {
      problems.append((error.place.line, "\(error.message); \(error.remedy)"))
    }
    while let (entry, text) = conflict(in: entries) {
      problems.append((entry.line, text))
      entries.removeAll { $0.line == entry.line && $0.change == entry.change }
    }
    return (
      Bindings(entries.map(\.change)),
      problems.sorted { $0.line < $1.line }.map { "\(path):\($0.line): \($0.text)" }
    )
  }

  /// The lines of a part; one that has none is a problem of its own, and the parts after it count.
  private static func lines(
    of part: YAMLNode.Entry, _ problems: inout [(line: Int, text: String)]
  ) -> [YAMLNode.Entry] {
    do {
      return try part.value.mapping("'\(part.key)'")
    } catch {
      problems.append((error.place.line, "\(error.message); \(error.remedy)"))
      return []
    }
  }

  private static func unknownPart(_ name: String) -> String {
    let known = KeyMode.allCases.compactMap(\.name)
    return "no part of the console is called '\(name.shortened())'; "
      + (Suggestion.nearest(to: name, in: known).map { "did you mean '\($0)'?" }
        ?? "parts are " + known.joined(separator: ", "))
  }

  private static func change(
    _ entry: YAMLNode.Entry, in mode: KeyMode
  ) throws(BadLine) -> KeyChange {
    let place = mode.name ?? ""
    let rows = BindingTable.rows.filter { $0.mode == mode }
    guard let action = rows.first(where: { $0.action.name == entry.key })?.action else {
      throw BadLine(description: unknownAction(entry.key, place, rows))
    }
    guard let texts = texts(entry.value) else {
      throw BadLine(
        description: "the keys of '\(entry.key)' are a key or a list of keys, such as [Y, F5]")
    }
    if action == .program(.interrupt) || action == .program(.suspend) {
      let row = rows.first { $0.action == action }
      throw BadLine(
        description: "'\(entry.key)' is always \(row?.text ?? "its key"), and no other key")
    }
    var keys: [[Key]] = []
    for text in texts {
      let read = try self.keys(text, in: mode)
      if !keys.contains(read) { keys.append(read) }
    }
    let change = KeyChange(mode: mode, action: action, keys: keys)
    guard !keys.isEmpty || !change.isWayOut else {
      throw BadLine(
        description: "'\(entry.key)' needs a key in '\(place)': it leads out, or to what does")
    }
    return change
  }

  private static func unknownAction(_ name: String, _ place: String, _ rows: [Binding]) -> String {
    let here = rows.map(\.action.name)
    let near = Suggestion.nearest(to: name, in: here)
    if let near {
      return "'\(place)' has no action '\(name.shortened())'; did you mean '\(near)'?"
    }
    let modes = KeyMode.allCases.filter { mode in
      BindingTable.rows.contains { $0.mode == mode && $0.action.name == name }
    }.compactMap(\.name)
    let hint =
      modes.isEmpty
      ? "docs/console.md lists what each part has"
      : "it belongs to " + modes.joined(separator: ", ")
    return "'\(place)' has no action '\(name.shortened())'; \(hint)"
  }

  /// The text of each key; nil for what is no key and no list of keys.
  private static func texts(_ node: YAMLNode) -> [String]? {
    switch node.content {
    case .scalar(let text, _): text.isEmpty ? nil : [text]
    case .list(let items):
      items.allSatisfy { $0.rawText?.isEmpty == false } ? items.compactMap(\.rawText) : nil
    case .mapping: nil
    }
  }

  /// Reads a key, or `'` and letters, which are pressed one after the other.
  static func keys(_ text: String, in mode: KeyMode) throws(BadLine) -> [Key] {
    let keys: [Key]
    if let key = Key(name: text) {
      keys = [key]
    } else if text.hasPrefix("'"), (2...4).contains(text.unicodeScalars.count),
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control && $0 != " " })
    {
      keys = text.unicodeScalars.map(Key.character)
    } else {
      throw BadLine(
        description:
          "'\(text.shortened())' is no key; keys are c, Enter, Space, Ctrl-L, Shift-Tab, "
          + "PgUp, F2 or \"'xy\"")
    }
    for key in keys {
      if case .character(let scalar) = key, mode.takesText, scalar != "?" || mode == .prompt {
        throw BadLine(description: "'\(text)' is text there; use Ctrl and a letter, or F1 to F12")
      }
      if let other = key.sentAs {
        throw BadLine(description: "a terminal sends \(key.text) as \(other.text)")
      }
    }
    return keys
  }

  /// An entry whose keys another action has, and why it does not count; the later one of two.
  private static func conflict(in entries: [Entry]) -> (Entry, String)? {
    let rows = Bindings(entries.map(\.change)).rows
    for entry in entries.reversed() {
      for row in entry.change.rows {
        guard let other = rows.first(where: { $0.isInTheWay(of: row) }) else { continue }
        let place = other.mode.name.map { $0 == row.mode.name ? "" : ", in '\($0)'" } ?? ""
        let which =
          other.keys == row.keys ? "\(row.text) is" : "\(row.text) and \(other.text) clash:"
        return (
          entry,
          "\(which) the key of '\(other.action.name)'\(place): \(other.label); "
            + "give that another key, too"
        )
      }
    }
    return nil
  }
}

extension Binding {
  /// Whether, where both count, only one of two rows can be reached by its keys.
  func isInTheWay(of row: Binding) -> Bool {
    guard row.action != action || row.mode != mode else { return false }
    let (own, other) = (mode, row.mode)
    let doMeet = KeyMode.allCases.contains { mode in
      mode.chain.contains(own) && mode.chain.contains(other)
    }
    return doMeet && (keys.starts(with: row.keys) || row.keys.starts(with: keys))
  }
}

extension Key {
  /// The key that a terminal sends the same for; nil for a key of its own.
  fileprivate var sentAs: Key? {
    switch self {
    case .control("i"): .tab
    case .control("m"), .control("j"): .enter
    case .control("["): .escape
    case .control("h"): .backspace
    case .character, .control, .enter, .tab, .backTab, .escape, .backspace, .delete, .up, .down,
      .left, .right, .home, .end, .pageUp, .pageDown, .function, .mouse, .pasteBegin, .pasteEnd:
      nil
    }
  }
}
