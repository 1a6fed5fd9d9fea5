import ArgumentParser
import DeviceModel
import Scenarios
import SessionStore
import SimulationCore

/// `dnp sessions import FILE`: a session of another machine, or a copy.
struct SessionsImport: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Read a session that `export` has written, and check that it repeats itself.",
    discussion: """
      \(exitCodes)

      Examples:
        dnp sessions import june.json
        dnp sessions import --as copy june.json
      """)

  private static let exitCodes = ExitCode.help(
    "0, 1 this version makes other records",
    [.validationFailure, .badFile, .missingInput, .cannotWrite])

  @Argument(help: "The file; - reads standard input.", completion: .file())
  var file: String

  @Option(name: .customLong("as"), help: "The session's new name. (default: the name in the file)")
  var newName: String?

  @OptionGroup var keys: KeyOptions

  func perform() throws(CommandFailure) -> ExitCode {
    try CommandFailure.verifyZones()
    let keychain = try keys.keychain()
    let input = try InputFile.one(file, bytesMax: SessionArchive.bytesMax)
    let archive: SessionArchive?
    do throws(StoredDamage) {
      archive = try SessionArchive(input.bytes)
    } catch {
      throw CommandFailure(.badFile, "\(input.path): damaged: \(error)")
    }
    guard let archive else {
      throw CommandFailure(.badFile, "\(input.path): this is no session that dnp has exported")
    }
    let replay = try archive.replay(keychain, source: input.path)
    let name = newName ?? archive.name
    try keep(archive, as: name)
    let hash = replay?.run.device.os.trace.hash.text ?? ""
    guard let disagreement = replay?.disagreement else {
      try StandardStreams.print("session \(name) is imported; its trace is \(hash), as it was\n")
      return .success
    }
    try StandardStreams.print(
      "session \(name) is imported; this version makes other records from entry "
        + "\(disagreement.entries + 1) on, so the console opens it read only\n")
    return .expectationFailed
  }

  private func keep(_ archive: SessionArchive, as name: String) throws(CommandFailure) {
    let folder = try SessionsCommand.folder()
    guard !folder.has(name) else {
      throw CommandFailure(
        .cannotWrite, "there is a session '\(name)'; --as NAME imports it under another name")
    }
    try SessionsCommand.attempt { () throws(SessionStoreError) in
      try SessionStore.make(name, in: folder) { store throws(SessionStoreError) in
        var numbers: [String: Int64] = [:]
        for branch in archive.branches {
          numbers[branch.start.name] = try store.begin(
            branch.start, leaving: branch.parent.flatMap { numbers[$0] }, branch.entries,
            branch.position)
        }
        if let current = numbers[archive.current] { try store.change(to: current) }
      }
    }
  }
}
