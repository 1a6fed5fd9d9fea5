public import DailyNotification
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
  public static func text(
    _ commands: [Command], _ keys: any IdentityKeys, _ secrets: inout SecretNumbers
  ) -> String {
    secrets.meet(commands.map(\.givenValue))
    return JSONValue.array(commands.map { json($0, keys, &secrets) }).canonicalText
  }

  /// The commands of a press of a run as they were performed, also without what its scenario
  /// declares to be secret.
  public static func text(_ press: Press, of run: InteractiveRun) -> String {
    // What was sealed since was not in this press.
    var secrets = run.device.os.secrets.withoutSeals
    let keys = run.device.os.configuration.keychain.keys
    return run.secrets.withoutTexts(text(press.commands, keys, &secrets))
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
    _ commands: [Command], _ keys: any IdentityKeys, _ secrets: inout SecretNumbers
  ) -> [Command] {
    (try? self.commands(text(commands, keys, &secrets))) ?? commands
  }

  private static func json(
    _ command: Command, _ keys: any IdentityKeys, _ secrets: inout SecretNumbers
  ) -> JSONValue {
    if case .call(let method, let options) = command {
      return [
        "call": .string(SealedToken.sealed(text: method, keys, &secrets)),
        "options": SealedToken.sealed(.object(options), keys, &secrets),
      ]
    }
    return [
      "verb": .string(command.verb),
      "parameters": SealedToken.sealed(.object(command.parameters), keys, &secrets),
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

extension Session {
  /// The commands of a press as a journal keeps them; the phone knows what their stand-ins are for.
  mutating func sealed(_ commands: [Command]) -> [Command] {
    var secrets = device.os.secrets
    let sealed = JournalText.normalized(
      commands, device.os.configuration.keychain.keys, &secrets)
    know(secrets)
    return sealed
  }
}
