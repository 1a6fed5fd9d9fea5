import DailyNotification
import DeviceModel
import JSONText
import Scenarios

/// Reads a line such as `scheduleDailyNotification time=07:30`, `setPermission denied`,
/// `Check Permissions` or `advance 1h`.
enum CommandReader {
  /// What a line asks for.
  enum Request: Hashable, Sendable {
    case press(Control)
    case act(Action)
    case perform(Command, title: String)
    case console(ConsoleVerb, String)
  }

  /// Why a line asks for nothing.
  struct Failure: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  /// What a line asks for; throws with what is wrong and what to do.
  static func read(_ line: String) throws(Failure) -> Request {
    var line = trimmed(line)
    // As it is typed on the screen, where the colon opens the line.
    if line.hasPrefix(":") { line = trimmed(String(line.dropFirst())) }
    if line == "allow" || line == "deny" { line = "answerDialog \(line)" }
    guard !line.isEmpty else { throw Failure("type a button, a call, a verb or a time command") }
    if let control = control(line) { return .press(control) }
    if let row = BindingTable.named.first(where: { $0.label.lowercased() == line.lowercased() }) {
      return .act(row.action)
    }
    let name = String(line.prefix { $0 != " " })
    let rest = trimmed(String(line.dropFirst(name.count)))
    if let command = ConsoleVerb(rawValue: name) { return try console(command, rest) }
    if isMethod(name) {
      let options = try OptionText.options(rest, method: name)
      return .perform(.call(method: name, options: options), title: name)
    }
    if let row = VerbTable.rows.first(where: { $0.name == name }) {
      return .perform(try verb(row, rest), title: line.shortened(bytesMax: 120))
    }
    throw unknown(name)
  }

  /// The button whose keys or label a line is, or whose title or id it is in any case.
  ///
  /// A label that says too little alone counts letter by letter only: `status` tells how the phone
  /// stands, `Status` presses the button.
  static func control(_ line: String) -> Control? {
    if let control = BindingTable.control(keys: line) { return control }
    if let control = ControlTable.control(labelled: line) { return control }
    let folded = line.lowercased()
    return ControlTable.rows.first {
      $0.title.lowercased() == folded || $0.id.lowercased() == folded
    }
  }

  private static func isMethod(_ name: String) -> Bool {
    PluginMethod(rawValue: name) != nil
  }

  private static func console(
    _ command: ConsoleVerb, _ rest: String
  ) throws(Failure) -> Request {
    let takesNothing = command.parameter.isEmpty
    if takesNothing, !rest.isEmpty { throw Failure("'\(command.rawValue)' takes nothing") }
    if command.needsArgument, rest.isEmpty {
      throw Failure("'\(command.rawValue)' needs \(command.parameter)")
    }
    if !command.words.isEmpty, !command.words.contains(rest) {
      throw Failure(
        "'\(command.rawValue)' takes \(command.words.joined(separator: ", ")), "
          + "not '\(rest.shortened())'")
    }
    return .console(command, rest)
  }

  private static func verb(_ row: VerbTable.Row, _ rest: String) throws(Failure) -> Command {
    let parameters = try VerbLine.parameters(rest, of: row)
    do {
      return try VerbTable.command(verb: row.name, parameters: parameters)
    } catch {
      throw Failure(error.description)
    }
  }

  private static func unknown(_ name: String) -> Failure {
    let known =
      ConsoleVerb.allCases.map(\.rawValue) + VerbTable.rows.map(\.name)
      + PluginMethod.allCases.map(\.rawValue) + ControlTable.rows.map(\.title)
    let near =
      Suggestion.nearest(to: name, in: known) ?? known.ranked(by: FuzzyMatch(name)) { $0 }.first
    let hint = near.map { "; did you mean '\($0)'?" } ?? "; Tab shows what there is"
    return Failure("there is no '\(name.shortened())'\(hint)")
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    let end = start.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\r" }
    return String(end.reversed())
  }
}
