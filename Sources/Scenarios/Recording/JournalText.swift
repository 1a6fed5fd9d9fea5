import DailyNotification
public import DeviceModel
import JSONText
public import Session
public import Tokens

/// Commands as text for a journal, and back: the same commands, without secrets.
public enum JournalText {
  /// Why a text is no journal's.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  private static let limits = JSONLimits(bytesMax: 16 * 1_048_576, depthMax: 1_000)

  /// The commands as a JSON array; tokens are sealed, and what a name calls secret, the user of a
  /// URL and its secret parameters are replaced.
  ///
  /// The keys check the signatures that a seal replaces.
  public static func text(_ commands: [Command], _ keys: any IdentityKeys) -> String {
    JSONValue.array(commands.map { json($0, keys) }).canonicalText
  }

  /// The commands of a press of a run, also without what its scenario declares to be secret.
  public static func text(_ press: Press, of run: InteractiveRun) -> String {
    run.secrets.withoutTexts(text(press.commands, run.device.os.configuration.keychain.keys))
  }

  /// The commands of a text.
  public static func commands(_ text: String) throws(Failure) -> [Command] {
    guard let value = try? JSONParser.parse(text, limits: limits), let items = value.arrayValue
    else { throw Failure("the commands are no JSON array") }
    var commands: [Command] = []
    for item in items { commands.append(try command(item)) }
    return commands
  }

  /// The commands as a journal keeps them.
  ///
  /// What is done now is the same as what is done when the journal is read again, so that both
  /// write the same records.
  public static func normalized(
    _ commands: [Command], _ keys: any IdentityKeys
  ) -> [Command] {
    (try? self.commands(text(commands, keys))) ?? commands
  }

  private static func json(_ command: Command, _ keys: any IdentityKeys) -> JSONValue {
    if case .call(let method, let options) = command {
      return [
        "call": .string(SealedToken.sealedText(method, keys)),
        "options": SealedToken.sealed(.object(options), keys),
      ]
    }
    return [
      "verb": .string(command.verb),
      "parameters": SealedToken.sealed(.object(command.parameters), keys),
    ]
  }

  private static func command(_ json: JSONValue) throws(Failure) -> Command {
    if let method = json["call"]?.stringValue, let options = json["options"]?.objectValue {
      return .call(method: method, options: options)
    }
    guard let verb = json["verb"]?.stringValue, let parameters = json["parameters"]?.objectValue
    else { throw Failure("a command is neither a call nor a verb") }
    do {
      return try VerbTable.command(verb: verb, parameters: parameters)
    } catch {
      throw Failure("\(verb): \(error.description)")
    }
  }
}

extension GivenSecrets {
  /// Takes the secrets of commands that are not in their sealed forms.
  mutating func take(from commands: [Command], sealed: [Command]) {
    guard commands != sealed else { return }
    for (command, other) in zip(commands, sealed) {
      take(from: command.givenValue, sealed: other.givenValue)
    }
  }
}

extension Command {
  /// What was given with it.
  fileprivate var givenValue: JSONValue {
    if case .call(_, let options) = self { .object(options) } else { .object(parameters) }
  }
}
