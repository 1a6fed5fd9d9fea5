public import DeviceModel
import JSONText

/// One step of a tester: a command, or time that passes.
public enum TesterStep: Hashable, CustomStringConvertible {
  /// A command, refused or not.
  case perform(Command)
  /// Time passes, in milliseconds.
  case wait(Int64)

  public var description: String {
    switch self {
    case .wait(let milliseconds): "wait \(milliseconds) ms"
    case .perform(.call(let method, let options)):
      "call \(method) \(JSONValue.object(options).canonicalText)"
    case .perform(let command): "\(command.verb) \(command.argument ?? "")"
    }
  }
}
