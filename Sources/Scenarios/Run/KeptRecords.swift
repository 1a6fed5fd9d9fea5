import DeviceModel
import JSONText
import Session
import SimulationCore

/// Collects the records of the kinds that a scenario's expectations need.
struct KeptRecords: SessionObserver {
  /// The maximum number of records kept.
  static let itemsMax = 20_000

  /// A record that was kept.
  struct Item: Sendable {
    let kind: String
    let fields: JSONValue
  }

  private(set) var items: [Item] = []
  /// Whether a record was written beyond the limit; it is not kept.
  private(set) var isFull = false
  private let kinds: Set<String>

  /// Collects records of these kinds.
  init(kinds: Set<String> = []) {
    self.kinds = kinds
  }

  mutating func recordWritten(_ record: Record<DeviceRecord>) {
    guard !kinds.isEmpty else { return }
    let kind = record.payload.kind.description
    guard kinds.contains(kind) else { return }
    guard items.count < KeptRecords.itemsMax else {
      isFull = true
      return
    }
    items.append(Item(kind: kind, fields: RecordFields(record.payload).json))
  }
}

extension RecordFields {
  /// The fields as an object, times in ISO 8601.
  var json: JSONValue {
    .object(JSONObject(list.map { ($0.name, $0.value.json) }))
  }
}

extension RecordFields.Value {
  /// The value as scenarios write it.
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): number.map(JSONValue.integer) ?? .null
    case .flag(let flag): .bool(flag)
    case .time(let time): time == nil ? .null : .string(text)
    case .json(let text): (try? JSONParser.parse(text)) ?? .string(text)
    }
  }
}

extension Expectation {
  /// The kinds of records that it needs.
  var eventKinds: [String] {
    switch self {
    case .happened(let events), .notHappened(let events): events.map(\.kind)
    case .status, .list, .stored, .metric, .logged, .loggedExactly, .notLogged, .invariantsHold: []
    }
  }
}
