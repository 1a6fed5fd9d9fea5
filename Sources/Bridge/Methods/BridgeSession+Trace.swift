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

  /// A cancellation in its turn: the request it means is over, so nothing is to be done.
  func cancel(_ parameters: ParameterReader) throws(BridgeError) -> JSONValue {
    guard let id = parameters.value("id"), RequestID(id) != nil else {
      throw .missing("id", "the id of a request")
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
