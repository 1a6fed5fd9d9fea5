import SimulationCore

/// What became of the requests that the notification center holds; triggers in epoch milliseconds.
public enum RequestRecord: Sendable {
  case categoryRegistered(String)
  case added(identifier: String, trigger: Int64, isReplacement: Bool)
  /// The clock or the zone changed, and with it the time at which the request fires.
  case moved(identifier: String, trigger: Int64)
  /// The system did not take the request, and did not say so.
  case dropped(identifier: String, NotificationCenterMachine.DropReason)
  /// The request had to go because too many were pending.
  case evicted(identifier: String)
  /// The app removes requests; each goes with a record of its own.
  case removalStarted(count: Int)
  case removed(identifier: String)

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

  func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .categoryRegistered(let identifier), .evicted(let identifier), .removed(let identifier):
      visitor.field("identifier", identifier)
    case .added(let identifier, let trigger, let isReplacement):
      visitor.field("identifier", identifier)
      visitor.time("trigger", trigger)
      visitor.field("isReplacement", isReplacement)
    case .moved(let identifier, let trigger):
      visitor.field("identifier", identifier)
      visitor.time("trigger", trigger)
    case .dropped(let identifier, let reason):
      visitor.field("identifier", identifier)
      visitor.field("reason", reason.rawValue)
    case .removalStarted(let count): visitor.field("count", Int64(count))
    }
  }
}
