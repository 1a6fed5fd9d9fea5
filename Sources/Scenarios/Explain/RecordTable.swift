import DeviceModel
import SimulationCore

/// How each kind of record is understood: one row a kind.
///
/// A kind without a row is shown by its kind and fields and explains nothing.
enum RecordTable {
  /// The field that narrows a kind to `kind.value`.
  static let qualifiers: [(kind: String, field: String)] = [
    ("command", "verb"), ("log", "event"), ("hostEvent", "name"), ("notDelivered", "reason"),
    ("requestDropped", "reason"), ("taskRefused", "code"), ("taskCompleted", "isSuccess"),
    ("dialogAnswered", "isAllowed"), ("replied", "isRejected"),
  ]

  static let rows: [RecordRow] = hostRows + requestRows + taskRows + contentRows

  private static let hostRows: [RecordRow] = [
    RecordRow("began", .told, "the run began: {variant}, zone {zone}, seed {seed}"),
    RecordRow("command", .told, "{verb} {argument}"),
    RecordRow(
      "command.setPermission", .condition(.permission, field: "argument"),
      "Settings: notifications {argument}"),
    RecordRow(
      "command.setBackgroundRefresh", .condition(.backgroundRefresh, field: "argument"),
      "Settings: Background App Refresh {argument}"),
    RecordRow(
      "command.setLowPowerMode", .condition(.lowPowerMode, field: "argument"),
      "Settings: Low Power Mode {argument}"),
    RecordRow("command.clearPending", .told, "the system lost every pending request"),
    RecordRow("command.tamperCache", .contentLost, "the stored content was damaged ({argument})"),
    RecordRow("refused", .told, "{verb} {argument} was refused: {refusal}"),
    RecordRow("called", .call, "call {call}: {method} {options}"),
    RecordRow("replied", .reply, "call {call}: {method} answered {reply}"),
    RecordRow(
      "replied.true", .rejection,
      "call {call}: {method} was rejected, {reply.error}: {reply.message}"),
    RecordRow(
      "callLost", .callLost, "call {call}: {method} had no answer, the app's process ended"),
    RecordRow("entry", .told, "plugin code ran ({entry})"),
    RecordRow("process", .condition(.process, field: "state"), "the app's process: {state}"),
    RecordRow("crashed", .told, "the app crashed: {reason}"),
    RecordRow("dialogShown", .told, "the permission dialog came up"),
    RecordRow(
      "dialogAnswered.true", .condition(.permission, field: "isAllowed"),
      "the person allowed notifications"),
    RecordRow(
      "dialogAnswered.false", .condition(.permission, field: "isAllowed"),
      "the person denied notifications"),
    RecordRow("log.notificationsDenied", .told, "{method} found notifications denied"),
  ]

  private static let requestRows: [RecordRow] = [
    RecordRow("requestAdded", .requestBegins, "request {identifier} was added, to fire {trigger}"),
    RecordRow("requestDropped", .requestDropped, "the system dropped request {identifier}"),
    RecordRow(
      "requestDropped.denied", .requestDropped,
      "the system silently dropped request {identifier}: notifications are not allowed"),
    RecordRow(
      "requestDropped.pastDate", .requestDropped,
      "the system silently dropped request {identifier}: its time has passed"),
    RecordRow(
      "requestEvicted", .requestEnds,
      "the system evicted request {identifier}: more than 64 were pending"),
    RecordRow("requestRemoved", .requestEnds, "request {identifier} was removed"),
    RecordRow("removalAsked", .told, "the removal of {count} requests was asked for"),
    RecordRow("notDelivered", .requestEnds, "{identifier} came due and was not shown ({reason})"),
    RecordRow(
      "notDelivered.denied", .requestEnds,
      "{identifier} came due and was not shown: notifications are not allowed"),
    RecordRow(
      "notDelivered.noDelegate", .requestEnds,
      "{identifier} came due and was not shown: the app is on the screen without a delegate"),
    RecordRow(
      "notDelivered.suppressedByDelegate", .requestEnds,
      "{identifier} came due and was held back by the app: its content was stale"),
    RecordRow("delivered", .showing, "{identifier} was shown, source {source}: {title}"),
    RecordRow("tapped", .told, "the person tapped {identifier}"),
    RecordRow("dismissed", .told, "{count} notifications were dismissed"),
    RecordRow(
      "hostEvent.notification_missed", .missNoticed,
      "the plugin reported {id} of {plannedTime} as missed ({reason}, {certainty})"),
  ]

  private static let taskRows: [RecordRow] = [
    RecordRow(
      "taskSubmitted", .taskAsked, "the prefetch task was asked for, not before {earliestBeginDate}"
    ),
    RecordRow(
      "taskRefused", .taskRefused, "the system refused the prefetch task with code {code}"),
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
    RecordRow("taskCancelled", .taskWithdrawn, "the prefetch task was cancelled"),
    RecordRow("taskLaunched", .taskStarted, "the system launched the prefetch task (run {run})"),
    RecordRow("taskExpired", .taskRunEnds, "the time of task run {run} was up"),
    RecordRow("taskCompleted", .taskRunEnds, "task run {run} completed (success {isSuccess})"),
    RecordRow("taskCompletedTwice", .told, "task run {run} was completed a second time"),
    RecordRow("taskLost", .taskRunEnds, "task run {run} was lost with the app's process"),
  ]

  private static let contentRows: [RecordRow] = [
    RecordRow("fetchStarted", .fetchStarted, "fetch {number} began"),
    RecordRow("fetchEnded", .fetchEnded, "fetch {number} ended"),
    RecordRow("fetchCancelled", .fetchCancelled, "fetch {number} was cancelled"),
    RecordRow(
      "hostEvent.prefetchCompleted", .fetchStored, "content was stored for {scheduledFor}"),
    RecordRow("writeFailed", .told, "the phone could not write ({what})"),
    RecordRow("log.persistFailed", .finding, "the plugin could not store {what}"),
    RecordRow(
      "log.prefetchFailed", .finding, "the fetch failed: {reason} (HTTP status {status})"),
    RecordRow(
      "log.contentIgnored", .finding,
      "the content was for another time: {scheduledFor} instead of {time}"),
    RecordRow(
      "log.quarantined", .contentLost, "the plugin threw away what it could not read: {what}"),
    RecordRow(
      "log.prefetchSkipped", .prefetchSkipped,
      "no prefetch was asked for: it was due in {seconds} s, and a minute is the least"),
    RecordRow("log.taskMissed", .told, "the plugin noticed that the prefetch task had not run"),
  ]

  /// The row of a record; nil for a kind that nothing is known about.
  static func row(of payload: DeviceRecord) -> RecordRow? {
    let kind = payload.kind.description
    let known = rowsByKind[kind] ?? []
    guard let field = qualifiers.first(where: { $0.kind == kind })?.field else {
      return known.first
    }
    let key = "\(kind).\(RecordFields(payload).text(field))"
    return known.first { $0.key == key } ?? known.first { $0.key == kind }
  }

  private static let rowsByKind: [String: [RecordRow]] = Dictionary(
    grouping: rows, by: { String($0.key.prefix { $0 != "." }) })
}
