import JSONText

/// What `configureNativeFetcher` sets, as it is stored under `native_fetcher_config`.
struct NativeFetcher: Hashable, Sendable, StoredAsString {
  let apiBaseURL: String
  let activeDID: String
  /// A token that the host made; the plugin makes its own without it.
  let token: String?

  init(apiBaseURL: String, activeDID: String, token: String?) {
    self.apiBaseURL = apiBaseURL
    self.activeDID = activeDID
    self.token = token
  }

  /// The host's token; nil when it gave none.
  var hostToken: AccessToken? { token.map { AccessToken(host: $0, for: activeDID) } }

  /// The same server and identity without the host's token.
  var withoutToken: NativeFetcher {
    NativeFetcher(apiBaseURL: apiBaseURL, activeDID: activeDID, token: nil)
  }

  /// The configuration as canonical JSON.
  var stored: String {
    JSONValue.object([
      "activeDid": .string(activeDID),
      "apiBaseUrl": .string(apiBaseURL),
      "jwtToken": token.map(JSONValue.string) ?? .null,
    ]).canonicalText
  }

  /// Reads the options of call 42.
  init(_ reader: OptionReader) throws(Rejection) {
    guard let base = try reader.server("apiBaseUrl") else {
      throw .missing("apiBaseUrl", expected: "the address of a server")
    }
    apiBaseURL = base
    activeDID = try reader.requiredDID()
    token = try reader.text("jwtToken")
  }

  /// Reads a stored configuration; nil when it does not decode.
  init?(stored: String) {
    guard let value = try? JSONParser.parse(stored), case .object(let object) = value else {
      return nil
    }
    do throws(Rejection) { try self.init(OptionReader(object)) } catch { return nil }
  }
}
