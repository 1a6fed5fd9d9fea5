import CivilTime
import DeviceModel
import SimulationCore

/// The fields of a record as a list of names and values, in order.
struct RecordFields: FieldVisitor, Hashable, Sendable {
  /// A field's value.
  enum Value: Hashable, Sendable {
    case text(String)
    case number(Int64?)
    case flag(Bool)
    case time(Int64?)
    case json(String)

    /// The value as traces print it; times are ISO 8601.
    var text: String {
      switch self {
      case .text(let text), .json(let text): text
      case .number(let number): number.map { String($0) } ?? "none"
      case .flag(let flag): String(flag)
      case .time(let time): time.map(ISO8601.text) ?? "none"
      }
    }
  }

  /// A field: its name and value.
  struct Field: Hashable, Sendable {
    let name: String
    let value: Value
  }

  private(set) var list: [Field] = []

  init(_ payload: DeviceRecord) {
    payload.visitFields(&self)
  }

  /// The value of a field; nil when there is none.
  subscript(name: String) -> Value? { list.first { $0.name == name }?.value }

  /// A field as a string; empty when there is none.
  func text(_ name: String) -> String { self[name]?.text ?? "" }

  /// A whole number.
  func number(_ name: String) -> Int64? {
    if case .number(let number)? = self[name] { number } else { nil }
  }

  /// A time in milliseconds since the Unix epoch.
  func time(_ name: String) -> Int64? {
    if case .time(let time)? = self[name] { time } else { nil }
  }

  mutating func field(_ name: StaticString, _ value: String) { add(name, .text(value)) }

  mutating func field(_ name: StaticString, _ value: Int64) { add(name, .number(value)) }

  mutating func number(_ name: StaticString, _ value: Int64?) { add(name, .number(value)) }

  mutating func field(_ name: StaticString, _ value: Bool) { add(name, .flag(value)) }

  mutating func time(_ name: StaticString, _ epochMilliseconds: Int64?) {
    add(name, .time(epochMilliseconds))
  }

  mutating func json(_ name: StaticString, _ text: @autoclosure () -> String) {
    add(name, .json(text()))
  }

  private mutating func add(_ name: StaticString, _ value: Value) {
    list.append(Field(name: name.description, value: value))
  }
}
