import ArgumentParser
import Bridge
import Console
import Descriptors
import DeviceModel
import Foundation
import JSONText
import Session

/// `dnp --plain`: command lines from standard input, text to standard output.
struct PlainConsole {
  private var session: PlainSession
  private var exporter = ConsoleExport()
  private let shelf: ScenarioShelf
  private let network: LiveRequests
  /// What the test API was told to answer.
  private var script: [ScriptedResponse]?
  /// What is printed before the first line is read.
  private let opening: [String]
  private let isPerson = isatty(STDIN_FILENO) == 1
  private var lineNumber = 0
  /// The exit code, unless something worse happens.
  private var code = ExitCode.success
  private var isOver = false

  /// How long an answer is waited for before time passes, in milliseconds.
  private static let waitMilliseconds: Int64 = 50

  init(
    session: PlainSession, shelf: ScenarioShelf, network: LiveRequests, opening: [String]
  ) {
    self.network = network
    self.session = session
    self.shelf = shelf
    self.opening = opening
  }

  /// Runs until the input ends, a line quits or the reader has gone.
  ///
  /// With input from a file or pipe it exits with 65 when a line was not a command, and with 73
  /// when a summary could not be written. A line is at most 1 MiB.
  mutating func run() throws(CommandFailure) -> ExitCode {
    var splitter = LineSplitter(keepsEmptyLines: true)
    try print(opening)
    greet()
    while !isOver {
      let chunk: [UInt8]
      do {
        chunk = try Descriptor.standardInput.readChunk()
      } catch {
        throw CommandFailure(.missingInput, "standard input cannot be read (\(error))")
      }
      if chunk.isEmpty { break }
      for item in splitter.take(chunk) where !isOver { try take(item) }
    }
    if !isOver, let item = splitter.finish() { try take(item) }
    return code
  }

  private mutating func greet() {
    guard isPerson else { return }
    try? write("# dnp, a test build: a simulated phone. help lists what can be typed\ndnp> ")
  }

  private mutating func take(_ item: LineSplitter.Item) throws(CommandFailure) {
    lineNumber += 1
    switch item {
    case .tooLong(let bytesMax):
      complain("longer than \(bytesMax) bytes; split it", .badFile)
    case .line(let bytes):
      let answer = session.take(String(decoding: bytes, as: UTF8.self))
      try print(answer.lines)
      try awaitAnswers()
      if let complaint = answer.complaint { complain(complaint, .badFile) }
      for effect in answer.effects where !isOver { try perform(effect) }
    }
    if isPerson, !isOver { try write("dnp> ") }
  }

  /// Waits until every request that left the simulation has its answer.
  private mutating func awaitAnswers() throws(CommandFailure) {
    while !isOver, !session.model.awaitedFetches.isEmpty {
      let model = session.model
      if model.scriptedResponses != script {
        script = model.scriptedResponses
        if let reason = network.script(script) { complain("the test API: \(reason)", .internal) }
      }
      let wait = PlainConsole.waitMilliseconds
      let answer = network.answer(to: model.awaitedFetches, withinMilliseconds: wait)
      try print(
        session.receive(answer.map { .fetchAnswered($0) } ?? .tick(microseconds: wait * 1000)))
    }
  }

  private mutating func perform(_ effect: Effect) throws(CommandFailure) {
    switch effect {
    case .quit: isOver = true
    // Without a screen nothing is kept, so there is nothing to choose from.
    case .suspend, .repaint, .loadBranches, .openBranch, .copy, .mouse, .saveDisplay: break
    case .export(let path, let replaces):
      if !replaces, let file = exporter.existing(path) { return refuse("export", file) }
      var written: String?
      do {
        written = try exporter.write(session.model, to: path)
      } catch {
        complain(error.message, .cannotWrite)
      }
      if let written { try print(session.receive(.exported(path: written))) }
    case .saveScenario(let path, let isExpecting, let replaces):
      if !replaces, let file = exporter.existing(path) { return refuse("saveScenario", file) }
      var written: String?
      do {
        written = try exporter.saveScenario(
          session.model, to: path, isExpecting: isExpecting)
      } catch {
        complain(error.message, .cannotWrite)
      }
      if let written { try print(session.receive(.scenarioSaved(path: written))) }
    case .bundle(let path, let note, let replaces):
      if !replaces, let folder = exporter.existingBundle(path) { return refuse("bundle", folder) }
      var written: String?
      do {
        written = try exporter.writeBundle(
          session.model, to: path, note: note, replaces: replaces)
      } catch {
        complain(error.message, .cannotWrite)
      }
      if let written { try print(session.receive(.bundled(path: written))) }
    case .saveLog(let path, let replaces):
      if !replaces, let file = exporter.existing(path) { return refuse("saveLog", file) }
      var written: String?
      do {
        written = try exporter.saveLog(session.model, to: path)
      } catch {
        complain(error.message, .cannotWrite)
      }
      if let written { try print(session.receive(.logSaved(path: written))) }
    case .loadScenarios:
      let found = shelf.scenarios(on: session.model.scenarioPlatform)
      try print(session.receive(.scenariosLoaded(found.scenarios, problems: found.problems)))
    }
  }

  /// Leaves a file that exists as it is, and names the command that replaces it.
  private mutating func refuse(_ command: String, _ path: String) {
    complain("\(path) exists; '\(command)! \(path)' replaces it", .cannotWrite)
  }

  /// Reports an error; a person sees it and tries again, a pipe also gets the exit code.
  private mutating func complain(_ text: String, _ failure: ExitCode) {
    StandardStreams.report((isPerson ? "" : "line \(lineNumber): ") + text + "\n")
    if !isPerson, code == .success { code = failure }
  }

  private mutating func print(_ lines: [String]) throws(CommandFailure) {
    if !lines.isEmpty { try write(lines.joined(separator: "\n") + "\n") }
  }

  private mutating func write(_ text: String) throws(CommandFailure) {
    do {
      try Descriptor.standardOutput.writeAll(Array(StandardStreams.visible(text).utf8))
    } catch  where error.code == EPIPE {
      // A reader that has gone needs nothing more.
      isOver = true
    } catch {
      throw StandardStreams.outputFailure(error)
    }
  }
}
