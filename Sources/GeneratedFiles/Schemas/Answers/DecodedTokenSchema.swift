import JSONText

/// What `dnp jwt decode` writes as JSON.
enum DecodedTokenSchema {
  static let file = SchemaFile(
    "jwt-decode", "Content of a token",
    "What `dnp jwt decode --format json` prints; nothing in it is verified.",
    .object([
      "header": .open([:]), "claims": .open([:]),
      "signatureBytes": .count.about("The length of the signature."),
      "isInLowerHalf": .boolean.about("Whether the signature's s lies in the lower half."),
      "isVerified": Schema(["const": false]),
    ]))
}
