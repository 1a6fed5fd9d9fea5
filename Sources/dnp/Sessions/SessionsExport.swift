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
      \(exitCodes)

      Examples:
        dnp sessions export june june.json
        dnp sessions export june - | gzip > june.json.gz
      """)

  private static let exitCodes = ExitCode.help(
    "0, 65 a part of the session is damaged, and left out",
    [.validationFailure, .missingInput, .cannotWrite])

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
      return try SessionArchive(store, keychain)
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
    guard !archive.damages.isEmpty else { return .success }
    for damage in archive.damages { StandardStreams.report("damaged: \(damage)\n") }
    StandardStreams.report("exported the intact part of session \(name): \(extent(archive))\n")
    return .badFile
  }

  /// How much of each branch is exported.
  private func extent(_ archive: SessionArchive) -> String {
    archive.branches.map { branch in
      "\(branch.entries.count.counted("press", plural: "presses")) of branch \(branch.start.name)"
    }.joined(separator: ", ")
  }

  private func scenario(
    of archive: SessionArchive, _ keychain: Keychain
  ) throws(CommandFailure) -> String {
    let replay = try archive.replay(keychain, source: "session '\(name)'")
    guard let run = replay?.run else { return "" }
    return ScenarioRecorder.yaml(
      run.journal, name: name, description: "Session \(name) of the console, as it was done.")
  }
}
