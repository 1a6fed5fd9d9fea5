public import CellGrid

/// Measurements of programs that report when they are idle.
extension DrivenProgram {
  /// Presses a key and measures the time until the last output before the idle line was read.
  public func measureKey(_ key: PressedKey) throws(TerminalDriverError) -> OutputLatency {
    try settle()
    terminal.measurement = OutputTimes()
    try press(key)
    if key != .escape { try settle() }
    return try terminal.endMeasurement()
  }

  /// Starts a program and measures the time from just before that to the end of its first frame.
  public static func measureStart(
    _ launch: ProgramLaunch, size: CellSize, idleDescriptor: Int32 = 3,
    idleOption: String? = "--idle-descriptor", timeout: Duration = .seconds(30)
  ) throws(TerminalDriverError) -> (program: DrivenProgram, latency: OutputLatency) {
    let terminal = try PseudoTerminal(size, timeout: timeout)
    let program = DrivenProgram(terminal: terminal, idle: try IdleChannel())
    terminal.measurement = OutputTimes()
    try program.start(launch, idleDescriptor, idleOption)
    try program.settle()
    return (program, try terminal.endMeasurement())
  }
}
