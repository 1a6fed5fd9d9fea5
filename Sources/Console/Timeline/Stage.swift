import DeviceModel

/// A stage of one notification on its way to being shown.
enum Stage: Hashable, Sendable, CaseIterable {
  case registered
  case permitted
  case scheduled
  case armed
  case fired
  case fetched
  case delivered

  /// Its name on a platform.
  func label(on platform: DevicePlatform) -> String {
    switch self {
    case .registered: "Registered"
    case .permitted: "Permitted"
    case .scheduled: "Scheduled"
    case .armed: "Prefetch armed"
    case .fired:
      switch platform {
      case .ios: "BGTask fired"
      case .android: "Work started"
      }
    case .fetched: "Fetched"
    case .delivered: "Delivered"
    }
  }

  /// Its name where there is least room.
  func abbreviation(on platform: DevicePlatform) -> String {
    switch self {
    case .registered: "Reg"
    case .permitted: "Perm"
    case .scheduled: "Sched"
    case .armed: "Armed"
    case .fired:
      switch platform {
      case .ios: "Task"
      case .android: "Work"
      }
    case .fetched: "Fetch"
    case .delivered: "Deliv"
    }
  }

  /// Its name where there is little room.
  func shortLabel(on platform: DevicePlatform) -> String {
    switch self {
    case .armed: "Armed"
    case .fired:
      switch platform {
      case .ios: "BGTask"
      case .android: "Work"
      }
    case .registered, .permitted: abbreviation(on: platform)
    case .scheduled, .fetched, .delivered: label(on: platform)
    }
  }
}
