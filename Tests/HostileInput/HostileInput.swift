import SimulationCore

/// Input as nobody should send it, for everything that reads what comes from outside.
///
/// Each kind makes its input from a generator and holds what is read to a rule; a crash is a
/// finding, too. The same seed makes the same cases.
public enum HostileInput: String, CaseIterable, Sendable {
  /// Answers of a server: their body, headers and status, taken by a phone.
  case answers
  /// What a phone gets of an answer that repeats secrets.
  case secrets
  /// Tokens, read and verified.
  case tokens
  /// Lines from `dnp` to `dnp-net`.
  case requestLines
  /// Lines from `dnp-net` to `dnp`.
  case answerLines
  /// JSON of any kind.
  case json
  /// Logs of phones, in every format.
  case logs
  /// What is packed by gzip.
  case packed
  /// Logs of each format and dialect in which one record is damaged, or the whole.
  case records

  /// How a case ended that is no finding.
  public enum Outcome: Sendable {
    /// It was read, and the rule held.
    case held
    /// It was refused, as bad input may be.
    case refused
    /// There was nothing to read it: no request was under way.
    case idle
  }

  /// How the cases of a kind ended.
  public struct Tally: Sendable {
    public private(set) var held = 0
    public private(set) var refused = 0
    public private(set) var idle = 0

    /// All of them.
    public var cases: Int { held + refused + idle }

    public init() {}

    mutating func add(_ outcome: Outcome) {
      switch outcome {
      case .held: held += 1
      case .refused: refused += 1
      case .idle: idle += 1
      }
    }

    /// Adds the cases of another run.
    public mutating func add(_ other: Tally) {
      held += other.held
      refused += other.refused
      idle += other.idle
    }
  }

  /// What was read against the rule.
  public struct Finding: Error, CustomStringConvertible {
    public let description: String
  }

  /// Runs a number of cases, in turn of every kind; throws the first finding.
  ///
  /// - Returns: How the cases of each kind ended, in the order of `allCases`.
  public static func run(cases: Int, seed: UInt64) throws -> [Tally] {
    try run(allCases, cases: cases, seed: seed)
  }

  /// Runs a number of cases, in turn of the given kinds; throws the first finding.
  ///
  /// - Returns: How the cases of each kind ended, in the order given.
  public static func run(
    _ kinds: [HostileInput], cases: Int, seed: UInt64
  ) throws -> [Tally] {
    try run(kinds, cases: cases, seed: seed, HostileReaders())
  }

  /// Runs a number of cases, in turn of the given kinds, with the given readers.
  ///
  /// - Returns: How the cases of each kind ended, in the order given.
  package static func run(
    _ kinds: [HostileInput], cases: Int, seed: UInt64, _ readers: HostileReaders
  ) throws -> [Tally] {
    var counts = kinds.map { _ in Tally() }
    var random = SeededGenerator(seed: seed)
    var phone = HostilePhone(seed: seed)
    for number in 0..<cases {
      let place = number % kinds.count
      do {
        counts[place].add(try kinds[place].check(&random, &phone, readers))
      } catch {
        throw Finding(description: "seed \(seed), case \(number), \(kinds[place]): \(error)")
      }
    }
    return counts
  }

  private func check(
    _ random: inout SeededGenerator, _ phone: inout HostilePhone, _ readers: HostileReaders
  ) throws -> Outcome {
    switch self {
    case .answers: try phone.takeAnswer(&random, readers)
    case .secrets: try HostileSecret.check(&random, readers)
    case .tokens: try HostileToken.check(&random, readers)
    case .requestLines: try HostileLine.checkRequest(&random, readers)
    case .answerLines: try HostileLine.checkAnswer(&random, readers)
    case .json: try HostileJSON.check(&random, readers)
    case .logs: try HostileLog.check(&random, readers)
    case .packed: try HostileLog.checkPacked(&random, readers)
    case .records: try HostileRecord.check(&random, readers)
    }
  }
}

extension SeededGenerator {
  /// One of some values.
  mutating func one<Value>(of values: [Value]) -> Value {
    values[Int(below(UInt64(values.count)))]
  }

  /// Bytes with a few of them changed, removed, inserted or repeated.
  mutating func damaged(_ bytes: [UInt8], changesMax: UInt64 = 4) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<below(changesMax + 1) {
      guard !bytes.isEmpty else { return bytes }
      let place = Int(below(UInt64(bytes.count)))
      switch below(6) {
      case 0: bytes[place] = UInt8(below(256))
      case 1: bytes.removeSubrange(place...)
      case 2: bytes.insert(UInt8(below(256)), at: place)
      case 3: bytes.insert(contentsOf: bytes.prefix(Int(below(40))), at: place)
      case 4: bytes.remove(at: place)
      default: bytes.insert(contentsOf: one(of: Self.nasty), at: place)
      }
    }
    return bytes
  }

  /// What a terminal, a parser or a counter may stumble over.
  private static let nasty: [[UInt8]] = [
    "\u{1B}[2J", "\u{1B}]0;x\u{07}", "\u{9B}31m", "\u{202E}", "\0", "\r\n", "\\u0000", "\\ud800",
    "9999999999999999999", "-1", "1e999", "[[[[[[[[", "{\"a\":", "\"\"", "\u{FEFF}",
    "\u{65}\u{301}\u{301}\u{301}",
  ].map { Array($0.utf8) }
}
