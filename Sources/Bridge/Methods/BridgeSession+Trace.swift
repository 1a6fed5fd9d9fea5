import DailyNotification
import DeviceModel
import JSONText
import Session
import SimulationCore

extension BridgeSession {
  /// Records from a sequence number on; `next` is the number to continue with.
  ///
  /// The reply has fewer records when these fill a line.
  func trace(_ parameters: ParameterReader) throws(BridgeError) -> JSONValue {
    let from = try parameters.integer("from", in: 0...9_007_199_254_740_992) ?? 0
    let limit = try parameters.integer("limit", in: 1...BridgeLimits.recordsMax) ?? 1_000
    let level = try parameters.word("level", LogLevel.self) ?? .debug
    let trace = session.device.os.trace
    var next = min(max(UInt64(from), trace.oldestSequence), trace.nextSequence)
    var records: [JSONValue] = []
    var bytes = 0
    while next < trace.nextSequence, records.count < limit, bytes < BridgeLimits.recordBytes {
      if let record = trace.record(next), record.payload.level >= level {
        let sized = BoundedRecord.sized(record)
        records.append(.object(sized.json))
        bytes += sized.bytes
      }
      next += 1
    }
    return [
      "records": .array(records),
      "next": .integer(Int64(next)),
      "hash": .string(trace.hash.text),
    ]
  }

  /// A cancellation in its turn.
  ///
  /// Nobody waits for an open call any longer; any other request is over.
  ///
  /// The plugin goes on with the call; what it still does is in the trace.
  mutating func cancel(
    _ parameters: ParameterReader, shell: inout some BridgeShell
  ) throws(BridgeError) -> JSONValue {
    guard let value = parameters.value("id"), let id = RequestID(value) else {
      throw .missing("id", "the id of a request")
    }
    if openCalls.forget(id) {
      let now = JSONValue.integer(session.device.os.wallMilliseconds)
      shell.send(OutgoingLine.reply(.failure(.cancelled(["now": now])), to: id))
    }
    return [:]
  }

  /// Switches the notifications `record` and `pluginEvent` on or off, from now on.
  mutating func events(_ parameters: ParameterReader) throws(BridgeError) -> JSONValue {
    guard let isOn = try parameters.flag("on") else { throw .missing("on", "true or false") }
    session.observer.sendsEvents = isOn
    return [:]
  }
}
