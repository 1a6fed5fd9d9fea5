public import CellGrid

/// Times of programs that do not say when they are idle: their output has been quiet for a while.
extension PseudoTerminal {
  /// Presses a key and takes the time until the output that follows has ended.
  ///
  /// - Parameter quietMilliseconds: How long nothing must come for the output to have ended; this
  ///   wait is no part of the result. A program that pauses for longer is measured too short.
  public func measureKey(
    _ key: PressedKey, quietMilliseconds: Int32
  ) throws(TerminalDriverError) -> OutputLatency {
    readAvailable()
    measurement = OutputTimes()
    try write(key.bytes)
    return try endOfOutput(quietMilliseconds)
  }

  /// Starts a program and takes the time from just before that to the end of its first output.
  public static func measureStart(
    _ launch: ProgramLaunch, size: CellSize, quietMilliseconds: Int32,
    timeout: Duration = .seconds(30)
  ) throws(TerminalDriverError) -> (terminal: PseudoTerminal, latency: OutputLatency) {
    let terminal = try PseudoTerminal(size, timeout: timeout)
    terminal.measurement = OutputTimes()
    try terminal.start(launch)
    return (terminal, try terminal.endOfOutput(quietMilliseconds))
  }

  /// Reads until nothing has come for so long after something came; ends the measurement.
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

  /// What was measured, now that the output has ended.
  func endMeasurement() throws(TerminalDriverError) -> OutputLatency {
    let latency = measurement?.latency
    measurement = nil
    digest()
    guard let latency else { throw failure(.noOutput) }
    return latency
  }
}
