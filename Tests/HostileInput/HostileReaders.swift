import DailyNotification
package import DeviceLogs
package import DeviceModel
package import ES256K
package import JSONText
package import NetProtocol
import Tokens

/// What reads hostile input: the product's own readers, unless a test puts one with a bug in place
/// of one of them to see that it is found.
package struct HostileReaders: Sendable {
  /// Reads a command back from its verb and its parameters.
  package var command: @Sendable (String, JSONObject) throws -> Command = {
    try VerbTable.command(verb: $0, parameters: $1)
  }
  /// Gives a command to a phone.
  package var perform: @Sendable (inout Device, Command) throws -> Void = { try $0.perform($1) }
  /// An answer as a phone gets it; the second is the token of the request.
  package var withoutSecrets: @Sendable (RawResponse, String?) -> RawResponse = {
    var secrets = SecretNumbers()
    return $0.withoutSecrets(token: $1, &secrets)
  }
  /// Throws for a token that is not valid at a time, in milliseconds since the Unix epoch.
  package var verify: @Sendable (String, Int64, TestKeys) throws -> Void = { text, time, keys in
    var check = TokenCheck()
    check.acceptsSeals = false
    try check.verify(text, at: time, keys)
  }
  package var request: @Sendable ([UInt8]) throws -> NetRequest = { try NetRequest(line: $0) }
  package var answer: @Sendable ([UInt8]) throws -> NetAnswer = { try NetAnswer(line: $0) }
  package var json: @Sendable ([UInt8]) throws -> JSONValue = { try JSONParser.parse($0) }
  /// What a log says that comes in pieces of so many bytes; nil for one that is refused.
  package var log: @Sendable ([UInt8], Int) -> LogReading? = { HostileLog.reading($0, $1) }
  /// How many lines of a log are shown; nil for one that is refused.
  package var shownLines: @Sendable ([UInt8]) -> Int? = { HostileLog.shown($0) }
  /// What a log of a format says; nil for one that is refused.
  package var record: @Sendable ([UInt8], LogFormat?) -> HostileRecord.Reading? = {
    try? HostileRecord.reading($0, $1)
  }
  /// What is packed by gzip and comes in pieces of so many bytes; nil where it is damaged.
  package var unpacked: @Sendable ([UInt8], Int) -> [UInt8]? = { HostileLog.unpacked($0, $1) }

  /// The product's own.
  package init() {}
}

/// What was read of a log.
package struct LogReading: Sendable {
  /// The counts of its lines.
  package var tally: LogTally
  /// The whole answer as JSON.
  package var json: [UInt8]
}
