import CivilTime
import DailyNotification
public import DeviceModel
import JSONText
import PlainText
public import SimulationCore

/// Holds every reply and log line of a phone against the schemas, as they appear in its trace.
///
/// Each record is looked at once. A value must be its method's result, and options that were
/// accepted must be its options; a rejection must be one of its method's.
public struct ReplyChecker: Sendable {
  /// How many replies and log lines were looked at.
  public private(set) var count = 0
  private var cursor: UInt64
  /// The shapes of log lines that were found in order.
  private var soundShapes: Set<TraceHash> = []

  /// A checker that begins at a record's number.
  public init(from sequence: UInt64 = 0) {
    cursor = sequence
  }

  /// What is wrong with the records since the last look; a shorter trace is another phone's.
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

  /// Begins again at the first record, since there is another phone.
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
    case .plugin(.log(let message)): findings = self.findings(in: message, of: record, schemas)
    default: return []
    }
    count += 1
    return findings.map { "\(ReplyChecker.title(of: record)): \($0)" }
  }

  private mutating func findings(
    in message: LogMessage, of record: Record<DeviceRecord>, _ schemas: CallSchemas
  ) -> [String] {
    let shape = LogShape(message).hash
    guard !soundShapes.contains(shape), let event = record.logEvent else { return [] }
    let findings = schemas.findings(event: event)
    if findings.isEmpty { soundShapes.insert(shape) }
    return findings
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
