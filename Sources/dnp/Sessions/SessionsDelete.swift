import ArgumentParser
import SessionStore

/// `dnp sessions delete NAME…`: deletes sessions that no console has open.
struct SessionsDelete: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete sessions.",
    discussion: """
      \(ExitCode.help("0", [.validationFailure, .missingInput, .cannotWrite]))

      Examples:
        dnp sessions delete june july
      """)

  @Argument(help: "The sessions.", completion: .session)
  var names: [String]

  func perform() throws(CommandFailure) -> ExitCode {
    let folder = try SessionsCommand.folder()
    for name in names {
      try SessionsCommand.attempt { () throws(SessionStoreError) in try folder.delete(name) }
      try StandardStreams.print("session \(name) is deleted\n")
    }
    return .success
  }
}
