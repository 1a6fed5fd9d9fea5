import ArgumentParser
import CivilTime
import ES256K
import Foundation
import JSONText
import PlainText
import Tokens

/// `dnp jwt verify`: whether a server that checks ES256K tokens would accept one.
struct JWTVerifyCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Verify a token's signature, issuer, times and audience.",
    discussion: """
      The signer is recovered from the signature (ES256K or ES256K-R) and must be the issuer, a \
      did:ethr. Times may differ by 300 s. A token that names an audience needs --audience.
      \(ExitCode.help("0 valid, 1 not valid", [.validationFailure, .badFile, .missingInput]))

      Examples:
        dnp jwt verify token.txt
        pbpaste | dnp jwt verify --audience api.example --at 2025-11-15T09:00:00Z
      """)

  @OptionGroup var input: TokenInput

  @Option(help: "The required issuer.")
  var issuer: String?

  @Option(help: "The accepted audience.")
  var audience: String?

  @Option(
    help: ArgumentHelp(
      "The time to verify at; by default now.", valueName: "instant"))
  var at: String?

  @Flag(help: "Refuse a signature whose s is in the upper half.")
  var strictLowS = false

  @Option(help: "How to print: text or json.")
  var format = AnswerFormat.text

  func validate() throws {
    if let at, ISO8601.parse(at) == nil {
      throw ValidationError("--at \(at): write it as 2025-11-15T05:42:30Z")
    }
  }

  func perform() throws(CommandFailure) -> ExitCode {
    let text = try input.text()
    let now = Int64(Date().timeIntervalSince1970 * 1000)
    let time = at.flatMap { ISO8601.parse($0) } ?? now
    var check = TokenCheck()
    check.issuer = issuer
    check.audience = audience
    check.isLowerHalfRequired = strictLowS
    var problem: TokenProblem?
    do throws(TokenProblem) {
      try check.verify(text, at: time, TestKeys.standard)
    } catch {
      problem = error
    }
    let signer = problem == nil ? (try? JSONWebToken(text))?.issuer : nil
    try StandardStreams.print(
      format.answer(
        text: Self.text(problem, signer, at: time), json: Self.json(problem, signer, at: time)))
    return problem == nil ? .success : .expectationFailed
  }

  private static func text(_ problem: TokenProblem?, _ signer: String?, at time: Int64) -> String {
    let verdict =
      problem.map { "not valid: \($0)" } ?? "valid: signed by its issuer \(signer ?? "")"
    return SafeText.terminalLine("\(verdict) (as of \(ISO8601.text(time)))") + "\n"
  }

  private static func json(
    _ problem: TokenProblem?, _ signer: String?, at time: Int64
  ) -> JSONValue {
    [
      "isValid": .bool(problem == nil), "problem": problem.map { .string($0.description) } ?? .null,
      "issuer": signer.map { .string($0) } ?? .null, "time": .integer(time),
    ]
  }
}
