import DailyNotification
import DeviceModel
import JSONText
import PlainText

/// An error as it is sent: code, a message with the remedy, values for programs.
struct BridgeError: Error, Hashable {
  let code: BridgeErrorCode
  let message: String
  var data: JSONValue?

  static func malformed(_ error: JSONParseError) -> BridgeError {
    BridgeError(
      code: .malformedJSON, message: "the line is not JSON: \(error)",
      data: [
        "line": .integer(Int64(error.line)),
        "column": .integer(Int64(error.column)),
        "offset": .integer(Int64(error.offset)),
      ])
  }

  static func notARequest(_ what: String) -> BridgeError {
    BridgeError(code: .notARequest, message: "the line is not a request: \(what)")
  }

  static func lineTooLong(bytesMax: Int) -> BridgeError {
    BridgeError(
      code: .notARequest, message: "the line has more than \(bytesMax) bytes; send less at once",
      data: ["bytesMax": .integer(Int64(bytesMax))])
  }

  static func unknownMethod(_ name: String) -> BridgeError {
    let known = BridgeMethod.allCases.map(\.rawValue).joined(separator: ", ")
    return BridgeError(
      code: .unknownMethod, message: "there is no method '\(name.shortened())'; methods: \(known)")
  }

  static func wrong(_ message: String) -> BridgeError {
    BridgeError(code: .wrongParameters, message: message.shortened(bytesMax: 1_000))
  }

  static func rejected(_ rejection: Rejection) -> BridgeError {
    BridgeError(code: .rejected, message: rejection.message, data: rejection.json)
  }

  static func callLost(_ why: String) -> BridgeError {
    BridgeError(code: .callLost, message: "the call has no reply: \(why)")
  }

  /// The phone refused a command; `code` distinguishes an app that cannot run from other refusals.
  static func refused(_ refusal: CommandRefusal, code: BridgeErrorCode = .refused) -> BridgeError {
    BridgeError(
      code: code, message: refusal.description, data: ["reason": .string(refusal.name)])
  }

  static func notSettled(reason: String, _ message: String, events: Int) -> BridgeError {
    BridgeError(
      code: .notSettled, message: message,
      data: ["reason": .string(reason), "events": .integer(Int64(events))])
  }

  /// A request that was cancelled while it was carried out; what it did until then stays.
  static func cancelled(_ reached: JSONObject) -> BridgeError {
    BridgeError(
      code: .cancelled, message: "the request was cancelled; what it did until then stays",
      data: .object(reached))
  }

  static func replyTooLong(bytes: Int) -> BridgeError {
    BridgeError(
      code: .replyTooLong,
      message: "the reply has \(bytes) bytes, more than \(LineSplitter.standardBytesMax); "
        + "ask for a part of it (state.get has 'path', trace.get 'from' and 'limit')",
      data: [
        "bytes": .integer(Int64(bytes)),
        "bytesMax": .integer(Int64(LineSplitter.standardBytesMax)),
      ])
  }
}
