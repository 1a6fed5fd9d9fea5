import CivilTime

/// What a model knows for certain of an occurrence that has come due at its own time.
public struct SettledOccurrence: Hashable, Sendable {
  /// The schedule's name among those of its kind.
  public let schedule: String
  public let kind: OutcomeModel.Kind
  /// Its time, in milliseconds since the Unix epoch.
  public let planned: Int64
  public let wasShown: Bool
}

extension OutcomeModel {
  /// The occurrences of which it is known whether they were shown: those that came due when the
  /// clock showed their time, of schedules that are certain, and for which nothing is left open.
  public var settled: [SettledOccurrence] {
    revisions.filter { !$0.isUncertain && !$0.isMovedByGap && !$0.isSkipping }
      .flatMap { revision in
        revision.occurrences.sorted { $0.key < $1.key }.compactMap { minute, occurrence in
          guard occurrence.isSettled,
            zonesSeen.contains(where: {
              revision.rule.time(minute, in: revision.zone ?? $0) == occurrence.dueWall
            })
          else { return nil }
          return SettledOccurrence(
            schedule: revision.schedule, kind: revision.kind, planned: occurrence.dueWall,
            wasShown: !occurrence.shown.isEmpty)
        }
      }
  }

  /// Whether a schedule has ever had a time, in milliseconds since the Unix epoch, in any zone in
  /// which the phone has been.
  public func hasPlanned(_ schedule: String, _ kind: OutcomeModel.Kind, _ time: Int64) -> Bool {
    revisions.contains { revision in
      revision.schedule == schedule && revision.kind == kind
        && zonesSeen.contains { zone in
          !revision.coming(after: time - 1, through: time, in: revision.zone ?? zone).isEmpty
        }
    }
  }
}

extension Occurrence {
  fileprivate var isSettled: Bool {
    // If it came due twice, nothing says which of the two times it is told of.
    guard dueAt != nil, !wasDueBefore, !isOpen, !isAheadAgain, !isDateUnknown, leader == nil,
      wasPunctual
    else { return false }
    return switch excuse {
    case nil, .denied, .phoneOff, .cleared, .notArmed, .impossible, .died: true
    case .oneRequest, .ended, .unknown: false
    }
  }
}
