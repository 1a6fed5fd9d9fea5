public import DeviceModel

/// The invariants that are checked while a phone runs, numbered as in `docs/platform.md`.
public enum InvariantID: Int, Hashable, Sendable, CaseIterable {
  case pendingLimit = 1
  case bookAgreement = 2
  case noGhost = 3
  case onePrefetchTask = 4
  case completesOnce = 5
  case prefetchLead = 6
  case missNoticed = 7
  case nothingStale = 8
  case firesOnce = 9
  case reportedOnce = 10
  case isolation = 11
  case noSecrets = 12
  case convergence = 13
  case shownNotMissed = 14
  case taskOwner = 15
  case statusTruth = 16
  case oneAnswer = 17

  /// When it is looked at.
  enum Moment {
    case event
    case instant
    case export
    case quietPhase
  }

  var moment: Moment {
    switch self {
    case .bookAgreement, .completesOnce, .missNoticed, .firesOnce, .taskOwner: .instant
    case .noSecrets: .export
    case .convergence: .quietPhase
    case .pendingLimit, .noGhost, .onePrefetchTask, .prefetchLead, .nothingStale, .reportedOnce,
      .isolation, .shownNotMissed, .statusTruth, .oneAnswer:
      .event
    }
  }

  /// What must hold, in the words of a system.
  public func summary(on platform: DevicePlatform) -> String {
    switch (self, platform) {
    case (.pendingLimit, .android): "at most 500 alarms are set"
    case (.bookAgreement, .android):
      "each alarm has a row and each row its alarms when an entry has ended"
    case (.onePrefetchTask, .android): "at most one work waits under each name"
    case (.completesOnce, .android):
      "every run of work ends exactly once unless its process dies"
    case (.prefetchLead, .android):
      "work is enqueued for one lead before its notification, 60 s ahead"
    case (.missNoticed, .android): "work 15 minutes overdue is noticed at the next entry"
    case (.taskOwner, .android): "the earliest prefetch still ahead owns the work"
    case (_, .ios), (_, .android): summary
    }
  }

  /// What must hold, in one sentence.
  public var summary: String {
    switch self {
    case .pendingLimit: "at most 64 requests are pending and no add of the plugin evicts one"
    case .bookAgreement: "stored schedules and the pending list agree when an entry has ended"
    case .noGhost: "nothing is added while notifications are denied"
    case .onePrefetchTask: "at most one prefetch task is pending, the old one cancelled first"
    case .completesOnce: "every launched task completes exactly once unless its process dies"
    case .prefetchLead: "a prefetch is asked one lead before its notification, 60 s ahead"
    case .missNoticed: "a task 15 minutes overdue is noticed at the next entry"
    case .nothingStale: "no content older than its time to live is shown"
    case .firesOnce: "each armed occurrence is shown once, or a record says why not"
    case .reportedOnce: "each missed notification is reported once"
    case .isolation: "cancelling one kind of schedule leaves the others"
    case .noSecrets: "no record or export holds a token, an address or a telephone number"
    case .convergence: "after a quiet phase everything is armed, accounted for and at rest"
    case .shownNotMissed: "nothing that was shown is reported missed for certain"
    case .taskOwner: "the earliest prefetch still ahead owns the task"
    case .statusTruth: "what the status says agrees with what the phone holds"
    case .oneAnswer: "an entry that nothing prompted changes nothing"
    }
  }
}
