import JSONText

/// What `configure` sets; omitted keys keep their values, across processes too.
struct PluginConfiguration: Hashable, Sendable, StoredAsString {
  /// What a scheduling call does while the person has never been asked.
  enum PermissionPolicy: String, CaseIterable {
    case request
    case failFast
  }

  /// Where the host wants its data kept; recorded for parity, one store serves both.
  enum StorageMode: String, CaseIterable {
    case shared
    case tiered
  }

  var dbPath: String?
  var storage = StorageMode.tiered
  var ttlSeconds: Int64
  var prefetchLeadMinutes: Int64
  var maxNotificationsPerDay = PluginConfiguration.defaultNotificationsPerDay
  var retentionDays: Int64 = 7
  var permissionPolicy = PermissionPolicy.request
  var apiServer: String?
  var activeDID: String?
  /// Whether a request names the entity tag of what is held.
  var usesEntityTags = true
  /// Whether the lead widens while power is short; call 13 sets it.
  var isAdaptive = false

  static let defaultNotificationsPerDay: Int64 = 20

  /// The lead of the prefetch in milliseconds.
  var leadMilliseconds: Int64 { prefetchLeadMinutes * 60_000 }

  /// Takes over the keys that are present, or changes nothing and throws.
  mutating func apply(_ options: JSONObject) throws(Rejection) {
    let reader = OptionReader(options, of: .configure)
    var next = self
    next.dbPath = try reader.text("dbPath") ?? dbPath
    next.storage = try reader.choice("storage", of: StorageMode.self) ?? storage
    next.ttlSeconds = try reader.integer("ttlSeconds") ?? ttlSeconds
    next.prefetchLeadMinutes =
      try reader.integer("prefetchLeadMinutes") ?? prefetchLeadMinutes
    next.maxNotificationsPerDay =
      try reader.integer("maxNotificationsPerDay") ?? maxNotificationsPerDay
    next.retentionDays = try reader.integer("retentionDays") ?? retentionDays
    next.permissionPolicy =
      try reader.choice("permissionPolicy", of: PermissionPolicy.self) ?? permissionPolicy
    next.apiServer = try reader.server("apiServer") ?? apiServer
    next.activeDID = try reader.did() ?? activeDID
    next.usesEntityTags = try reader.flag("enableETagSupport") ?? usesEntityTags
    self = next
  }

  /// Throws when content that is fetched one lead ahead would always be too old when it is due.
  ///
  /// What an earlier version stored may still say so.
  func checkLifetime(changedBy options: JSONObject) throws(Rejection) {
    let leadSeconds = prefetchLeadMinutes * 60
    guard ttlSeconds < leadSeconds else { return }
    if options["ttlSeconds"] == nil {
      throw .invalid(
        "prefetchLeadMinutes",
        expected: "at most \(ttlSeconds / 60), since ttlSeconds is \(ttlSeconds)",
        got: String(prefetchLeadMinutes))
    }
    throw .invalid(
      "ttlSeconds",
      expected: "at least \(leadSeconds), the prefetch lead of \(prefetchLeadMinutes) min",
      got: String(ttlSeconds))
  }

  /// The configuration as canonical JSON, the way it is stored.
  var stored: String {
    var members: JSONObject = [
      "activeDid": activeDID.map(JSONValue.string) ?? .null,
      "adaptive": .bool(isAdaptive),
      "apiServer": apiServer.map(JSONValue.string) ?? .null,
      "dbPath": dbPath.map(JSONValue.string) ?? .null,
      "maxNotificationsPerDay": .integer(maxNotificationsPerDay),
      "permissionPolicy": .string(permissionPolicy.rawValue),
      "prefetchLeadMinutes": .integer(prefetchLeadMinutes),
      "retentionDays": .integer(retentionDays),
      "storage": .string(storage.rawValue),
      "ttlSeconds": .integer(ttlSeconds),
    ]
    if !usesEntityTags { members["enableETagSupport"] = false }
    return JSONValue.object(members).canonicalText
  }

  /// Reads a stored configuration; nil when it does not decode.
  init?(stored: String) {
    self.init()
    guard let value = try? JSONParser.parse(stored), case .object(let options) = value else {
      return nil
    }
    do throws(Rejection) {
      try apply(options)
      let reader = OptionReader(options, CallDeclaration.storedConfiguration)
      isAdaptive = try reader.flag("adaptive") ?? false
    } catch {
      return nil
    }
  }

  /// What holds while `configure` says nothing.
  init(_ choices: PluginChoices = PluginChoices()) {
    ttlSeconds = choices.ttlDefault.seconds
    prefetchLeadMinutes = choices.leadDefault.minutes
  }
}
