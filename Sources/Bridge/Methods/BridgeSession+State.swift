import DeviceModel
import History
import Invariants
import JSONText
import PlainText
import Reports
import Scenarios
import Session
import SimulationCore

extension BridgeSession {
  /// The whole state, or the part that a JSON Pointer refers to.
  func state(_ parameters: ParameterReader) throws(BridgeError) -> JSONValue {
    let path = try parameters.text("path", bytesMax: 1024) ?? ""
    let pointer: JSONPointer
    do {
      pointer = try JSONPointer(path)
    } catch {
      throw .wrong("'path': \(error)")
    }
    guard let value = pointer.evaluate(in: state(around: pointer)) else {
      let parts =
        StatePart.allCases.map(\.rawValue)
        + [BridgeSession.invariantsKey, BridgeSession.historyKey]
      throw .wrong(
        "the state has nothing at '\(path.shortened())'; it begins with "
          + parts.map { "/\($0)" }.joined(separator: ", "))
    }
    return value
  }

  private static let invariantsKey = "invariants"
  private static let historyKey = "history"

  /// What became of each planned notification; the whole state leaves it out, since it takes time
  /// in proportion to the days of the run.
  private var history: JSONValue {
    var history = session.observer.history
    history.finish(session.device)
    return RunSummary.occurrences(OccurrenceList(history))
  }

  /// The parts of the state that the pointer can refer to; the others are not computed.
  private func state(around pointer: JSONPointer) -> JSONValue {
    guard let first = pointer.tokens.first else {
      guard case .object(var whole) = session.device.stateValue else { return .null }
      whole[BridgeSession.invariantsKey] = session.invariants.stateValue
      return .object(whole)
    }
    if first == BridgeSession.invariantsKey { return [first: session.invariants.stateValue] }
    if first == BridgeSession.historyKey { return [first: history] }
    guard let part = StatePart(rawValue: first) else { return [:] }
    return [first: session.device.state(part)]
  }
}

extension InvariantChecker {
  fileprivate var stateValue: JSONValue {
    [
      "violations": .array(violations.map(\.stateValue)),
      "tallies": .array(tallies.map(\.stateValue)),
    ]
  }
}

extension InvariantViolation {
  fileprivate var stateValue: JSONValue {
    [
      "id": .integer(Int64(id)),
      "name": .string(name),
      "instant": .integer(instant.milliseconds),
      "time": .integer(wallMilliseconds),
      "sequence": .integer(Int64(sequence)),
      "message": .string(message),
    ]
  }
}

extension InvariantTally {
  fileprivate var stateValue: JSONValue {
    [
      "id": .integer(Int64(id)),
      "name": .string(name),
      "checks": .integer(Int64(checks)),
      "violations": .integer(Int64(violations)),
    ]
  }
}
