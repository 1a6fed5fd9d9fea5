public import CellGrid
import DailyNotification
import DeviceModel
import JSONText
import Scenarios

/// A line that is being typed, as films and recordings have to know of it.
public struct Typing: Hashable, Sendable {
  /// The text in the line; empty where a paste has no line to go into.
  public let text: String
  /// What the line is for; nil for another one than a prompt.
  let kind: Prompt.Kind?
}

extension Model {
  /// The line that is being typed; nil where none is.
  public var typing: Typing? {
    switch overlay {
    case .prompt(let prompt): Typing(text: prompt.field.text, kind: prompt.kind)
    case .help(let help): Typing(text: help.filter.text, kind: nil)
    case .page, .confirmation, nil: isPasting ? Typing(text: "", kind: nil) : nil
    }
  }

  /// Whether a line was done, after it was closed; false when it was cancelled.
  public func isAccepted(_ typing: Typing) -> Bool {
    typing.kind.map { typedLines.lines($0).last == typing.text } ?? false
  }

  /// Whether a line has a secret, by its shape or by the name of an option that it stands under.
  func hasSecret(_ text: String, _ kind: Prompt.Kind?) -> Bool {
    if run.withoutSecrets(text) != text { return true }
    guard kind == .command else { return false }
    return text.split(separator: " ").contains { word in
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return false }
      let option: JSONObject = [parts[0]: .string(parts[1])]
      return Redaction.object(option) != option
    }
  }

  /// A line that does the same as one that was typed, without its secrets.
  ///
  /// Of a command for the phone it has what stands for them in a session's journal, so that the
  /// phone does the same.
  public func withoutSecrets(_ typing: Typing) -> String {
    let plain = run.withoutSecrets(typing.text)
    guard typing.kind == .command,
      case .perform(let command, _)? = try? TypedCommand.parse(typing.text, bindings)
    else { return plain }
    let keys = run.device.os.configuration.keychain.keys
    var secrets = run.device.os.secrets
    let sealed = JournalText.normalized([command], keys, &secrets)
    let line = sealed.map(\.typedText).joined()
    guard case .perform(let again, _)? = try? TypedCommand.parse(line, bindings),
      JournalText.normalized([again], keys, &secrets) == sealed
    else { return plain }
    return line
  }

  /// The keys that type a line in place of what stands in the one that is open.
  public func keys(typing line: String) -> [KeyInput] {
    let clear = bindings.row(of: .prompt(.deleteLine), in: .prompt)?.keys ?? []
    return (clear + line.unicodeScalars.map { .character($0) }).map { .key($0) }
  }

  /// The screen with an asterisk for each character of the line that is being typed, and without
  /// all that follows from them.
  public func coveredView() -> CellGrid {
    var model = self
    switch overlay {
    case .prompt(let prompt):
      model.stopTrying(prompt.kind)
      model.overlay = .prompt(prompt.covered)
      model.notice = nil
    case .help: model.openHelp()
    case .page, .confirmation, nil: break
    }
    return model.filmedView()
  }

  /// The screen with asterisks where it shows a secret.
  public func filmedView() -> CellGrid {
    var grid = view()
    for row in 0..<grid.size.rows { hideSecrets(&grid, row: row) }
    return grid
  }

  /// What the person did last, without its secrets.
  var filmedAct: Act? {
    lastAct.map { Act(line: $0.line, count: $0.count, text: run.withoutSecrets($0.text)) }
  }

  /// Writes asterisks from where a row has its first secret to where its last one ends.
  private func hideSecrets(_ grid: inout CellGrid, row: Int) {
    var text = String.UnicodeScalarView()
    var columns: [Int] = []
    for column in 0..<grid.size.columns where grid[row, column].width > 0 {
      let cell = grid[row, column]
      for scalar in [cell.scalar, cell.mark].compactMap(\.self) {
        text.append(scalar)
        columns.append(column)
      }
    }
    let shown = String(text)
    let plain = run.withoutSecrets(shown)
    guard plain != shown else { return }
    let other = plain.unicodeScalars
    let first = zip(text, other).prefix { $0 == $1 }.count
    let room = min(columns.count, other.count) - first
    let last = min(room, zip(text.reversed(), other.reversed()).prefix { $0 == $1 }.count)
    for column in columns[first..<columns.count - last] {
      grid.put(Glyph("*"), row: row, column: column, style: grid[row, column].style)
    }
  }
}

extension Command {
  /// A line that is this command.
  fileprivate var typedText: String {
    if case .call(let method, let options) = self {
      return "\(method) \(JSONValue.object(options).canonicalText)"
    }
    return parameters.isEmpty ? verb : "\(verb) \(JSONValue.object(parameters).canonicalText)"
  }
}
