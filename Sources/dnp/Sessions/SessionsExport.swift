import ArgumentParser
import DeviceModel
import JSONText
import PlainText
import Scenarios
import SessionStore

/// `dnp sessions export NAME FILE`: a session as one file, for another machine.
struct SessionsExport: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a session as one file: its branches, a scenario that repeats it, versions.",
    discussion: """
      \(ExitCode.help("0", [.validationFailure, .badFile, .missingInput, .cannotWrite]))

      Examples:
        dnp sessions export june june.json
        dnp sessions export june - | gzip > june.json.gz
      """)

  @Argument(help: "The session.", completion: .session)
  var name: String

  @Argument(help: "The file; - prints it.", completion: .file())
  var file: String

  @OptionGroup var keys: KeyOptions

  func perform() throws(CommandFailure) -> ExitCode {
    try CommandFailure.verifyZones()
    let keychain = try keys.keychain()
    let folder = try SessionsCommand.folder()
    let archive = try SessionsCommand.attempt { () throws(SessionStoreError) in
      let store = try SessionStore(reading: name, in: folder)
      defer { store.close() }
      return try SessionArchive(store)
    }
    guard let archive else {
      throw CommandFailure(.badFile, "session '\(name)' has not begun; there is nothing to export")
    }
    let json = archive.json(scenario: try scenario(of: archive, keychain))
    let text = SafeText.json(json.prettyText) + "\n"
    if file == "-" {
      try StandardStreams.print(text)
    } else {
      try OutputFile(path: file).write(Array(text.utf8))
    }
    return .success
  }

  private func scenario(
    of archive: SessionArchive, _ keychain: Keychain
  ) throws(CommandFailure) -> String {
    var disagreement: InteractiveRun.Disagreement?
    let run = try archive.replay(keychain, &disagreement, source: "session '\(name)'")
    guard let run else { return "" }
    return ScenarioRecorder.yaml(
      run.journal, name: name, description: "Session \(name) of the console, as it was done.")
  }
}
