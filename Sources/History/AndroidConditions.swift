public import DeviceModel
import SimulationCore

/// What held on an Android phone during a run: network, Doze, bucket, permissions, channels.
public struct AndroidConditions: Sendable {
  /// A state of the phone that keeps alarms or work from the app.
  public enum Condition: Int, Sendable, CaseIterable {
    case network
    case doze
    /// Whether exact alarms can be set, by the permission or as an exempt app.
    case exactAlarms
    /// Whether the app is stopped, or hibernates.
    case stopped
    /// Battery Saver, as far as the app is not exempt from it.
    case batterySaver
    /// The standby bucket, `active` while the app is exempt.
    case bucket
    /// Whether the app is exempt from battery optimization.
    case exempt
    /// Whether the person has restricted the app in the background.
    case restricted

    fileprivate var initialValue: String {
      switch self {
      case .network: "online"
      case .doze: "active"
      case .exactAlarms: "true"
      case .stopped: "false"
      case .batterySaver: "off"
      case .bucket: "active"
      case .exempt, .restricted: "false"
      }
    }
  }

  /// The value of `stopped` while the app hibernates.
  public static let hibernating = "hibernating"
  /// The value of `stopped` of an app that came with a backup and was not opened since.
  public static let restored = "restored"

  private var timelines: [Timeline<String>]
  private var isBatterySaverOn = false
  private var isBatteryExempt = false
  private var isExactGranted = true
  private var isRestricted = false
  private var bucket = "active"
  /// The importance of each channel.
  public private(set) var channels: [String: Timeline<Int64>] = [:]
  /// The alarms that Doze or a quota held back.
  public private(set) var holds:
    [(identifier: String, hold: OccurrenceHistory.DueHold, sequence: UInt64)] = []
  /// What nobody received: the alarms and broadcasts by their names.
  public private(set) var unreceived:
    [(identifier: String, reason: NotReceivedReason, sequence: UInt64)] =
      []
  /// What the system did not show though it was asked to.
  public private(set) var notShown:
    [(identifier: String, reason: NotDeliveredReason, sequence: UInt64)] =
      []

  init(start: TracePoint) {
    timelines = Condition.allCases.map { condition in
      var timeline = Timeline<String>()
      timeline.note(condition.initialValue, at: start)
      return timeline
    }
  }

  /// The changes of a condition during the run.
  public func timeline(of condition: Condition) -> Timeline<String> {
    timelines[condition.rawValue]
  }

  /// The record with which Doze ended so shortly before a wall time as an alarm clock ends it; nil
  /// where it did not.
  public func dozeEnd(shortlyBefore time: Int64, in context: PhoneContext) -> UInt64? {
    let doze = timeline(of: .doze)
    guard let change = doze.change(atWall: time, in: context),
      change.value == DozeMachine.Phase.active.rawValue,
      time - change.point.wallMilliseconds <= DozeMachine.wakeMaxMilliseconds,
      // Before the first change the phone has not dozed.
      change.point.sequence != doze.changes.first?.point.sequence
    else { return nil }
    return change.point.sequence
  }

  /// Takes a record, which may change one of them.
  mutating func take(_ payload: DeviceRecord, at point: TracePoint) {
    switch payload {
    case .command(.performed(let command)): take(command, at: point)
    case .notification(.notDelivered(let item)) where item.content.owner == .plugin:
      notShown.append((item.identifier, item.reason, point.sequence))
    case .android(let android): take(android, at: point)
    case .command, .plugin, .power, .process, .authorization, .request, .notification, .task,
      .fetch, .storage:
      break
    }
  }

  private mutating func take(_ record: AndroidRecord, at point: TracePoint) {
    switch record {
    case .alarmHeld(let identifier, let hold, .plugin):
      holds.append((identifier, OccurrenceHistory.DueHold(hold), point.sequence))
    case .unreceived(let what, let reason, .plugin):
      unreceived.append((what, reason, point.sequence))
    case .channelChanged(let identifier, let importance):
      channels[identifier, default: Timeline()].note(importance, at: point)
    case .dozeChanged(let phase, _): note(.doze, phase.rawValue, at: point)
    case .bucketChanged(let bucket):
      self.bucket = bucket.rawValue
      note(.bucket, isBatteryExempt ? "active" : self.bucket, at: point)
    case .exactAlarmsChanged(let isGranted):
      isExactGranted = isGranted
      note(.exactAlarms, String(isGranted || isBatteryExempt), at: point)
    case .stoppedChanged(let isStopped): note(.stopped, String(isStopped), at: point)
    // An app that is no longer to hibernate is stopped until it is opened.
    case .hibernationChanged(let isHibernating):
      note(.stopped, isHibernating ? AndroidConditions.hibernating : "true", at: point)
    case .exemptionAnswered(isAllowed: true): take(.setBatteryExemption(isOn: true), at: point)
    case .alarmSet, .alarmRefused, .alarmCancelled, .alarmLost, .alarmHeld, .alarmFired,
      .channelDeleted, .broadcast, .unreceived, .workStopped, .settingsOpened, .permissionReset,
      .exemptionDialogShown, .exemptionAnswered, .exemptionDismissed:
      break
    }
  }

  private mutating func take(_ command: Command, at point: TracePoint) {
    if case .setNetwork(let condition) = command {
      return note(.network, condition.rawValue, at: point)
    }
    if case .setLowPowerMode(let isOn) = command {
      isBatterySaverOn = isOn
    } else if case .setBatteryExemption(let isOn) = command {
      isBatteryExempt = isOn
      if isOn { isRestricted = false }
    } else if case .setBackgroundRestricted(let isOn) = command {
      isRestricted = isOn
      if isOn { isBatteryExempt = false }
    } else if case .restoreBackup = command {
      note(.stopped, AndroidConditions.restored, at: point)
      isRestricted = false
      isBatteryExempt = false
    } else if case .reinstall = command {
      // A new install is neither exempt nor restricted.
      isRestricted = false
      isBatteryExempt = false
    } else {
      return
    }
    note(.restricted, String(isRestricted), at: point)
    note(.exempt, String(isBatteryExempt), at: point)
    note(.exactAlarms, String(isExactGranted || isBatteryExempt), at: point)
    note(.bucket, isBatteryExempt ? "active" : bucket, at: point)
    note(.batterySaver, isBatterySaverOn && !isBatteryExempt ? "on" : "off", at: point)
  }

  private mutating func note(_ condition: Condition, _ value: String, at point: TracePoint) {
    timelines[condition.rawValue].note(value, at: point)
  }
}

extension OccurrenceHistory.DueHold {
  fileprivate init(_ hold: AlarmHold) {
    switch hold {
    case .doze, .dozeQuota: self = .doze
    case .bucket: self = .bucket
    case .restricted: self = .restricted
    }
  }
}
