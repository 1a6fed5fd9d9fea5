import ArgumentParser

/// `dnp jwt`: reads and checks tokens, for testers.
struct JWTCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jwt",
    abstract: "Decode a JSON web token, or verify its ES256K signature and its claims.",
    discussion: """
      Examples:
        dnp jwt decode token.txt
        dnp jwt verify token.txt
      """,
    subcommands: [JWTDecodeCommand.self, JWTVerifyCommand.self])
}
