import ArgumentParser
import CivilTime
import JSONText
import PlainText
import Tokens

/// `dnp jwt decode`: shows a token's header and claims, and checks nothing.
struct JWTDecodeCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Show a token's header and claims; nothing is verified.",
    discussion: """
      \(ExitCode.help("0 it was read", [.validationFailure, .badFile, .missingInput]))

      Examples:
        dnp jwt decode token.txt
        pbpaste | dnp jwt decode --format json
      """)

  @OptionGroup var input: TokenInput

  @Option(help: "How to print: text or json.")
  var format = AnswerFormat.text

  func perform() throws(CommandFailure) -> ExitCode {
    let token = try input.token()
    try StandardStreams.print(
      format.answer(text: Self.text(token), json: Self.json(token)))
    return .success
  }

  private static func text(_ token: JSONWebToken) -> String {
    let half = Signature.isInLowerHalf(token.signature) ? "lower" : "upper"
    var lines = zip(["header     ", "claims     "], token.texts).map { $0 + $1 }
    lines.append("issuer     \(token.issuer ?? "none")")
    for (name, claim) in [("issued", "iat"), ("not before", "nbf"), ("expires", "exp")] {
      guard let time = token.milliseconds(claim) else { continue }
      lines.append(name.padded(to: 11) + ISO8601.text(time))
    }
    let bytes = token.signature.count
    lines.append(
      "signature  \(bytes) bytes" + (bytes >= 64 ? ", s in the \(half) half" : "")
        + ", not verified")
    return lines.map { SafeText.terminalLine($0) + "\n" }.joined()
  }

  private static func json(_ token: JSONWebToken) -> JSONValue {
    [
      "header": .object(token.header), "claims": .object(token.claims),
      "signatureBytes": .integer(Int64(token.signature.count)),
      "isInLowerHalf": .bool(Signature.isInLowerHalf(token.signature)), "isVerified": false,
    ]
  }
}
