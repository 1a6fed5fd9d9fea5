import CellGrid
import CursesTerminal
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Both ends of a pseudo terminal, the program's and the person's.
struct PseudoTerminal {
  /// The person's end.
  let person: Int32
  /// The program's end.
  let program: Int32

  init(rows: UInt16 = 24, columns: UInt16 = 80) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var person: Int32 = -1
    var program: Int32 = -1
    try #require(openpty(&person, &program, nil, nil, &size) == 0)
    self.person = person
    self.program = program
  }

  /// The path by which another process opens the program's end.
  var path: String {
    get throws {
      let name = try #require(ttyname(program))
      return String(cString: name)
    }
  }

  /// Fills the terminal with output that nobody reads, until it accepts no more.
  func fill() throws {
    let another = open(try path, O_RDWR | O_NOCTTY | O_NONBLOCK)
    try #require(another >= 0)
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 4_096)
    var ready = pollfd(fd: another, events: Int16(POLLOUT), revents: 0)
    // The system moves written bytes into buffers of its own, which makes room again.
    repeat {
      while write(another, bytes, bytes.count) > 0 {}
    } while poll(&ready, 1, 100) == 1
    close(another)
  }

  /// Opens a screen on the program's end.
  func openScreen(_ termName: String = "xterm-256color") throws -> CursesTerminal {
    Watchdog.start()
    forgetLocale()
    return try CursesTerminal(
      .init(termName: termName, inputDescriptor: program, outputDescriptor: program))
  }

  /// Types bytes at once, given as an array.
  func type(_ text: String) throws {
    try type(Array(text.utf8))
  }

  /// Types bytes at once.
  func type(_ bytes: [UInt8]) throws {
    try #require(write(person, bytes, bytes.count) == bytes.count)
  }

  /// Changes the terminal's size, without a signal.
  func resize(rows: UInt16, columns: UInt16) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(person, UInt(TIOCSWINSZ), &size) == 0)
  }

  /// The terminal's modes as numbers, so that they can be compared.
  func modes() throws -> [UInt64] {
    var modes = termios()
    try #require(tcgetattr(program, &modes) == 0)
    let flags = [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag].map(UInt64.init)
    return flags + withUnsafeBytes(of: modes.c_cc) { $0.map(UInt64.init) }
  }

  /// Reads the program's output until it contains a string; fails after ten seconds of silence.
  func readOutput(until text: String) throws -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while !String(decoding: bytes, as: UTF8.self).contains(text) {
      var ready = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
      try #require(poll(&ready, 1, 10_000) == 1, "\(text) has not been shown")
      let count = read(person, &piece, piece.count)
      try #require(count > 0)
      bytes += piece.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Closes both ends.
  func closeEnds() {
    close(person)
    close(program)
  }
}

extension CursesTerminal {
  /// Waits until there is something to read; fails after ten seconds.
  func require(_ wakeup: Wakeup) throws {
    var seen: Wakeup = []
    // Twice, since a signal may interrupt the first wait.
    for _ in 0..<2 where !seen.contains(wakeup) { seen = wait(microseconds: 10_000_000) }
    try #require(seen.contains(wakeup))
  }

  /// Waits for a number of keys and returns them.
  func readKeys(_ count: Int) throws -> [Key] {
    var keys: [Key] = []
    while keys.count < count {
      try require(.input)
      while let key = nextKey() { keys.append(key) }
    }
    return keys
  }
}
