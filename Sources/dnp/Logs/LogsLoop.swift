import ArgumentParser
import CellGrid
import Console
import CursesTerminal
import Foundation
import Gzip

/// `dnp logs` on a terminal: reads the log piece by piece, and hears keys between two pieces.
///
/// It must be used on the main thread.
struct LogsLoop {
  private let terminal: CursesTerminal
  private var browser: LogBrowser
  private let stream: LogStream
  private var report: IdleReport?
  private var clock = HostClock()
  private var exitCode: ExitCode?
  /// The signal that ends it.
  private var endingSignal: TerminalSignal?
  private var isDrawingDue = true
  /// Whether a person is waiting for the frame, so that it is drawn immediately.
  private var isUrgent = false
  private var drawn: Int64 = 0

  /// How often a file is looked at for new lines, in microseconds.
  private static let watchMicroseconds: Int64 = 250_000
  /// The minimum time between frames that only the log changes, in microseconds.
  private static let frameMicroseconds: Int64 = 50_000

  init(
    terminal: CursesTerminal, browser: LogBrowser, stream: LogStream, idleDescriptor: Int32?
  ) {
    self.terminal = terminal
    self.browser = browser
    self.stream = stream
    report = idleDescriptor.map(IdleReport.init)
  }

  /// Runs until the person, a signal or a hang-up ends it, or the log proves to be none.
  mutating func run(_ first: LogStream.Piece) throws(CommandFailure) -> ExitCode {
    try take(first)
    draw()
    while exitCode == nil {
      let wakeup = terminal.wait(microseconds: timeout, extraDescriptor: stream.pipe)
      if wakeup.contains(.signal) { readSignals() }
      if wakeup.contains(.hangUp) {
        exitCode = .signal(TerminalSignal.hangUp.number)
        break
      }
      if wakeup.contains(.errorOutput) { readErrorOutput() }
      readKeys()
      // A key is answered before the next piece is read.
      if exitCode == nil, isUrgent { draw() }
      if exitCode == nil { try readOn(wakeup) }
      if exitCode == nil, isDrawingDue, mayDraw { draw() }
    }
    terminal.close()
    endingSignal?.end()
    return exitCode ?? .success
  }

  private var mayDraw: Bool {
    browser.input != .loading || clock.now - drawn >= LogsLoop.frameMicroseconds
  }

  private var timeout: Int64? {
    if browser.input == .loading || browser.isBusy { return 0 }
    let isWatched = browser.input == .following || browser.input == .deleted
    return isWatched && stream.isWatched ? LogsLoop.watchMicroseconds : nil
  }

  private mutating func readOn(_ wakeup: Wakeup) throws(CommandFailure) {
    if browser.isBusy { send(.proceed) }
    switch browser.input {
    case .ended: return
    case .loading: try take(try stream.next())
    case .following, .deleted:
      if stream.isWatched || wakeup.contains(.extra) { try take(try stream.next()) }
    }
  }

  private mutating func take(_ piece: LogStream.Piece) throws(CommandFailure) {
    let before = browser.input
    do {
      switch piece {
      case .bytes(let bytes): try browser.take(bytes)
      case .pause: try browser.pause(.following)
      case .gone: try browser.pause(.deleted)
      case .end:
        try browser.pause(.ended)
        if stream.hasTrailingBytes { send(.errorOutput(GzipInflater.trailingBytesText)) }
      case .anew: browser.beginAnew(stream.archive)
      }
    } catch {
      terminal.close()
      throw CommandFailure(.badFile, "\(stream.name): \(error)")
    }
    // Nothing has changed.
    if case .pause = piece, before == .following { return }
    if case .gone = piece, before == .deleted { return }
    isDrawingDue = true
  }

  private mutating func readKeys() {
    while exitCode == nil, let key = terminal.nextKey() {
      report?.keyCount += 1
      send(.key(key))
      isUrgent = true
    }
  }

  private mutating func readSignals() {
    while exitCode == nil, let signal = terminal.nextSignal() {
      switch signal {
      case .terminate, .interrupt, .hangUp, .otherEnd:
        endingSignal = signal
        send(.ended(signal: signal.number))
      case .resize, .continue: resize(terminal.adoptSize())
      case .suspend: suspend()
      }
    }
  }

  private mutating func readErrorOutput() {
    let bytes = terminal.readErrorOutput()
    if !bytes.isEmpty { send(.errorOutput(String(decoding: bytes, as: UTF8.self))) }
  }

  private mutating func resize(_ size: CellSize) {
    send(.resized(size))
    isUrgent = true
  }

  private mutating func suspend() {
    terminal.suspend()
    resize(terminal.size)
  }

  private mutating func send(_ message: Message) {
    isDrawingDue = true
    for effect in browser.receive(message) where exitCode == nil { perform(effect) }
  }

  private mutating func perform(_ effect: Effect) {
    switch effect {
    case .quit(let code): exitCode = ExitCode(code)
    case .suspend: suspend()
    case .repaint: terminal.repaint()
    case .copy(let text): terminal.copy(text)
    case .mouse(let isOn): terminal.setMouse(isOn: isOn)
    case .saveLog(let path, let replaces):
      if !replaces, let path, let file = ConsoleExport().existing(path) {
        send(.fileExists(path: file, effect))
        return
      }
      do throws(CommandFailure) {
        let target: String
        if let path {
          target = NSString(string: path).expandingTildeInPath
        } else {
          target = try FreePath.first("dnp-log", ending: ".txt")
        }
        try OutputFile(path: target).write(browser.shownLog)
        send(.logSaved(path: ShownPath.text(target)))
      } catch {
        send(.exportFailed(reason: error.message))
      }
    // What only the console asks for.
    case .loadScenarios, .saveScenario, .export, .bundle, .loadBranches, .openBranch,
      .saveDisplay:
      break
    }
  }

  private mutating func draw() {
    terminal.present(browser.view())
    drawn = clock.now
    isDrawingDue = false
    isUrgent = false
    if browser.input != .loading, !browser.isBusy { report?.write(terminal.size) }
  }
}
