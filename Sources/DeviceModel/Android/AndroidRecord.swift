public import DailyNotification
import SimulationCore

/// What happened to the parts that only an Android phone has; times in epoch milliseconds.
public enum AndroidRecord: Sendable {
  /// An alarm is set; `time` is when it fires.
  case alarmSet(Alarm, time: Int64, isReplacement: Bool)
  case alarmRefused(Alarm, AlarmRefusal)
  case alarmCancelled(identifier: String, by: CodeOwner = .plugin)
  /// An alarm has gone without the plugin's doing.
  case alarmLost(identifier: String, AlarmLoss, of: CodeOwner)
  /// The time of an alarm has come, and it waits.
  case alarmHeld(identifier: String, AlarmHold, of: CodeOwner)
  /// An alarm fired; its receiver is called next.
  case alarmFired(Alarm)
  /// A channel was created or changed, by the app or by the person.
  case channelChanged(identifier: String, importance: Int64)
  /// Other code of the app deleted a channel.
  case channelDeleted(identifier: String)
  /// A broadcast was sent to the app's receivers; those of a boot may be sent without one.
  case broadcast(Broadcast, withoutBoot: BootlessReason? = nil)
  /// Nobody got a broadcast or an alarm.
  case unreceived(String, NotReceivedReason, of: CodeOwner)
  /// Doze has another phase; it may have ended because an alarm clock goes off soon.
  case dozeChanged(DozeMachine.Phase, isForAlarmClock: Bool = false)
  case exactAlarmsChanged(isGranted: Bool)
  /// The app's standby bucket is another one.
  case bucketChanged(StandbyBucket)
  /// The system has taken back what the person allowed an app that is unused.
  case permissionReset
  case hibernationChanged(isHibernating: Bool)
  /// The app is stopped, or no longer.
  case stoppedChanged(isStopped: Bool)
  /// The system stopped a worker.
  case workStopped(LaunchedTask, WorkStop)
  case settingsOpened(AndroidPage)
  /// The dialog came up that asks for the exemption from battery optimization.
  case exemptionDialogShown
  case exemptionAnswered(isAllowed: Bool)
  /// That dialog went without an answer.
  case exemptionDismissed

  var kind: RecordKind {
    switch self {
    case .alarmSet: .alarmSet
    case .alarmRefused: .alarmRefused
    case .alarmCancelled: .alarmCancelled
    case .alarmLost: .alarmLost
    case .alarmHeld: .alarmHeld
    case .alarmFired: .alarmFired
    case .channelChanged: .channelChanged
    case .channelDeleted: .channelDeleted
    case .broadcast: .broadcast
    case .unreceived: .unreceived
    case .dozeChanged: .dozeChanged
    case .exactAlarmsChanged: .exactAlarmsChanged
    case .bucketChanged: .bucketChanged
    case .permissionReset: .permissionReset
    case .hibernationChanged: .hibernationChanged
    case .stoppedChanged: .stoppedChanged
    case .workStopped: .workStopped
    case .settingsOpened: .settingsPageOpened
    case .exemptionDialogShown: .exemptionDialogShown
    case .exemptionAnswered: .exemptionAnswered
    case .exemptionDismissed: .exemptionDismissed
    }
  }

  func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .alarmSet(let alarm, let time, let isReplacement):
      visitor.field("identifier", alarm.identifier)
      visitor.time("trigger", time)
      visitor.field("call", alarm.call.rawValue)
      visitor.field("isReplacement", isReplacement)
      alarm.payload.owner.visit(&visitor)
    case .alarmRefused(let alarm, let refusal):
      visitor.field("identifier", alarm.identifier)
      visitor.field("call", alarm.call.rawValue)
      visitor.field("reason", refusal.word)
      alarm.payload.owner.visit(&visitor)
    case .alarmCancelled(let identifier, let owner):
      visitor.field("identifier", identifier)
      owner.visit(&visitor)
    case .alarmHeld(let identifier, let hold, let owner):
      visitor.field("identifier", identifier)
      // Records of Doze are older than the other reasons.
      if hold != .doze { visitor.field("reason", hold.rawValue) }
      owner.visit(&visitor)
    case .channelDeleted(let identifier): visitor.field("identifier", identifier)
    case .alarmLost(let identifier, let loss, let owner):
      visitor.field("identifier", identifier)
      visitor.field("reason", loss.rawValue)
      owner.visit(&visitor)
    case .alarmFired(let alarm):
      visitor.field("identifier", alarm.identifier)
      visitor.time("trigger", alarm.time)
      alarm.payload.owner.visit(&visitor)
    case .channelChanged(let identifier, let importance):
      visitor.field("identifier", identifier)
      visitor.field("importance", importance)
    case .broadcast(let broadcast, let reason):
      visitor.field("broadcast", broadcast.rawValue)
      if let reason { visitor.field("reason", reason.rawValue) }
    case .unreceived(let what, let reason, let owner):
      visitor.field("what", what)
      visitor.field("reason", reason.rawValue)
      owner.visit(&visitor)
    case .dozeChanged(let phase, let isForAlarmClock):
      visitor.field("phase", phase.rawValue)
      if isForAlarmClock { visitor.field("reason", "alarmClock") }
    case .exactAlarmsChanged(let isGranted): visitor.field("isGranted", isGranted)
    case .bucketChanged(let bucket): visitor.field("bucket", bucket.rawValue)
    case .hibernationChanged(let isHibernating): visitor.field("isHibernating", isHibernating)
    case .stoppedChanged(let isStopped): visitor.field("isStopped", isStopped)
    case .workStopped(let task, let stop):
      visitor.field("run", Int64(task.number))
      visitor.field("identifier", task.identifier)
      visitor.field("reason", stop.rawValue)
    case .settingsOpened(let page): visitor.field("page", page.rawValue)
    case .permissionReset, .exemptionDialogShown, .exemptionDismissed: break
    case .exemptionAnswered(let isAllowed): visitor.field("isAllowed", isAllowed)
    }
  }
}

/// What an alarm waits for whose time has come.
public enum AlarmHold: String, Hashable, Sendable, CaseIterable {
  /// A maintenance window, or the end of Doze.
  case doze
  /// Room in the quota of alarms that may fire in Doze, or its end.
  case dozeQuota
  /// Room in the quota of the standby bucket, or the charger.
  case bucket
  /// The app on the screen, or the end of its restriction in the background.
  case restricted
}

/// Why an alarm went without the plugin's doing.
public enum AlarmLoss: String, Hashable, Sendable, CaseIterable {
  /// Alarms live in memory: they die with the power.
  case phoneOff
  case forceStop
  case hibernation
  case permissionRevoked
  case appReplaced
  case appRemoved
  /// A backup brings no alarms, nor an iPhone's requests.
  case restored
  /// A tester had the system lose it.
  case cleared
  /// The phone's maker prunes exact alarms in Doze.
  case doze
  /// Other code of the app cancelled what is the plugin's.
  case otherCode
  /// Other code of the app set one with an equal pending intent.
  case sameIntent

  /// What became of the alarm, in words that follow its name.
  public var words: String {
    switch self {
    case .phoneOff: "died with the power"
    case .forceStop: "went when the app was stopped by force"
    case .hibernation: "went when the unused app began to hibernate"
    case .permissionRevoked: "was taken away with the permission for exact alarms"
    case .appReplaced: "went with the update of the app"
    case .appRemoved: "went with the app"
    case .restored: "did not come with the backup"
    case .cleared: "was cleared by a tester"
    case .doze: "was taken away in Doze by the phone's maker"
    case .otherCode: "was cancelled by other code in the app"
    case .sameIntent: "was replaced by other code in the app, with the same pending intent"
    }
  }
}

/// Why the broadcasts of a boot are sent without one.
public enum BootlessReason: String, Hashable, Sendable, CaseIterable {
  /// The app was opened after a force-stop.
  case stoppedStateLeft
  /// The app was opened, or a tester ended its hibernation.
  case hibernationLeft
}

/// Why nobody got a broadcast or an alarm.
public enum NotReceivedReason: String, Hashable, Sendable, CaseIterable {
  case appStopped
  case noReceiver
  /// The person has restricted the app in the background.
  case restricted
}

/// Why the system stopped a worker.
public enum WorkStop: String, Hashable, Sendable, CaseIterable {
  case timeUp
  case conditionGone
  /// The quota of run time is used up.
  case quota
  /// The person has restricted the app in the background.
  case restricted
  case cancelled
}

extension AlarmRefusal {
  /// The refusal as the word of its record.
  var word: String {
    switch self {
    case .exactNotAllowed: "exactNotAllowed"
    case .tooMany: "tooMany"
    }
  }
}
