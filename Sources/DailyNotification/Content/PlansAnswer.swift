import JSONText
import PlainText

/// The rows of an answer about plans, in its order.
///
/// Source: the document on polling starred projects has `data` with a `planSummary` in each row,
/// the server that the app asks a `plan`; both have `jwtId`, `handleId` and `name`.
struct PlansAnswer: Hashable {
  /// A plan that has changed.
  struct Row: Hashable {
    let jwtID: String
    let name: String
  }

  let rows: [Row]

  /// Reads an answer; nil where it has no `data`, or a row without its `jwtId`.
  init?(_ body: [UInt8]) {
    guard let data = (try? JSONParser.parse(body))?["data"]?.arrayValue else { return nil }
    var rows: [Row] = []
    for row in data {
      let plan = row["plan"] ?? row["planSummary"] ?? row
      guard let id = plan["jwtId"]?.stringValue ?? row["jwtId"]?.stringValue, !id.isEmpty else {
        return nil
      }
      let name = plan["name"]?.stringValue ?? plan["handleId"]?.stringValue ?? ""
      rows.append(Row(jwtID: id, name: name.isEmpty ? id : name))
    }
    self.rows = rows
  }

  /// Where the next request goes on; nil for an answer without rows.
  var lastID: String? { rows.map(\.jwtID).max() }

  /// One notification for all rows, as canonical JSON; rows are there.
  ///
  /// Source: commit 8ba8488 (2026-03-31): one title for all plans, the name in quotation marks and
  /// how many more.
  func content(for occurrence: Int64) -> [UInt8] {
    let first = "\u{201C}\((rows.first?.name ?? "").shortened())\u{201D}"
    guard rows.count > 1 else {
      return ContentPayload.bytes(
        title: "Starred Project Update", body: "\(first) has been updated.", for: occurrence)
    }
    return ContentPayload.bytes(
      title: "Starred Project Updates",
      body: "\(first) + \(rows.count - 1) more have been updated.", for: occurrence)
  }
}

/// Up to which row the starred plans' changes have been fetched, by the kind of schedule.
///
/// It moves when content was stored, and only if it still stands where the request began.
///
/// Source: the document on polling starred projects: a cursor of `jwtId`, compared and swapped.
/// Under which key it is kept, that each kind has its own, and that it is forgotten with the
/// content are our reading.
enum PlanCursor {
  /// The row after which a kind's next request begins.
  static func value(_ kind: ScheduleKind, on platform: some StorageAccess) -> String {
    stored(on: platform)[kind.rawValue]?.stringValue ?? PlansQuery.start
  }

  /// Moves the cursor from where a request began; false where that was not kept.
  @discardableResult
  static func advance(
    _ kind: ScheduleKind, from sent: String, to last: String,
    on platform: inout some StorageAccess & LogAccess
  ) -> Bool {
    guard value(kind, on: platform) == sent, last > sent else { return true }
    var cursors = stored(on: platform)
    cursors[kind.rawValue] = .string(last)
    return platform.store(.text(JSONValue.object(cursors).canonicalText), for: .planCursor)
  }

  /// Forgets it: the next request begins anew.
  static func forget(on platform: inout some StorageAccess) {
    if platform.string(.planCursor) != nil { platform.setValue(nil, for: .planCursor) }
  }

  private static func stored(on platform: some StorageAccess) -> JSONObject {
    platform.string(.planCursor).flatMap { try? JSONParser.parse($0) }?.objectValue ?? [:]
  }
}
