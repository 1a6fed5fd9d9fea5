import DailyNotification
import DeviceModel

/// The words that a part of an item, or a field of a record, can be.
///
/// A word that none of them is would never match.
enum ExpectedWords {
  /// The words of a part of an item; nil where it may be any string, or no string.
  static func words(_ key: String, of list: Expectation.PhoneList) -> [String]? {
    switch list {
    case .pending, .delivered:
      switch key {
      case "purpose": words(of: RequestPurpose.self)
      case "source": words(of: ContentSource.self)
      default: nil
      }
    case .tasks: nil
    case .schedules:
      switch key {
      case "kind": words(of: ScheduleKind.self)
      case "repeat_rule": words(of: RepeatRule.self)
      case "priority": words(of: NotificationPriority.self)
      default: nil
      }
    case .contents:
      switch key {
      case "kind": words(of: ScheduleKind.self)
      case "source": words(of: ContentSource.self)
      default: nil
      }
    case .history:
      switch key {
      case "kind": words(of: ScheduleKind.self)
      case "outcome": ["delivered", "missed"]
      case "reason": words(of: MissedNotification.Reason.self)
      case "certainty": words(of: Certainty.self)
      default: nil
      }
    }
  }

  /// The parts of an item that are true or false.
  static func isFlag(_ key: String, of list: Expectation.PhoneList) -> Bool {
    switch list {
    case .tasks: key == "isReady"
    case .schedules: ["enabled", "sound_enabled", "vibration_enabled"].contains(key)
    case .pending, .delivered, .contents, .history: false
    }
  }

  /// The words of a record's field; nil where it may be any string, or no string.
  static func words(_ field: String, of kind: RecordKind) -> [String]? { fields[kind]?[field] }

  private static let fields: [RecordKind: [String: [String]]] = [
    .delivered: ["source": words(of: ContentSource.self)],
    .hostEvent: [
      "name": words(of: HostEvent.Name.self), "source": words(of: ContentSource.self),
      "certainty": words(of: Certainty.self),
      "reason": words(of: MissedNotification.Reason.self) + words(of: FailureReason.self),
    ],
    .log: ["event": words(of: LogLine.self)],
    .entry: ["entry": words(of: PluginEntry.self)],
    .called: ["method": words(of: PluginMethod.self)],
    .replied: ["method": words(of: PluginMethod.self)],
    .callLost: ["method": words(of: PluginMethod.self)],
    .phone: ["state": words(of: PowerMachine.State.self)],
    .process: ["state": words(of: ProcessMachine.State.self)],
    .requestDropped: ["reason": words(of: NotificationCenterMachine.DropReason.self)],
    .alarmLost: ["reason": words(of: AlarmLoss.self)],
    .unreceived: ["reason": words(of: NotReceivedReason.self)],
    .workStopped: ["reason": words(of: WorkStop.self)],
    .alarmHeld: ["reason": words(of: AlarmHold.self)],
    .broadcast: ["reason": words(of: BootlessReason.self)],
    .bucketChanged: ["bucket": words(of: StandbyBucket.self)],
    .dozeChanged: ["phase": words(of: DozeMachine.Phase.self), "reason": ["alarmClock"]],
  ]

  private static func words<Word: RawRepresentable<String> & CaseIterable>(
    of _: Word.Type
  ) -> [String] { Word.allCases.map(\.rawValue) }
}
