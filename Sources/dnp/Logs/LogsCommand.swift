import ArgumentParser
import CellGrid
import Console
import CursesTerminal
import Descriptors
import DeviceLogs
import Foundation

/// `dnp logs`: a device's log on the screen.
struct LogsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "logs",
    abstract: "Look at a device's log: search, filter, follow, with what profiles find in it.",
    discussion: """
      Reads the formats of validate-logs, also packed with gzip, a file that still grows, or a \
      pipe (-). Keys: ? shows them all. Exit codes: 0, 64 usage, 65 bad file, 66 missing input, \
      69 no usable terminal, 70 internal, 130 after Ctrl-C, 128+n after another signal.

      Examples:
        dnp logs device.log.gz                look at a log
        adb logcat | dnp logs                 follow a phone
        dnp logs --profile prefetch app.log   mark what breaks the prefetch sequence
        dnp logs --formats                    the formats, with a sample of each
      """)

  @OptionGroup var log: LogOptions

  @OptionGroup var checked: LogProfileOptions

  @Flag(help: "List the formats that can be read, with a sample of each.")
  var formats = false

  @OptionGroup var lookOptions: LookOptions

  @Option(help: .hidden)
  var idleDescriptor: Int32?

  func perform() throws(CommandFailure) -> ExitCode {
    let profiles = try checked.profiles()
    let formats = try log.formats()
    let time = try log.timeOptions(modified: nil)
    if self.formats {
      formats.report()
      try StandardStreams.print(FormatList.text(formats.all))
      return .success
    }
    let path = try log.path()
    guard isatty(STDOUT_FILENO) == 1 else { throw LogsCommand.noTerminal }
    let keyboard = try LogsCommand.keyboard(isPipe: path == "-")
    let stream = try LogStream(path)
    var timed = time
    timed.modified = stream.modifiedMilliseconds
    // What is no log is refused before the screen is taken.
    let first = try LogsCommand.firstPiece(of: stream)
    let look = lookOptions.look
    var theme = try look.chosenTheme()
    let keys = PersonalKeys.read()
    theme.problems += keys.problems + formats.problems
    let terminal = try look.terminal(inputDescriptor: keyboard)
    defer { terminal.close() }
    let browser = LogBrowser(
      LogBrowser.Setup(
        name: stream.name, profiles: profiles, format: formats.named, formats: formats.all,
        time: timed, json: log.jsonFields,
        appearance: look.appearance(of: terminal, theme), bindings: keys.bindings,
        size: terminal.size, bytesMax: log.maxBytes, archive: stream.archive))
    var loop = LogsLoop(
      terminal: terminal, browser: browser, stream: stream, idleDescriptor: idleDescriptor)
    return try loop.run(first)
  }

  private static let noTerminal = CommandFailure(
    .noTerminal,
    "dnp logs shows a log on a terminal, and standard output is not a terminal; "
      + "`dnp validate-logs` checks a log, and grep or less read it in a pipe")

  /// The descriptor of the keyboard: standard input, or the terminal where that is the log.
  private static func keyboard(isPipe: Bool) throws(CommandFailure) -> Int32 {
    if !isPipe { return STDIN_FILENO }
    guard isatty(STDIN_FILENO) != 1 else {
      throw CommandFailure(
        .validationFailure,
        "dnp logs -: standard input is the terminal; pipe a log into it, or name a file")
    }
    do {
      return try Descriptor(opening: "/dev/tty", O_RDWR).number
    } catch {
      throw CommandFailure(
        .noTerminal, "dnp logs -: there is no terminal for the keys (\(error)); name a file")
    }
  }

  /// The first bytes; a pipe may have none yet.
  private static func firstPiece(
    of stream: LogStream
  ) throws(CommandFailure) -> LogStream.Piece {
    let piece = try stream.next()
    if case .bytes(let bytes) = piece {
      do {
        _ = try LogLineReader(bytes)
      } catch {
        throw CommandFailure(.badFile, "\(stream.name): \(error)")
      }
    }
    return piece
  }
}
