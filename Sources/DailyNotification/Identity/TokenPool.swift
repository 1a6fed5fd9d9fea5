import JSONText

/// Tokens of the host that are sent on one date each: a server may refuse a token that it has
/// accepted on another one.
///
/// Where none is left for a date, the last one is sent until it expires or a server refuses it.
///
/// Source: feedback on `configureNativeFetcher` (2026-03-27): a persisted pool of distinct tokens,
/// a hundred of them. That each is for one date of UTC, in their order, is our reading.
struct TokenPool: Hashable, Sendable {
  /// A token and what became of it.
  struct Entry: Hashable, Sendable {
    let token: String
    /// The date (UTC) on which it was last sent, in days since the Unix epoch; nil before that.
    var sentDay: Int64?
    /// Whether a server has refused it.
    var isRefused = false
  }

  /// The tokens, distinct, in the order of the call.
  private(set) var entries: [Entry]

  /// How many tokens a pool has at most, and how many bytes one of them.
  static let countMax = 100
  static let bytesMax = 4096

  /// A pool of which nothing was sent; of equal tokens the first one counts.
  init(_ tokens: [String] = []) {
    entries = []
    for token in tokens where !entries.contains(where: { $0.token == token }) {
      entries.append(Entry(token: token))
    }
  }

  /// The token for a time, ms since the Unix epoch; nil where all have expired or were refused.
  func token(at time: Int64, for did: String) -> AccessToken? {
    let usable = entries.filter { entry in
      !entry.isRefused && !AccessToken(host: entry.token, for: did).isExpired(time)
    }
    let day = TokenPool.day(time)
    let entry =
      usable.first { $0.sentDay == day } ?? usable.first { $0.sentDay == nil } ?? usable.last
    return entry.map { AccessToken(host: $0.token, for: did) }
  }

  /// A request carries a token, at a time in ms since the Unix epoch.
  mutating func sent(_ token: String, at time: Int64) {
    guard let index = entries.firstIndex(where: { $0.token == token }) else { return }
    entries[index].sentDay = TokenPool.day(time)
  }

  /// A server has refused a token.
  mutating func refused(_ token: String) {
    guard let index = entries.firstIndex(where: { $0.token == token }) else { return }
    entries[index].isRefused = true
  }

  /// Takes over what is known of the tokens that another pool has, too.
  ///
  /// Hosts give the same pool at each of their starts.
  mutating func take(over pool: TokenPool) {
    for index in entries.indices {
      guard let known = pool.entries.first(where: { $0.token == entries[index].token }) else {
        continue
      }
      entries[index] = known
    }
  }

  /// Writes the tokens and what became of them; nothing of an empty pool.
  func store(in object: inout JSONObject) {
    guard !entries.isEmpty else { return }
    object["jwtTokens"] = .array(entries.map { .string($0.token) })
    object["sentDays"] = .array(entries.map { JSONValue(integerOrNull: $0.sentDay) })
    object["refused"] = .array(entries.map { .bool($0.isRefused) })
  }

  /// Reads what became of the tokens from a stored object; what it does not say counts as nothing.
  mutating func read(_ object: JSONObject) {
    let days = object["sentDays"]?.arrayValue ?? []
    let refused = object["refused"]?.arrayValue ?? []
    for index in entries.indices {
      if index < days.count { entries[index].sentDay = days[index].integerValue }
      if index < refused.count { entries[index].isRefused = refused[index] == true }
    }
  }

  private static func day(_ time: Int64) -> Int64 { time / 86_400_000 }
}
