public import JSONText

/// One call of the host app: its number in the run, the method's name and the options.
public struct PluginCall: Hashable, Sendable {
  /// The call's number in its run, from 1; its reply carries the same number.
  public let number: Int
  /// The method's name as the host spelled it.
  public let method: String
  /// The options, an object.
  public let options: JSONObject

  /// Makes a call.
  public init(number: Int, method: String, options: JSONObject) {
    self.number = number
    self.method = method
    self.options = options
  }
}

/// How a call ends.
public enum PluginReply: Hashable, Sendable {
  case value(JSONValue)
  case rejected(Rejection)
}

/// What a handler leaves behind: an answer, or something it waits for.
public enum CallOutcome {
  case reply(JSONValue)
  case waiting(Awaited)
}

/// What an open call waits for; when it arrives, the call restarts with it.
public enum Awaited: Hashable, Sendable {
  /// The person's answer to the permission dialog.
  case authorization
  /// Withdrawals that have not taken effect yet.
  case removals
  /// The outcome of a fetch of this number.
  case fetch(Int)
}
