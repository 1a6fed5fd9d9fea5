import DailyNotification
import DeviceModel
import PlainText
import Scenarios

/// A command that a person typed, such as `scheduleDailyNotification time=07:30`,
/// `setPermission denied`, `Check Permissions` or `advance 1h`.
enum TypedCommand: Hashable, Sendable {
  /// Press a button.
  case press(Control)
  /// Do what a key does, by its label.
  case act(Action)
  /// Do something to the phone: a verb or a call.
  case perform(Command, title: String)
  /// A command of the console with its argument.
  case console(ConsoleVerb, String)
  /// A command that writes a file, with its argument; it replaces a file that exists.
  case forced(ConsoleVerb, String)

  /// Why a line is no command.
  struct Failure: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  /// Parses a line; throws with what is wrong and what to do.
  static func parse(
    _ line: String, _ bindings: Bindings = .standard
  ) throws(Failure) -> TypedCommand {
    var line = trimmed(line)
    // On the screen a colon opens the line; people type it elsewhere, too.
    if line.hasPrefix(":") { line = trimmed(String(line.dropFirst())) }
    if line == "allow" || line == "deny" { line = "answerDialog \(line)" }
    if line == "dismiss" { line = "dismissDialog" }
    guard !line.isEmpty else { throw Failure("type a button, a call, a verb or a time command") }
    if let control = control(line, bindings) { return .press(control) }
    if let row = bindings.named.first(where: { $0.label.lowercased() == line.lowercased() }) {
      return .act(row.action)
    }
    let name = String(line.prefix { $0 != " " })
    let rest = trimmed(String(line.dropFirst(name.count)))
    if let command = ConsoleVerb(rawValue: name) { return try consoleCommand(command, rest) }
    if name.hasSuffix("!"), let command = ConsoleVerb(rawValue: String(name.dropLast())) {
      return try forcedCommand(command, rest)
    }
    if isMethod(name) {
      let options = try OptionText.options(rest, method: name)
      return .perform(.call(method: name, options: options), title: name)
    }
    if let row = VerbTable.rows.first(where: { $0.name == name }) {
      return .perform(try verb(row, rest), title: line.shortened(bytesMax: 120))
    }
    if let spelled = spelled(name), spelled != name {
      return try parse(rest.isEmpty ? spelled : "\(spelled) \(rest)", bindings)
    }
    if let meant = Synonyms.line(for: line), !meant.hasSuffix(" ") {
      return try parse(meant, bindings)
    }
    if let meant = Synonyms.line(for: name), !rest.isEmpty {
      return try parse(meant + rest, bindings)
    }
    throw unknown(name, bindings)
  }

  /// What the line does, in a few words.
  var title: String {
    switch self {
    case .press(let control): "press \(control.title)"
    case .act(let action): BindingTable.row(of: action)?.label ?? "do it"
    case .perform(_, let title): title
    case .console(let verb, let argument):
      "\(verb.rawValue)\(argument.isEmpty ? "" : " ")\(argument): \(verb.summary)"
    case .forced(let verb, let argument):
      "\(verb.rawValue) \(argument): \(verb.summary), replacing a file that exists"
    }
  }

  /// The button whose keys or label a line is, or whose title or id it is in any case.
  ///
  /// A label that is ambiguous without its group counts only in its exact case: `status` shows how
  /// the phone stands, `Status` presses the button.
  static func control(_ line: String, _ bindings: Bindings) -> Control? {
    if let control = bindings.control(keys: line) { return control }
    if let control = ControlTable.control(labelled: line) { return control }
    let folded = line.lowercased()
    return ControlTable.rows.first {
      $0.title.lowercased() == folded || $0.id.lowercased() == folded
    }
  }

  /// A command of the console, a call or a verb as it is spelled, for a name in any case.
  private static func spelled(_ name: String) -> String? {
    let folded = name.lowercased()
    let known =
      ConsoleVerb.allCases.map(\.rawValue) + PluginMethod.allCases.map(\.rawValue)
      + VerbTable.rows.map(\.name)
    return known.first { $0.lowercased() == folded }
  }

  private static func isMethod(_ name: String) -> Bool {
    PluginMethod(rawValue: name) != nil
  }

  private static func consoleCommand(
    _ command: ConsoleVerb, _ rest: String
  ) throws(Failure) -> TypedCommand {
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

  private static func forcedCommand(
    _ command: ConsoleVerb, _ rest: String
  ) throws(Failure) -> TypedCommand {
    guard command.writesFile else {
      throw Failure("'\(command.rawValue)' replaces no file; write it without '!'")
    }
    return .forced(command, rest)
  }

  private static func verb(_ row: VerbTable.Row, _ rest: String) throws(Failure) -> Command {
    let parameters = try VerbLine.parameters(rest, of: row)
    do {
      return try VerbTable.command(verb: row.name, parameters: parameters)
    } catch {
      throw Failure(error.description)
    }
  }

  private static func unknown(_ name: String, _ bindings: Bindings) -> Failure {
    let known =
      ConsoleVerb.allCases.map(\.rawValue) + VerbTable.rows.map(\.name)
      + PluginMethod.allCases.map(\.rawValue) + ControlTable.rows.map(\.title)
    let near =
      Suggestion.nearest(to: name, in: known) ?? known.ranked(by: FuzzyMatch(name)) { $0 }.first
    let hint =
      near.map { "; did you mean '\($0)'?" }
      ?? "; \(bindings.text(of: .prompt(.complete))) shows what there is"
    return Failure("there is no '\(name.shortened())'\(hint)")
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    let end = start.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\r" }
    return String(end.reversed())
  }
}
