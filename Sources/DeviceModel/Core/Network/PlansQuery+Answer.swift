public import DailyNotification
public import JSONText

extension PlansQuery {
  /// The test API's answer at a time, ms since the Unix epoch: the plans that have changed.
  ///
  /// Each plan has changed at the midnight (UTC) before, once a date. Rows stand in the order of
  /// `jwtId`, as many as the request allows; `hitLimit` says whether there are more.
  ///
  /// Source: the document on polling starred projects: `jwtId` is a time, a number and a hash, and
  /// orders as text; endorser-ch: a row has the `plan`. When plans change is ours.
  public func answer(at time: Int64) -> JSONValue {
    let midnight = time / 86_400_000 * 86_400
    var rows: [(id: String, plan: String)] = []
    for (index, plan) in planIDs.enumerated() where !planIDs[..<index].contains(plan) {
      let number = String(index + 1)
      let place = String(repeating: "0", count: max(0, 4 - number.count)) + number
      let id = "\(midnight)_\(place)_\(ContentHash.short(Array(plan.utf8)))"
      if id > afterID, beforeID.map({ id < $0 }) ?? true { rows.append((id, plan)) }
    }
    return [
      "data": .array(
        rows.prefix(limit).map { row in
          [
            "plan": [
              "handleId": .string(row.plan), "jwtId": .string(row.id),
              "name": .string("Plan \(row.plan)"),
            ]
          ]
        }),
      "hitLimit": .bool(rows.count > limit),
    ]
  }
}
