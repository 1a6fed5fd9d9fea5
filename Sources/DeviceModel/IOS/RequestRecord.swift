import SimulationCore

/// What became of the requests that the notification center holds; triggers in epoch milliseconds.
///
/// `by`: whose code did it; what the system does of its own accord counts as the plugin's.
public enum RequestRecord: Sendable {
  case categoryRegistered(String)
  case added(identifier: String, trigger: Int64, isReplacement: Bool, by: CodeOwner = .plugin)
  /// The clock or the zone changed, and with it the time at which the request fires.
  case moved(identifier: String, trigger: Int64)
  /// The system did not take the request, and did not say so.
  case dropped(identifier: String, NotificationCenterMachine.DropReason, by: CodeOwner = .plugin)
  /// The request had to go because too many were pending; `by`: whose code added one more.
  case evicted(identifier: String, by: CodeOwner = .plugin)
  /// The app removes requests; each goes with a record of its own.
  case removalStarted(count: Int, by: CodeOwner = .plugin)
  case removed(identifier: String, by: CodeOwner = .plugin)

  var kind: RecordKind {
    switch self {
    case .categoryRegistered: .categoryRegistered
    case .added: .requestAdded
    case .moved: .requestReaimed
    case .dropped: .requestDropped
    case .evicted: .requestEvicted
    case .removalStarted: .removalAsked
    case .removed: .requestRemoved
    }
  }

  @inline(__always)
  func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .categoryRegistered(let identifier): visitor.field("identifier", identifier)
    case .evicted(let identifier, let owner), .removed(let identifier, let owner):
      visitor.field("identifier", identifier)
      owner.visit(&visitor)
    case .added(let identifier, let trigger, let isReplacement, let owner):
      visitor.field("identifier", identifier)
      visitor.time("trigger", trigger)
      visitor.field("isReplacement", isReplacement)
      owner.visit(&visitor)
    case .moved(let identifier, let trigger):
      visitor.field("identifier", identifier)
      visitor.time("trigger", trigger)
    case .dropped(let identifier, let reason, let owner):
      visitor.field("identifier", identifier)
      visitor.field("reason", reason.rawValue)
      owner.visit(&visitor)
    case .removalStarted(let count, let owner):
      visitor.field("count", Int64(count))
      owner.visit(&visitor)
    }
  }
}
