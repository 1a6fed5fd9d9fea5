/// What `dnp jwt verify` writes as JSON.
enum VerifiedTokenSchema {
  static let file = SchemaFile(
    "jwt-verify", "Verdict on a token",
    "What `dnp jwt verify --format json` prints.",
    .object([
      "isValid": .boolean.about("Whether the exit code is 0."),
      "problem": .string.orNull.about("Why it is not valid; null where it is."),
      "issuer": .string.orNull.about("Who signed it; null where it is not valid."),
      "time": .integer.about("When it was verified at, in milliseconds since the Unix epoch."),
    ]))
}
