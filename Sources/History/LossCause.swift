public import DailyNotification
public import DeviceModel

/// Why a planned notification was not shown, by what the records of its run prove.
public enum LossCause: Hashable, Sendable {
  /// Notifications were denied when its time came, or had never been asked for.
  case denied(wasAsked: Bool)
  case channelBlocked(String)
  /// It came due, and the system did not show it.
  case notShown(NotDeliveredReason)
  /// Its alarm fired, and nobody received that.
  case unreceived(NotReceivedReason)
  /// Its alarm, or request, has gone without the plugin's doing.
  case alarmLost(AlarmLoss)
  /// The app had been stopped by force.
  case stopped
  /// The system had let the app hibernate, since it was unused.
  case hibernating
  /// The app came with a backup, and nobody had opened it on the new phone.
  case notOpened
  /// The system had taken back the permission to notify, since the app was unused.
  case permissionReset
  case phoneOff
  case beforeFirstUnlock
  case exactAlarmsRevoked
  /// The app's process ended in the receiver of its alarm.
  case receiverEnded(ProcessMachine.State)
  /// Its alarm fired, and its receiver did not show it.
  case notShownByReceiver
  /// Its request, or alarm, was taken back, or had to make room.
  case removed
  case evicted
  /// The system did not take its request, or alarm.
  case refused
  /// Nothing was ever armed for it: no code of the app ran in time.
  case neverArmed
  /// Nothing is armed for it before its fetch has ended.
  case fetchMissing
  /// It is not to be shown without fresh content, and had none.
  case skipped

  /// The cause as one word.
  public var name: String {
    switch self {
    case .denied(let wasAsked): wasAsked ? "denied" : "neverAllowed"
    case .channelBlocked: "channelBlocked"
    case .notShown(let reason): reason.rawValue
    case .unreceived(let reason): reason.rawValue
    case .alarmLost: "alarmLost"
    case .stopped: "stopped"
    case .hibernating: "hibernating"
    case .notOpened: "notOpened"
    case .permissionReset: "permissionReset"
    case .phoneOff: "phoneOff"
    case .beforeFirstUnlock: "beforeFirstUnlock"
    case .exactAlarmsRevoked: "exactAlarmsRevoked"
    case .receiverEnded: "receiverEnded"
    case .notShownByReceiver: "notShownByReceiver"
    case .removed: "removed"
    case .evicted: "evicted"
    case .refused: "refused"
    case .neverArmed: "neverArmed"
    case .fetchMissing: "fetchMissing"
    case .skipped: "skipped"
    }
  }

  /// The cause in a few words, in those of a system.
  public func words(on platform: DevicePlatform) -> String {
    let noun = platform == .android ? "alarm" : "request"
    return switch self {
    case .denied(let wasAsked): wasAsked ? "notifications denied" : "notifications never allowed"
    case .channelBlocked(let name): "channel \(name) blocked"
    case .notShown(let reason): reason.words
    case .unreceived(.appStopped): "the app is stopped"
    case .unreceived(.noReceiver): "no receiver for its alarm"
    case .unreceived(.restricted): "the app is restricted in the background"
    case .alarmLost(let loss): "its \(noun) \(loss.words)"
    case .stopped: "the app is stopped by force"
    case .hibernating: "the app hibernates, since it was unused"
    case .notOpened: "the app was not opened on the new phone"
    case .permissionReset: "the permission was taken back from the unused app"
    case .phoneOff: "the phone was off"
    case .beforeFirstUnlock: "not unlocked since the phone's start"
    case .exactAlarmsRevoked: "exact alarms not allowed"
    case .receiverEnded(let state): "its receiver's process ended, \(state.endWords)"
    case .notShownByReceiver: "its receiver showed nothing"
    case .removed: "its \(noun) was removed"
    case .evicted: "its \(noun) had to make room"
    case .refused: "its \(noun) was refused"
    case .neverArmed: "no code of the app ran to arm it"
    case .fetchMissing: "its fetch had not ended"
    case .skipped: "skipped without fresh content, as it is set"
    }
  }
}

extension ProcessMachine.State {
  /// What ended the process, where it is not alive.
  fileprivate var endWords: String {
    switch self {
    case .terminatedBySystem: "by the system"
    case .forceQuit: "stopped by force"
    case .notRunning, .launching, .foreground, .inactive, .background, .suspended:
      "by an act on the phone"
    }
  }
}

/// A planned notification that nothing in the system can show any more.
public struct LostNotification: Hashable, Sendable {
  /// The schedule's name among all kinds.
  public let id: String
  /// The kind of its schedule.
  public let kind: ScheduleKind
  /// What it was planned for, in milliseconds since the Unix epoch.
  public let planned: Int64
  /// Why it was not shown.
  public let cause: LossCause
  /// Whether a record says so: it came due, and the system did not show it.
  public let isRecorded: Bool

  /// The schedule and the time.
  public var key: OccurrenceKey { OccurrenceKey(id: id, planned: planned) }

  /// Reads what is lost from what became of a notification; nil where it is not lost.
  public init?(_ occurrence: OccurrenceHistory) {
    guard let cause = occurrence.cause else { return nil }
    id = occurrence.notification.id
    kind = occurrence.notification.kind
    planned = occurrence.notification.planned
    self.cause = cause
    isRecorded = occurrence.isLossRecorded
  }

  /// The name of a schedule among all kinds.
  public static func id(_ kind: ScheduleKind, _ scheduleID: String) -> String {
    kind == .daily ? scheduleID : OccurrenceIdentifier(kind, scheduleID).text
  }
}
