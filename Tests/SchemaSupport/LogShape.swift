import DailyNotification
import SimulationCore

/// What of a log message its schema can bear on, as one number.
///
/// Times are alike, and so are numbers from 1,000 on, since no bound of the schema lies beyond; so
/// one look serves all the lines of a long run that differ in nothing else.
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
