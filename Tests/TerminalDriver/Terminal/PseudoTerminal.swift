public import CellGrid
import Descriptors
import Foundation
import TerminalDriverShim

/// A terminal made of a pair of devices: a program on one side, this object on the other.
///
/// Everything that the program writes goes to `screen`. Nothing sleeps: all waiting is done in
/// `poll`, with a deadline that only prevents waiting for ever. Only one thread at a time may use
/// it. When it is released, the program is killed and every descriptor closed.
public final class PseudoTerminal {
  /// The maximum number of output bytes in an error.
  static let lastBytesMax = 1_000
  /// Collected output is fed to the screen when it exceeds this number of bytes.
  static let heldMax = 1 << 20

  /// The screen after all output that was read.
  public let screen: VTScreen
  /// The terminal's rows and columns.
  public private(set) var size: CellSize
  /// The maximum duration of any wait before an error is thrown.
  public var timeout: Duration

  var master: Descriptor?
  private var slave: Descriptor?
  let slavePath: String
  private(set) var child: ChildProcess?
  /// Whether no program has the terminal open any more.
  var isAtEnd = false
  /// What was read and not yet fed to the screen.
  var held: [UInt8] = []
  var lastBytes: [UInt8] = []
  /// When output was read in the current measurement; nil without a measurement.
  var measurement: OutputTimes?
  /// The buffer of reads, kept so that a measured read does not allocate.
  var readBuffer = [UInt8](repeating: 0, count: 65_536)

  /// Opens a terminal with a size and the system's default settings.
  public init(_ size: CellSize, timeout: Duration = .seconds(30)) throws(TerminalDriverError) {
    var path = [CChar](repeating: 0, count: 256)
    var number: Int32 = -1
    let code = td_open_master(&number, &path, path.count)
    guard code == 0 else { throw TerminalDriverError(.system(call: "openpty", code: code)) }
    self.size = size
    self.timeout = timeout
    screen = VTScreen(size)
    slavePath = path.withUnsafeBufferPointer { path in
      String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    let master = Descriptor(number: number)
    master.setNonBlocking()
    self.master = master
    do {
      slave = try Descriptor(opening: slavePath, O_RDWR | O_NOCTTY)
    } catch {
      throw failure(.system(call: "open \(slavePath)", code: error.code))
    }
    try setWindowSize(size)
  }

  deinit {
    killProgram()
    slave?.close()
    master?.close()
  }

  /// Starts a program as the leader of its own session, with this terminal as 0, 1 and 2.
  public func start(_ launch: ProgramLaunch) throws(TerminalDriverError) {
    precondition(child == nil, "one program for each terminal")
    guard master != nil else { throw failure(.closed(call: "start")) }
    child = try ChildProcess(launch, terminal: slavePath)
  }

  /// The program's process number; nil before it has been started.
  public var processID: Int32? { child?.processID }

  /// How the program ended; nil while it runs or is stopped.
  public var exitStatus: ProgramExit? { child?.status }

  /// Sends a signal to the program; does nothing when it has ended.
  public func signal(_ number: Int32) {
    child?.signal(number)
  }

  /// Changes the terminal's size, which the system reports to the program by SIGWINCH.
  public func resize(_ newSize: CellSize) throws(TerminalDriverError) {
    // Output for the old size belongs on a screen of that size.
    readAvailable()
    try setWindowSize(newSize)
    size = newSize
    screen.resize(newSize)
  }

  /// Closes this side: the program gets SIGHUP, and reads the end of its input.
  public func hangUp() {
    readAvailable()
    releaseSlave()
    master?.close()
    master = nil
  }

  /// Closes the program's side here, so that the end of its output is seen when it closes its own.
  ///
  /// `settings` can no longer be read after that.
  public func releaseSlave() {
    slave?.close()
    slave = nil
  }

  /// The terminal's settings now.
  public var settings: TerminalSettings {
    get throws(TerminalDriverError) {
      guard let slave else { throw failure(.closed(call: "tcgetattr")) }
      var settings = termios()
      guard tcgetattr(slave.number, &settings) == 0 else {
        throw failure(.system(call: "tcgetattr", code: errno))
      }
      return TerminalSettings(settings)
    }
  }

  /// An error that shows the screen and the last output.
  func failure(_ reason: TerminalDriverError.Reason) -> TerminalDriverError {
    digest()
    return TerminalDriverError(
      reason, screen: screen.text, lastBytes: ByteText.shown(lastBytes))
  }

  private func setWindowSize(_ size: CellSize) throws(TerminalDriverError) {
    guard let master else { throw failure(.closed(call: "resize")) }
    var window = winsize()
    window.ws_row = UInt16(clamping: size.rows)
    window.ws_col = UInt16(clamping: size.columns)
    guard ioctl(master.number, UInt(TIOCSWINSZ), &window) == 0 else {
      throw failure(.system(call: "resize", code: errno))
    }
  }

  /// Kills the program, and the terminal's foreground process group, which may be another one.
  private func killProgram() {
    guard let child, child.status == nil else { return }
    if let master {
      let group = tcgetpgrp(master.number)
      if group > 1 { kill(-group, SIGKILL) }
    }
    child.signal(SIGKILL, isGroup: true)
    child.signal(SIGKILL)
  }
}
