public import CellGrid

/// Measurements of programs that do not report when they are idle: their output must pause.
extension PseudoTerminal {
  /// Presses a key and measures the time until the output that follows has ended.
  ///
  /// - Parameter quietMilliseconds: How long there must be no output for it to have ended; the
  ///   result does not include this wait. A program that pauses for longer is measured too short.
  public func measureKey(
    _ key: PressedKey, quietMilliseconds: Int32
  ) throws(TerminalDriverError) -> OutputLatency {
    readAvailable()
    measurement = OutputTimes()
    try write(key.bytes)
    return try endOfOutput(quietMilliseconds)
  }

  /// Starts a program and measures the time from just before that to the end of its first output.
  public static func measureStart(
    _ launch: ProgramLaunch, size: CellSize, quietMilliseconds: Int32,
    timeout: Duration = .seconds(30)
  ) throws(TerminalDriverError) -> (terminal: PseudoTerminal, latency: OutputLatency) {
    let terminal = try PseudoTerminal(size, timeout: timeout)
    terminal.measurement = OutputTimes()
    try terminal.start(launch)
    return (terminal, try terminal.endOfOutput(quietMilliseconds))
  }

  /// Reads until there has been output and then none for a duration; ends the measurement.
  private func endOfOutput(
    _ quietMilliseconds: Int32
  ) throws(TerminalDriverError) -> OutputLatency {
    let deadline = Deadline(after: timeout)
    var isQuiet = false
    while !isQuiet {
      let ended = exitStatus
      collect()
      if ended != nil || measurement?.latency == nil && deadline.hasPassed { break }
      let patience = measurement?.latency == nil ? deadline.milliseconds : quietMilliseconds
      isQuiet = try !isReady(within: patience, "the program's output")
    }
    return try endMeasurement()
  }

  /// The result, now that the output has ended.
  func endMeasurement() throws(TerminalDriverError) -> OutputLatency {
    let latency = measurement?.latency
    measurement = nil
    digest()
    guard let latency else { throw failure(.noOutput) }
    return latency
  }
}
