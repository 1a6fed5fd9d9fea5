import JSONText

extension Plugin {
  /// Call 47: all content that is stored, by the occurrence it is for.
  func contentCache(on platform: Family.System) -> JSONValue {
    ["contents": .array(platform.contentRows.map { contentValue($0, on: platform) })]
  }

  /// Call 48: forgets the stored content; what is armed falls back to the default text.
  mutating func clearContentCache(on platform: inout Family.System) -> CallOutcome {
    let cleared = dropContent(on: &platform)
    platform.storeSnapshot()
    return .reply(["cleared": .integer(Int64(cleared))])
  }

  /// Call 49: what was shown, the latest last.
  func contentHistory(
    _ options: JSONObject, on platform: Family.System
  ) throws(Rejection) -> JSONValue {
    let reader = OptionReader(options, of: .getContentHistory)
    let limit = try reader.required("limit", reader.integer)
    return [
      "history": .array(
        platform.historyRows.suffix(Int(limit)).map { row in
          [
            "id": .string(row.scheduleID),
            "kind": .string(row.kind.rawValue),
            "title": .string(row.title),
            "body": .string(row.body),
            "url": row.url.map(JSONValue.string) ?? .null,
            "plannedTime": .integer(row.plannedTime),
            "certainty": .string(row.certainty.rawValue),
            "deliveredAt": .integer(row.deliveredAt),
            "source": .string(row.source.rawValue),
          ]
        })
    ]
  }

  /// Call 50: the content that was fetched last; nothing before the first.
  func latestContent(on platform: Family.System) -> JSONValue {
    guard let row = platform.contentRows.max(by: { $0.fetchedAt < $1.fetchedAt }) else {
      return .null
    }
    return contentValue(row, on: platform)
  }

  private func contentValue(_ row: ContentRow, on platform: Family.System) -> JSONValue {
    let payload = ContentPayload(row.bytes)
    let shownAt = max(row.scheduledFor, platform.wallMilliseconds)
    return [
      "kind": .string(row.kind.rawValue),
      "scheduledFor": .integer(row.scheduledFor),
      "fetchedAt": .integer(row.fetchedAt),
      "ttlSeconds": .integer(contents.ageMax(row.kind) / 1_000),
      "isFresh": .bool(payload != nil && contents.isFresh(row.fetchedAt, at: shownAt, row.kind)),
      "title": payload.map { .string($0.title) } ?? .null,
      "body": payload.map { .string($0.body) } ?? .null,
      "url": payload?.url.map(JSONValue.string) ?? .null,
      "bytes": .integer(Int64(row.bytes.count)),
      "etag": row.etag.map(JSONValue.string) ?? .null,
      "contentHash": .string(row.hash),
    ]
  }
}
