import ArgumentParser
import Foundation
import SessionStore

/// `dnp sessions`: what the console has kept.
struct SessionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions",
    abstract: "List, show, delete, export and import the console's sessions.",
    discussion: """
      Examples:
        dnp sessions
        dnp sessions show june
        dnp sessions export june june.json
      """,
    subcommands: [
      SessionsList.self, SessionsShow.self, SessionsDelete.self, SessionsExport.self,
      SessionsImport.self,
    ], defaultSubcommand: SessionsList.self)

  /// The folder of this person's sessions.
  static func folder() throws(CommandFailure) -> SessionFolder {
    try attempt { () throws(SessionStoreError) in try openFolder() }
  }

  /// The same with the store's own error.
  static func openFolder() throws(SessionStoreError) -> SessionFolder {
    try SessionFolder(environment: HostEnvironment.values(SessionFolder.variables))
  }

  /// Does something with a session; an error gets its exit code.
  static func attempt<Value>(
    _ body: () throws(SessionStoreError) -> Value
  ) throws(CommandFailure) -> Value {
    do {
      return try body()
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension CommandFailure {
  /// The failure for an error of a stored session.
  init(_ error: SessionStoreError) {
    let code: ExitCode =
      switch error {
      case .badName, .noHome: .validationFailure
      case .missing, .unfinished, .keysMissing: .missingInput
      case .damaged, .foreign, .newer: .badFile
      case .folder, .taken, .locked, .full, .readOnly, .removed, .database: .cannotWrite
      }
    self.init(code, error.description)
  }
}
