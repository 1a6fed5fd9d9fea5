import CivilTime

/// The value of a timing in a pass.
enum TimingValue {
  /// A line that it needs is absent.
  case absent
  /// The system has hidden a time.
  case hidden
  /// A line's time cannot be compared with the phone's, or is missing.
  case unplaced
  case milliseconds(Int64, number: Int)

  /// The time between two instants, limited to the largest number instead of overflowing.
  static func elapsed(from early: Int64, to late: Int64) -> Int64 {
    let (elapsed, isOver) = late.subtractingReportingOverflow(early)
    return isOver ? (late < early ? .min : .max) : elapsed
  }
}

extension SequencePass {
  /// The time between two fields, or a number of seconds, in milliseconds.
  func value(of timing: LogProfile.Timing) -> TimingValue {
    let end = value(of: timing.to, isSeconds: timing.from.isEmpty)
    guard let from = timing.from.first, case .milliseconds(let late, let number) = end else {
      return end
    }
    let start = value(of: from, isSeconds: false)
    guard case .milliseconds(let early, _) = start else { return start }
    return .milliseconds(TimingValue.elapsed(from: early, to: late), number: number)
  }

  private func value(of reference: LogProfile.Reference, isSeconds: Bool) -> TimingValue {
    guard let found = firsts.lazy.compactMap({ $0 }).first(where: { $0.line == reference.line })
    else { return .absent }
    return found.value(of: reference.field, isSeconds: isSeconds)
  }
}

extension SequencePass.Occurrence {
  /// A field of the line, or the line's own time.
  func value(of field: String, isSeconds: Bool) -> TimingValue {
    if field == LogProfile.Reference.at {
      guard let time, time.isAbsolute else { return .unplaced }
      return .milliseconds(time.milliseconds, number: number)
    }
    guard let text = fields.first(where: { $0.name == field })?.text else { return .absent }
    if text == LineTable.hidden.description { return .hidden }
    let read = isSeconds ? Int64(text).map(milliseconds) : ISO8601.parse(text)
    return read.map { .milliseconds($0, number: number) } ?? .absent
  }

  /// Seconds as milliseconds, limited to the largest number instead of overflowing.
  private func milliseconds(_ seconds: Int64) -> Int64 {
    let (milliseconds, isOver) = seconds.multipliedReportingOverflow(by: 1_000)
    return isOver ? (seconds < 0 ? .min : .max) : milliseconds
  }
}
