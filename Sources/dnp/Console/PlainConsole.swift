import ArgumentParser
import Console
import Foundation

/// `dnp --plain`: command lines from standard input, text to standard output.
struct PlainConsole {
  private var session: PlainSession
  private let exporter = ConsoleExport()
  private var isLost = false

  init(session: PlainSession) {
    self.session = session
  }

  /// Runs until the input ends or a line quits; 65 when a line of a file or pipe was no command.
  mutating func run() throws(RunFailure) -> ExitCode {
    let isPerson = isatty(STDIN_FILENO) == 1
    if isPerson { print(["# dnp, a test build: a simulated phone. help lists what can be typed"]) }
    var hasComplaint = false
    var number = 0
    while true {
      if isPerson { print("dnp> ") }
      guard !isLost, let line = readLine() else { break }
      number += 1
      let answer = session.take(line)
      print(answer.lines)
      if let complaint = answer.complaint {
        hasComplaint = true
        RunStream.error.write((isPerson ? "" : "line \(number): ") + complaint + "\n")
      }
      for effect in answer.effects {
        if case .quit(let code) = effect { return ExitCode(code) }
        perform(effect)
      }
    }
    if isLost { throw RunStream.outputFailure() }
    if isPerson { print("\n") }
    return hasComplaint && !isPerson ? .badFile : .success
  }

  private mutating func perform(_ effect: Effect) {
    guard case .export(let path) = effect else { return }
    do {
      print(session.tell(.exported(path: try exporter.write(session.model.run, to: path))))
    } catch {
      print(session.tell(.exportFailed(reason: error.message)))
    }
  }

  private mutating func print(_ lines: [String]) {
    if !lines.isEmpty { print(lines.joined(separator: "\n") + "\n") }
  }

  private mutating func print(_ text: String) {
    if !RunStream.out.write(text) { isLost = true }
  }
}
