import DeviceModel
import JSONText
import Session

extension BridgeSession {
  /// Makes a call; its reply is sent when its record is written.
  mutating func call(_ parameters: ParameterReader, id: RequestID?) throws(BridgeError) {
    guard let method = try parameters.text("method") else {
      throw .missing("method", "the name of a plugin method")
    }
    let options = try parameters.object("options") ?? [:]
    guard openCalls.count < BridgeLimits.openCallsMax else {
      throw BridgeError(
        code: .refused,
        message: "\(BridgeLimits.openCallsMax) calls wait for their reply; let some settle first",
        data: ["reason": "tooManyOpenCalls"])
    }
    let number = session.nextCall
    openCalls.add(number, id: id)
    do {
      try session.perform(.call(method: method, options: options))
    } catch {
      // A call that was answered before the event storm already has its reply.
      readReplies()
      guard openCalls.remove(number) else { return }
      let isAppMissing = error == .appNotRunning || error == .appSuspended
      throw .refused(error, code: isAppMissing ? .appCannotRun : .refused)
    }
  }

  /// Performs a verb of the table; time has its own methods.
  mutating func perform(_ parameters: JSONObject) throws(BridgeError) -> JSONValue {
    guard let verb = parameters["verb"]?.stringValue else {
      throw .missing("verb", "a verb such as launch")
    }
    let timeVerbs = ["advance", "runToNextEvent", "runUntilIdle"]
    guard !timeVerbs.contains(verb) else { throw .wrong("use the method time.\(verb)") }
    var rest = parameters
    rest["verb"] = nil
    let command: Command
    do {
      command = try VerbTable.command(verb: verb, parameters: rest)
    } catch {
      throw .wrong("\(error)")
    }
    do {
      try session.perform(command)
    } catch {
      throw .refused(error)
    }
    return [:]
  }
}
