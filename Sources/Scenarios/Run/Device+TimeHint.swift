import CivilTime
import DeviceModel
import JSONText
import PlainText
import SimulationCore

/// What explains that a notification is not there, or not at the instant that was expected.
extension Device {
  /// The first explanation that fits what was expected of notifications; nil for none.
  ///
  /// It looks only at what is so now: it never guesses.
  func timeHint(_ expectations: [Expectation]) -> String? {
    for case .list(let list, let match) in expectations {
      switch list {
      case .pending: if let hint = zoneHint(match) { return hint }
      case .delivered:
        if let hint = latenessHint(match) ?? zoneHint(match) ?? dueHint ?? notShownHint(match) {
          return hint
        }
      case .tasks, .schedules, .contents, .history: continue
      }
    }
    return nil
  }

  /// A notification for the expected instant was shown later, as on a real phone.
  private func latenessHint(_ match: Expectation.ListMatch) -> String? {
    for expected in match.instants {
      let shown = os.delivered.filter { $0.occurrence == expected }
      guard let late = shown.map(\.deliveredAt).min(), late > expected else { continue }
      let isDrift =
        os.configuration.platform == .ios && os.configuration.knobs.deliveryDrift != .none
      return "the notification of \(ISO8601.text(expected)) was shown "
        + "\(DurationText.text(late - expected)) later: expect 'planned' instead of 'at'"
        + (isDrift ? ", or set 'knobs: {deliveryDrift: none}'" : "")
    }
    return nil
  }

  /// The expected instant is that of a notification, had it been written in the phone's zone.
  private func zoneHint(_ match: Expectation.ListMatch) -> String? {
    let zone = os.zone
    let there = Set(os.pending.map(\.triggerMilliseconds) + os.delivered.map(\.occurrence))
    for expected in match.instants where !there.contains(expected) {
      let wallTime = Zone.utc.wallTime(at: expected)
      guard let meant = zone.instantOrGapEnd(of: wallTime), there.contains(meant) else { continue }
      return "\(ISO8601.text(expected)) is in UTC: \(wallTime.timeText(.minutes)) in "
        + "\(zone.identifier) is \(ISO8601.text(meant))"
    }
    return nil
  }

  /// Nothing has been due so far, and something will be.
  private var dueHint: String? {
    guard os.delivered.isEmpty, let next = os.pending.map(\.triggerMilliseconds).min(),
      next > os.wallMilliseconds
    else { return nil }
    let trace = os.trace
    let hadOne = trace.records(from: trace.oldestSequence).contains {
      $0.payload.recordKind == .delivered || RecordKind.notShown.contains($0.payload.recordKind)
    }
    return hadOne
      ? nil : "nothing has been due yet: the next notification is due at \(ISO8601.text(next))"
  }

  /// What was due last was not shown, and what is missing is more than what was shown.
  private func notShownHint(_ match: Expectation.ListMatch) -> String? {
    guard os.delivered.count < max(match.count ?? 0, match.items.count) else { return nil }
    let trace = os.trace
    let last = trace.records(from: trace.oldestSequence).last {
      $0.payload.recordKind == .delivered || $0.payload.recordKind == .notDelivered
    }
    guard case .notification(.notDelivered(let item))? = last?.payload,
      item.content.owner == .plugin
    else { return nil }
    return item.reason.failureHint.map {
      "a notification was due and not shown (\(item.reason.words)): \($0)"
    }
  }
}

extension NotDeliveredReason {
  /// The step that a scenario may lack in which a notification was not shown; nil for none.
  fileprivate var failureHint: String? {
    switch self {
    case .denied: "add a step '- device: {setPermission: granted}' before then"
    case .phoneOff: "add a step '- device: powerOn' before then"
    case .channelBlocked:
      "open its channel before then, with a step '- device: {setChannel: …}'"
    case .noDelegate: "add a step '- device: background' before then"
    case .otherDelegate: "add a step '- device: background', or '- call: configure', before then"
    case .emptyContent: "give it a title or a body"
    case .takenFromSummary:
      "add a step '- device: {setNotificationSettings: {scheduledDelivery: false}}' before then"
    case .suppressedByDelegate, .noChannel, .tooMany, .tooFast: nil
    }
  }
}

extension RecordKind {
  /// The kinds that say why a notification was not shown, or not yet.
  static let notShown: Set<RecordKind> = [
    .notDelivered, .requestDropped, .requestEvicted, .alarmRefused, .alarmLost, .alarmHeld,
    .unreceived, .heldForSummary,
  ]
}

extension Expectation.ListMatch {
  /// The instants at which notifications are expected, in milliseconds since the Unix epoch.
  fileprivate var instants: [Int64] {
    items.compactMap { $0["at"]?.stringValue.flatMap(ISO8601.parse) }
  }
}
