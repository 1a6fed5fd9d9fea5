import DeviceModel
import SimulationCore

/// How records are explained: by the row of their kind, or of a narrowed kind.
enum RecordTable {
  /// The field that narrows a kind to `kind.value`.
  static let qualifiers: [RecordKind: String] = [
    .command: "verb", .log: "event", .hostEvent: "name", .notDelivered: "reason",
    .requestDropped: "reason", .taskRefused: "code", .dialogAnswered: "isAllowed",
    .taskCancelled: "by",
    .exemptionAnswered: "isAllowed",
    .replied: "isRejected", .alarmLost: "reason", .unreceived: "reason", .workStopped: "reason",
    .alarmRefused: "reason",
  ]

  /// The rows of the kinds that a field narrows.
  static let rows: [RecordRow] = [
    RecordRow(
      "command.setPermission", .condition(.permission, field: "argument"),
      "Settings: notifications {argument}"),
    RecordRow(
      "command.setBackgroundRefresh", .condition(.backgroundRefresh, field: "argument"),
      "Settings: Background App Refresh {argument}"),
    RecordRow(
      "command.setLowPowerMode", .condition(.powerSaving, field: "argument"),
      "Settings: Low Power Mode {argument}"),
    RecordRow("command.setNetwork", .none, "the network: {argument}"),
    RecordRow(
      "alarmLost.phoneOff", .requestEnds,
      "alarm {identifier} was lost: alarms die when the phone is switched off or restarted"),
    RecordRow(
      "alarmLost.forceStop", .requestEnds,
      "alarm {identifier} was lost: the app was stopped by force"),
    RecordRow(
      "alarmLost.permissionRevoked", .requestEnds,
      "alarm {identifier} was lost: the permission for exact alarms was taken away"),
    RecordRow(
      "alarmLost.doze", .requestEnds,
      "alarm {identifier} was lost: the phone's maker takes exact alarms away in Doze"),
    RecordRow(
      "alarmLost.cleared", .requestEnds,
      "alarm {identifier} was lost: a tester cleared what is pending"),
    RecordRow(
      "alarmLost.otherCode", .requestEnds,
      "alarm {identifier} was lost: other code in the app cancelled it"),
    RecordRow(
      "alarmRefused.exactNotAllowed", .requestDropped,
      "the system refused alarm {identifier}: exact alarms are not allowed"),
    RecordRow(
      "unreceived.appStopped", .none, "{what} did not reach the app: it is stopped"),
    RecordRow(
      "unreceived.noReceiver", .none, "{what} reached nobody: the manifest has no receiver for it"),
    RecordRow(
      "workStopped.timeUp", .taskRunEnds,
      "the system stopped work run {run}: its ten minutes were up"),
    RecordRow(
      "workStopped.conditionGone", .taskRunEnds,
      "the system stopped work run {run}: the network was gone, or Doze had begun"),
    RecordRow(
      "workStopped.cancelled", .taskRunEnds, "work run {run} was stopped: it had been cancelled"),
    RecordRow(
      "command.dismissDialog", .none, "the person dismissed the system dialog"),
    RecordRow("command.clearPending", .none, "the system lost every pending request"),
    RecordRow("command.tamperCache", .contentLost, "the stored content was damaged ({argument})"),
    RecordRow(
      "replied.true", .rejection,
      "call {call}: {method} was rejected, {reply.error}: {reply.message}"),
    RecordRow(
      "dialogAnswered.true", .condition(.permission, field: "isAllowed"),
      "the person allowed notifications"),
    RecordRow(
      "dialogAnswered.false", .condition(.permission, field: "isAllowed"),
      "the person denied notifications"),
    RecordRow(
      "exemptionAnswered.true", .none, "the person exempted the app from battery optimization"),
    RecordRow(
      "exemptionAnswered.false", .none,
      "the person did not exempt the app from battery optimization"),
    RecordRow("log.notificationsDenied", .none, "{method} found notifications denied"),
    RecordRow(
      "requestDropped.denied", .requestDropped,
      "the system silently dropped request {identifier}: notifications are not allowed"),
    RecordRow(
      "requestDropped.pastDate", .requestDropped,
      "the system silently dropped request {identifier}: its time has passed"),
    RecordRow(
      "notDelivered.denied", .requestEnds,
      "{identifier} came due and was not shown: notifications are not allowed"),
    RecordRow(
      "notDelivered.noDelegate", .requestEnds,
      "{identifier} came due and was not shown: the app is on the screen without a delegate"),
    RecordRow(
      "notDelivered.suppressedByDelegate", .requestEnds,
      "{identifier} came due and was held back by the app: its content was stale"),
    RecordRow(
      "hostEvent.notificationMissed", .missReported,
      "the plugin reported {id} of {plannedTime} as missed ({reason}, {certainty})"),
    RecordRow(
      "taskCancelled.other", .taskCancelled, "other code in the app cancelled {identifier}"),
    RecordRow(
      "taskRefused.1", .taskRefused,
      "the system refused the prefetch task with code 1 (unavailable: the simulator, Background "
        + "App Refresh off, or Low Power Mode)"),
    RecordRow(
      "taskRefused.2", .taskRefused,
      "the system refused the prefetch task with code 2 (another one is pending)"),
    RecordRow(
      "taskRefused.3", .taskRefused,
      "the system refused the prefetch task with code 3 (not permitted by Info.plist)"),
    RecordRow(
      "hostEvent.prefetchCompleted", .fetchStored, "content was stored for {scheduledFor}"),
    RecordRow("log.persistFailed", .finding, "the plugin could not store {what}"),
    RecordRow(
      "log.prefetchFailed", .finding, "the fetch failed: {reason} (HTTP status {status})"),
    RecordRow(
      "log.contentIgnored", .finding,
      "the content was for another time: {scheduledFor} instead of {time}"),
    RecordRow(
      "log.contentEmpty", .finding, "the content API had nothing new (result {result})"),
    RecordRow(
      "log.fetcherMissing", .finding,
      "the host had registered no native fetcher, so the plugin's own content was fetched"),
    RecordRow(
      "log.quarantined", .contentLost, "the plugin threw away what it could not read: {what}"),
    RecordRow(
      "log.prefetchSkipped", .prefetchSkipped,
      "no prefetch was submitted: it was due in {seconds} s, and a minute is the least"),
    RecordRow("log.taskMissed", .none, "the plugin noticed that the prefetch task had not run"),
    RecordRow(
      "notDelivered.phoneOff", .requestEnds,
      "{identifier} came due and was not shown: the phone was switched off"),
  ]

  /// What a record does.
  static func role(of payload: DeviceRecord) -> RecordRole {
    row(of: payload)?.role ?? payload.recordKind.row.role
  }

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
