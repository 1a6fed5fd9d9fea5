/// What a name says of the value that stands under it.
enum SecretName {
  case secret
  /// A value of the plugin's own whose kind is known: a DID, a hash, an ETag, a time.
  case typed
  case other

  /// The names of secrets, in lower case without `-` and `_`; longer names may end in them.
  private static let endings = [
    "token", "jwt", "password", "passwd", "passphrase", "secret", "apikey", "privatekey",
    "authorization", "credential", "credentials", "cookie", "accesskey", "secretkey",
  ].map { Array($0.utf8) }

  /// Names that are secrets only as a whole.
  private static let whole = ["pwd", "pin", "otp", "bearer", "sessionid", "jwttokens"]
    .map { Array($0.utf8) }

  /// Names that are secrets only in the query of a URL or in a form.
  private static let inQueries = ["key", "sig", "signature", "auth", "code", "session", "pass"]
    .map { Array($0.utf8) }

  /// Names that are secrets in a form, beside those that others may end in.
  private static let inForms = [
    "accesstoken", "refreshtoken", "idtoken", "authtoken", "jwttoken", "jwttokens",
    "clientsecret", "pwd",
  ].map { Array($0.utf8) }

  private static let typedNames = [
    "activedid", "did", "iss", "etag", "hash", "configurationhash", "tracehash", "time",
    "starttime", "scheduledfor", "scheduledtime", "fetchedat", "expires",
  ].map { Array($0.utf8) }

  /// What a member's name says.
  static func kind(of name: some Sequence<UInt8>) -> SecretName {
    let folded = folded(name)
    guard !folded.isEmpty else { return .other }
    if endings.contains(where: { folded.ends(with: $0) }) || whole.contains(folded) {
      return .secret
    }
    return typedNames.contains(folded) ? .typed : .other
  }

  /// Whether a value under this name is a secret.
  static func isSecret(_ name: some Sequence<UInt8>) -> Bool {
    if case .secret = kind(of: name) { true } else { false }
  }

  /// Whether the value of `name=value` is a secret wherever that stands.
  ///
  /// Only whole names count, since `hasToken=true` is none.
  static func isSecretInForm(_ name: some Sequence<UInt8>) -> Bool {
    let folded = folded(name)
    return endings.contains(folded) || inForms.contains(folded)
  }

  /// Whether the value of a query's or form's parameter is a secret.
  static func isSecretInQuery(_ name: some Sequence<UInt8>) -> Bool {
    let folded = folded(name)
    return isSecret(folded) || inQueries.contains(folded)
  }

  /// The name in lower case, without `-` and `_`; empty for one that is no name.
  private static func folded(_ name: some Sequence<UInt8>) -> [UInt8] {
    var folded: [UInt8] = []
    for byte in name {
      guard folded.count < 64 else { return [] }
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"): continue
      case 0x41...0x5A: folded.append(byte | 0x20)
      default: folded.append(byte)
      }
    }
    return folded
  }
}

extension [UInt8] {
  fileprivate func ends(with ending: [UInt8]) -> Bool { suffix(ending.count).elementsEqual(ending) }
}
