/// A stage of one notification on its way to being shown.
enum Stage: Hashable, Sendable, CaseIterable {
  case registered
  case permitted
  case scheduled
  case armed
  case fired
  case fetched
  case delivered

  /// Its name.
  var label: String {
    switch self {
    case .registered: "Registered"
    case .permitted: "Permitted"
    case .scheduled: "Scheduled"
    case .armed: "Prefetch armed"
    case .fired: "BGTask fired"
    case .fetched: "Fetched"
    case .delivered: "Delivered"
    }
  }

  /// Its name where there is least room.
  var abbreviation: String {
    switch self {
    case .registered: "Reg"
    case .permitted: "Perm"
    case .scheduled: "Sched"
    case .armed: "Armed"
    case .fired: "Task"
    case .fetched: "Fetch"
    case .delivered: "Deliv"
    }
  }

  /// Its name where there is little room.
  var shortLabel: String {
    switch self {
    case .armed: "Armed"
    case .fired: "BGTask"
    case .registered, .permitted: abbreviation
    case .scheduled, .fetched, .delivered: label
    }
  }
}
