import CivilTime
import DailyNotification
public import DeviceModel
import JSONText
import PlainText
public import SimulationCore

/// Checks every reply and log line in a phone's trace against the schemas.
///
/// Each record is checked once. A value must match its method's result schema, and the options of
/// an accepted call its options schema; a rejection must be one of its method's.
public struct ReplyChecker: Sendable {
  /// The number of replies and log lines that were checked.
  public private(set) var count = 0
  private var cursor: UInt64

  /// Creates a checker that begins at a record's sequence number.
  public init(from sequence: UInt64 = 0) {
    cursor = sequence
  }

  /// The errors in the records since the previous call; a shorter trace is that of another phone.
  public mutating func findings(in trace: borrowing Trace<DeviceRecord>) -> [String] {
    if trace.nextSequence < cursor { cursor = 0 }
    guard trace.nextSequence > cursor else { return [] }
    var findings: [String] = []
    if trace.oldestSequence > cursor {
      findings.append("\(trace.oldestSequence - cursor) records were dropped before they were read")
    }
    switch CallSchemas.project {
    case .success(let schemas):
      trace.forEach(from: cursor) { record in findings += self.findings(in: record, schemas) }
    case .failure(let error): findings.append("the schemas cannot be read: \(error)")
    }
    cursor = trace.nextSequence
    return findings
  }

  /// Starts over at the first record, for another phone.
  public mutating func restart() { cursor = 0 }

  private mutating func findings(
    in record: Record<DeviceRecord>, _ schemas: CallSchemas
  ) -> [String] {
    let findings: [String]
    switch record.payload {
    case .plugin(.replied(let call, .value(let value))):
      findings = schemas.findings(method: call.method, options: call.options, value: value)
    case .plugin(.replied(let call, .rejected(let rejection))):
      findings = schemas.findings(method: call.method, rejection: rejection.json)
    case .plugin(.log): findings = record.logEvent.map(schemas.findings) ?? []
    default: return []
    }
    count += 1
    return findings.map { "\(ReplyChecker.title(of: record)): \($0)" }
  }

  private static func title(of record: Record<DeviceRecord>) -> String {
    let time = ISO8601.text(record.wallMilliseconds)
    switch record.payload {
    case .plugin(.replied(let call, let reply)):
      let text = reply.json.canonicalText.shortened(bytesMax: 300)
      return "reply to call \(call.number) \(call.method) at \(time) \(text)"
    default: return "log line at \(time) '\(record.payload.logMessage?.text ?? "")'"
    }
  }
}
