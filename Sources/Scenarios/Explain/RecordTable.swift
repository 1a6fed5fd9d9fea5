import DeviceModel
import SimulationCore

/// How records are told: by the row of their kind, or of a narrowed kind.
enum RecordTable {
  /// The field that narrows a kind to `kind.value`.
  static let qualifiers: [RecordKind: String] = [
    .command: "verb", .log: "event", .hostEvent: "name", .notDelivered: "reason",
    .requestDropped: "reason", .taskRefused: "code", .dialogAnswered: "isAllowed",
    .taskCancelled: "by", .taskSubmitted: "by",
    .exemptionAnswered: "isAllowed",
    .replied: "isRejected", .alarmLost: "reason", .unreceived: "reason", .workStopped: "reason",
    .alarmRefused: "reason",
    .dozeChanged: "reason", .alarmHeld: "reason", .broadcast: "reason",
    .hibernationChanged: "isHibernating",
  ]

  /// The rows of the kinds that a field narrows.
  static let rows: [RecordRow] = [
    RecordRow(
      "command.setPermission",
      "Settings: notifications {argument}"),
    RecordRow(
      "command.setBackgroundRefresh",
      "Settings: Background App Refresh {argument}"),
    RecordRow(
      "command.setLowPowerMode",
      "Settings: Low Power Mode {argument}"),
    RecordRow("command.setNetwork", "the network: {argument}"),
    RecordRow(
      "alarmLost.phoneOff",
      "alarm {identifier} was lost: alarms die when the phone is switched off or restarted"),
    RecordRow(
      "alarmLost.forceStop",
      "alarm {identifier} was lost: the app was stopped by force"),
    RecordRow(
      "alarmLost.hibernation",
      "alarm {identifier} was lost: the system let the unused app hibernate"),
    RecordRow(
      "alarmLost.restored",
      "alarm {identifier} was lost: a backup brings no alarms to a new phone"),
    RecordRow(
      "alarmLost.permissionRevoked",
      "alarm {identifier} was lost: the permission for exact alarms was taken away"),
    RecordRow(
      "alarmLost.doze",
      "alarm {identifier} was lost: the phone's maker takes exact alarms away in Doze"),
    RecordRow(
      "alarmLost.cleared",
      "alarm {identifier} was lost: a tester cleared what is pending"),
    RecordRow(
      "alarmLost.otherCode",
      "alarm {identifier} was lost: other code in the app cancelled it"),
    RecordRow(
      "alarmLost.sameIntent",
      "alarm {identifier} was lost: other code in the app set one with the same pending intent"),
    RecordRow(
      "alarmRefused.exactNotAllowed",
      "the system refused alarm {identifier}: exact alarms are not allowed"),
    RecordRow(
      "unreceived.appStopped", "{what} did not reach the app: it is stopped"),
    RecordRow(
      "unreceived.noReceiver", "{what} reached nobody: the manifest has no receiver for it"),
    RecordRow(
      "alarmHeld.dozeQuota", "alarm {identifier} waits for room in Doze's quota, or Doze's end"),
    RecordRow(
      "alarmHeld.bucket", "alarm {identifier} waits for room in its standby bucket's quota"),
    RecordRow(
      "alarmHeld.restricted", "alarm {identifier} waits: the app is restricted in the background"),
    RecordRow(
      "workStopped.restricted",
      "the system stopped work run {run}: the app was restricted in the background"),
    RecordRow(
      "unreceived.restricted",
      "{what} did not reach the app: it is restricted in the background and was not started since"),
    RecordRow(
      "workStopped.quota",
      "the system stopped work run {run}: the quota of its standby bucket was used up"),
    RecordRow(
      "broadcast.stoppedStateLeft",
      "the app received {broadcast} without a boot: it had left the stopped state"),
    RecordRow(
      "broadcast.hibernationLeft",
      "the app received {broadcast} without a boot: it had left hibernation"),
    RecordRow("hibernationChanged.true", "the system let the unused app hibernate"),
    RecordRow("hibernationChanged.false", "the app no longer hibernates"),
    RecordRow("dozeChanged.alarmClock", "Doze ended: an alarm clock goes off soon"),
    RecordRow(
      "workStopped.timeUp",
      "the system stopped work run {run}: its ten minutes were up"),
    RecordRow(
      "workStopped.conditionGone",
      "the system stopped work run {run}: the network was gone, or Doze had begun"),
    RecordRow(
      "workStopped.cancelled", "work run {run} was stopped: it had been cancelled"),
    RecordRow(
      "command.dismissDialog", "the person dismissed the system dialog"),
    RecordRow("command.restoreBackup", "a backup was restored on a new phone ({argument})"),
    RecordRow("command.clearPending", "the system lost every pending request"),
    RecordRow("command.tamperCache", "the stored content was damaged ({argument})"),
    RecordRow(
      "replied.true",
      "call {call}: {method} was rejected, {reply.error}: {reply.message}"),
    RecordRow(
      "dialogAnswered.true",
      "the person allowed notifications"),
    RecordRow(
      "dialogAnswered.false",
      "the person denied notifications"),
    RecordRow(
      "exemptionAnswered.true", "the person exempted the app from battery optimization"),
    RecordRow(
      "exemptionAnswered.false",
      "the person did not exempt the app from battery optimization"),
    RecordRow("log.notificationsDenied", "{method} found notifications denied"),
    RecordRow(
      "requestDropped.denied",
      "the system silently dropped request {identifier}: notifications are not allowed"),
    RecordRow(
      "requestDropped.pastDate",
      "the system silently dropped request {identifier}: its time has passed"),
    RecordRow(
      "requestDropped.emptyContent",
      "the system silently dropped request {identifier}: it has neither title nor body"),
    RecordRow(
      "notDelivered.denied",
      "{identifier} came due and was not shown: notifications are not allowed"),
    RecordRow(
      "notDelivered.noDelegate",
      "{identifier} came due and was not shown: the app is on the screen without a delegate"),
    RecordRow(
      "notDelivered.suppressedByDelegate",
      "{identifier} came due and was held back by the app: its content was stale"),
    RecordRow(
      "notDelivered.otherDelegate",
      "{identifier} came due and was not shown: other code of the app on the screen has taken the "
        + "delegate's place, and presents nothing"),
    RecordRow(
      "notDelivered.takenFromSummary",
      "{identifier} was replaced or removed while the summary held it"),
    RecordRow(
      "hostEvent.notificationMissed",
      "the plugin reported {id} of {plannedTime} as missed ({reason}, {certainty})"),
    RecordRow(
      "taskCancelled.other", "other code in the app cancelled {identifier}"),
    RecordRow(
      "taskSubmitted.other",
      "other code in the app submitted {identifier}, to run not before {earliestBeginDate}"),
    RecordRow(
      "taskRefused.1",
      "the system refused the prefetch task with code 1 (unavailable: the simulator, Background "
        + "App Refresh off, or Low Power Mode)"),
    RecordRow(
      "taskRefused.2",
      "the system refused the prefetch task with code 2 (another one is pending)"),
    RecordRow(
      "taskRefused.3",
      "the system refused the prefetch task with code 3 (not permitted by Info.plist)"),
    RecordRow(
      "hostEvent.prefetchCompleted", "content was stored for {scheduledFor}"),
    RecordRow("log.persistFailed", "the plugin could not store {what}"),
    RecordRow(
      "log.prefetchFailed", "the fetch failed: {reason} (HTTP status {status})"),
    RecordRow(
      "log.keychainLocked",
      "the fetch failed: AUTH (no token, since the keychain was locked with the phone)"),
    RecordRow(
      "log.contentIgnored",
      "the content was for another time: {scheduledFor} instead of {time}"),
    RecordRow(
      "log.contentEmpty", "the content API had nothing new (result {result})"),
    RecordRow(
      "log.fetcherMissing",
      "the host had registered no native fetcher, so the plugin's own content was fetched"),
    RecordRow(
      "log.quarantined", "the plugin threw away what it could not read: {what}"),
    RecordRow(
      "log.prefetchSkipped",
      "no prefetch was submitted: it was due in {seconds} s, and a minute is the least"),
    RecordRow("log.taskMissed", "the plugin noticed that the prefetch task had not run"),
    RecordRow(
      "notDelivered.phoneOff",
      "{identifier} came due and was not shown: the phone was switched off"),
  ]

  /// The sentence for a record; nil for a log line, which is shown as the phone prints it.
  static func sentence(of payload: DeviceRecord) -> String? {
    if let row = row(of: payload) { return row.text }
    return payload.logMessage == nil ? payload.recordKind.row.sentence : nil
  }

  /// The row of the record's narrowed kind.
  static func row(of payload: DeviceRecord) -> RecordRow? {
    guard let field = qualifiers[payload.recordKind] else { return nil }
    return rowsByKey["\(payload.kind).\(RecordFields(payload).text(field))"]
  }

  private static let rowsByKey = Dictionary(rows.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
}
