public import CellGrid

/// A program that reports when it is idle, driven key by key without guessing how long it takes.
///
/// Whenever the program has handled all input, drawn the frame and is about to block, it writes one
/// line to the idle descriptor: `idle INPUTS ROWSxCOLUMNS`, where INPUTS counts the keys handled
/// since it started and the size is that of the last frame drawn. The frame must have been written
/// to the terminal before the line, and SIGWINCH must be handled before the size is first read.
///
/// `settle()` is exact: it does not return before the frame that answers all keys and the last
/// change of size has been read. A size identifies its change, because `resize` settles first when
/// a frame of the same size may still be unread.
public final class DrivenProgram {
  /// The terminal that the program runs in.
  public let terminal: PseudoTerminal
  /// The number of keys that have been pressed.
  public private(set) var pressedCount = 0

  let idle: IdleChannel
  /// All sizes that an unread frame may have.
  private var possibleSizes: Set<CellSize>

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - idleDescriptor: The number of the idle descriptor in the program.
  ///   - idleOption: The option that gives the program this number, added after the arguments; nil
  ///     for a program that knows it.
  public convenience init(
    _ launch: ProgramLaunch, size: CellSize, idleDescriptor: Int32 = 3,
    idleOption: String? = "--idle-descriptor", timeout: Duration = .seconds(30)
  ) throws(TerminalDriverError) {
    let terminal = try PseudoTerminal(size, timeout: timeout)
    let idle = try IdleChannel()
    self.init(terminal: terminal, idle: idle)
    try start(launch, idleDescriptor, idleOption)
  }

  /// Drives a program that was started by other means, such as a shell.
  init(terminal: PseudoTerminal, idle: IdleChannel) {
    self.terminal = terminal
    self.idle = idle
    possibleSizes = [terminal.size]
  }

  /// The screen after all output that was read.
  public var screen: VTScreen { terminal.screen }

  /// Types keys; settles after an Escape, so that the program does not join it with what follows.
  public func press(_ keys: [PressedKey]) throws(TerminalDriverError) {
    var together: [UInt8] = []
    for (index, key) in keys.enumerated() {
      together += key.bytes
      pressedCount += 1
      guard key == .escape || index == keys.count - 1 else { continue }
      try terminal.write(together)
      together = []
      if key == .escape { try settle() }
    }
  }

  /// Types one key.
  public func press(_ key: PressedKey) throws(TerminalDriverError) {
    try press([key])
  }

  /// Types a string, a line feed as Enter.
  public func type(_ text: String) throws(TerminalDriverError) {
    try press(PressedKey.typing(text))
  }

  /// Changes the size; the program may have several changes to handle at once.
  public func resize(_ size: CellSize) throws(TerminalDriverError) {
    if possibleSizes.contains(size) { try settle() }
    possibleSizes.insert(size)
    try terminal.resize(size)
  }

  /// Waits until the program has handled every key and the last size, and reads the frame.
  public func settle(timeout: Duration? = nil) throws(TerminalDriverError) {
    try settle(Deadline(after: timeout ?? terminal.timeout), reportsBefore: 0)
  }

  /// Does something else that wakes the program, then waits for a newer idle line.
  ///
  /// Exact only for a program that does not wake up by itself in between, such as a stopped one.
  public func settle(
    after action: () throws(TerminalDriverError) -> Void
  ) throws(TerminalDriverError) {
    try readReports()
    let before = idle.reportCount
    try action()
    try settle(Deadline(after: terminal.timeout), reportsBefore: before)
  }

  private func settle(
    _ deadline: Deadline, reportsBefore before: Int
  ) throws(TerminalDriverError) {
    let event = "an idle line with \(pressedCount) inputs and \(terminal.size.text)"
    while true {
      // In this order, so that everything written before the end or the report is read after it.
      let ended = terminal.exitStatus
      try readReports()
      let isSettled = isSettled && idle.reportCount > before
      terminal.collect()
      if isSettled {
        // The kernel hands on what was written to a terminal a little later, in pieces: a frame
        // that has begun is waited for to its end.
        terminal.digest()
        if !terminal.screen.isSynchronized { break }
      }
      if let ended { throw terminal.failure(.ended(ended, waitingFor: event)) }
      try terminal.awaitActivity(deadline, event, other: idle.isAtEnd ? nil : idle.reading)
    }
    possibleSizes = [terminal.size]
    terminal.digest()
  }

  private var isSettled: Bool {
    guard let latest = idle.latest else { return false }
    return latest.inputs >= pressedCount && latest.size == terminal.size
  }

  func start(
    _ launch: ProgramLaunch, _ idleDescriptor: Int32, _ idleOption: String?
  ) throws(TerminalDriverError) {
    var launch = idle.given(to: launch, as: idleDescriptor)
    if let idleOption { launch.arguments += [idleOption, String(idleDescriptor)] }
    try terminal.start(launch)
    idle.closeWriting()
  }

  private func readReports() throws(TerminalDriverError) {
    do {
      try idle.readReports()
    } catch {
      throw terminal.failure(error.reason)
    }
    guard let latest = idle.latest, latest.inputs > pressedCount else { return }
    throw terminal.failure(.tooManyInputs(reported: latest.inputs, pressed: pressedCount))
  }
}

extension CellSize {
  fileprivate var text: String { "\(rows)x\(columns)" }
}
