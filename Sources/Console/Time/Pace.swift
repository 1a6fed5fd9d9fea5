/// How fast virtual time passes by itself.
struct Pace: Hashable, Sendable {
  /// Virtual seconds per second of the host.
  enum Rate: Int, Hashable, Sendable, CaseIterable {
    case real = 1
    case minuteASecond = 60
    case hourASecond = 3_600

    /// The rate in words: `×60`.
    var text: String { "×\(rawValue)" }
  }

  /// The longest duration of host time that one tick makes up for, in microseconds.
  static let elapsedMax: Int64 = 1_000_000
  /// How often a fast clock is drawn, in microseconds.
  static let frameMicroseconds: Int64 = 33_000

  /// Whether time passes by itself.
  var isRunning = true
  /// How fast.
  var rate = Rate.real
  /// Virtual microseconds that have passed and do not make a millisecond yet.
  private var carried: Int64 = 0

  /// The virtual milliseconds that pass in a duration of host time.
  mutating func virtualMilliseconds(of microseconds: Int64) -> Int64 {
    guard isRunning else { return 0 }
    let passed = min(max(microseconds, 0), Pace.elapsedMax) * Int64(rate.rawValue) + carried
    carried = passed % 1_000
    return passed / 1_000
  }

  /// The milliseconds in a duration of host time, whether or not time passes by itself.
  mutating func realMilliseconds(of microseconds: Int64) -> Int64 {
    let passed = min(max(microseconds, 0), Pace.elapsedMax) + carried
    carried = passed % 1_000
    return passed / 1_000
  }

  mutating func faster() {
    rate = rate == .real ? .minuteASecond : .hourASecond
  }

  mutating func slower() {
    rate = rate == .hourASecond ? .minuteASecond : .real
  }

  /// How long the host can sleep until the clock, or an event, changes what is shown.
  func microseconds(untilVirtual milliseconds: Int64) -> Int64 {
    let needed = (max(milliseconds, 1) * 1_000 - carried) / Int64(rate.rawValue) + 1
    return rate == .real ? max(needed, 1_000) : max(needed, Pace.frameMicroseconds)
  }
}
