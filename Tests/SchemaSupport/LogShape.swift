import DailyNotification
import SimulationCore

/// The parts of a log message that its schema can restrict, as one number.
///
/// All times are equal here, and so are numbers from 1,000 on, since the schema has no greater
/// limit. So lines of a long run that differ in nothing else are checked only once.
struct LogShape: FieldVisitor {
  private(set) var hash = TraceHash()

  init(_ message: LogMessage) {
    hash.combine(message.line.rawValue)
    message.visitFields(&self)
  }

  mutating func field(_ name: StaticString, _ value: String) {
    hash.combine(name)
    hash.combine(value)
  }

  mutating func field(_ name: StaticString, _ value: Int64) {
    hash.combine(name)
    hash.combine(UInt64(bitPattern: min(value, 1_000)))
  }

  mutating func field(_ name: StaticString, _ value: Bool) {
    hash.combine(name)
    hash.combine(value ? 2_001 : 2_002)
  }

  mutating func time(_ name: StaticString, _ epochMilliseconds: Int64?) {
    hash.combine(name)
    hash.combine(epochMilliseconds == nil ? 2_003 : 2_004)
  }

  mutating func json(_ name: StaticString, _ text: @autoclosure () -> String) {
    field(name, text())
  }
}
