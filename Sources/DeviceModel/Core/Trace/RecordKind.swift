public import DailyNotification

/// The kinds of records: everything that readers, schemas, documents and `dnp why` know of them.
///
/// A kind is added here and in the enum of the part that records it (`TaskRecord`, …).
public enum RecordKind: Int, Hashable, Sendable, CaseIterable {
  case began, command, refused, called
  case entry, log, hostEvent, replied, callLost
  case phone, protectedDataAvailable
  case process, crashed
  case dialogShown, dialogAnswered, dialogDismissed, settingsOpened
  case categoryRegistered, requestAdded, requestReaimed, requestDropped, requestEvicted
  case removalAsked, requestRemoved
  case delivered, heldForSummary, notDelivered, tapped, dismissed
  case handlerRegistered, taskSubmitted, taskRefused, taskCancelled, taskLaunched, taskExpired
  case taskCompleted, taskCompletedTwice, taskLost
  case fetchStarted, fetchCancelled, fetchEnded
  case shown
  case writeFailed
  case alarmSet, alarmRefused, alarmCancelled, alarmLost, alarmHeld, alarmFired
  case channelChanged, channelDeleted, broadcast, unreceived
  case dozeChanged, exactAlarmsChanged, bucketChanged, stoppedChanged
  case permissionReset, hibernationChanged
  case workStopped, settingsPageOpened
  case exemptionDialogShown, exemptionAnswered, exemptionDismissed

  /// The kind's name in traces and files.
  public var name: StaticString {
    switch self {
    case .began: "began"
    case .command: "command"
    case .refused: "refused"
    case .called: "called"
    case .entry: "entry"
    case .log: "log"
    case .hostEvent: "hostEvent"
    case .replied: "replied"
    case .callLost: "callLost"
    case .phone: "phone"
    case .protectedDataAvailable: "protectedDataAvailable"
    case .process: "process"
    case .crashed: "crashed"
    case .dialogShown: "dialogShown"
    case .dialogAnswered: "dialogAnswered"
    case .dialogDismissed: "dialogDismissed"
    case .settingsOpened: "settingsOpened"
    case .categoryRegistered: "categoryRegistered"
    case .requestAdded: "requestAdded"
    case .requestReaimed: "requestReaimed"
    case .requestDropped: "requestDropped"
    case .requestEvicted: "requestEvicted"
    case .removalAsked: "removalAsked"
    case .requestRemoved: "requestRemoved"
    case .delivered: "delivered"
    case .heldForSummary: "heldForSummary"
    case .notDelivered: "notDelivered"
    case .tapped: "tapped"
    case .dismissed: "dismissed"
    case .handlerRegistered: "handlerRegistered"
    case .taskSubmitted: "taskSubmitted"
    case .taskRefused: "taskRefused"
    case .taskCancelled: "taskCancelled"
    case .taskLaunched: "taskLaunched"
    case .taskExpired: "taskExpired"
    case .taskCompleted: "taskCompleted"
    case .taskCompletedTwice: "taskCompletedTwice"
    case .taskLost: "taskLost"
    case .fetchStarted: "fetchStarted"
    case .fetchCancelled: "fetchCancelled"
    case .fetchEnded: "fetchEnded"
    case .shown: "shown"
    case .writeFailed: "writeFailed"
    case .alarmSet: "alarmSet"
    case .alarmRefused: "alarmRefused"
    case .alarmCancelled: "alarmCancelled"
    case .alarmLost: "alarmLost"
    case .alarmHeld: "alarmHeld"
    case .alarmFired: "alarmFired"
    case .channelChanged: "channelChanged"
    case .channelDeleted: "channelDeleted"
    case .broadcast: "broadcast"
    case .unreceived: "unreceived"
    case .dozeChanged: "dozeChanged"
    case .exactAlarmsChanged: "exactAlarmsChanged"
    case .bucketChanged: "bucketChanged"
    case .stoppedChanged: "stoppedChanged"
    case .permissionReset: "permissionReset"
    case .hibernationChanged: "hibernationChanged"
    case .workStopped: "workStopped"
    case .settingsPageOpened: "settingsPageOpened"
    case .exemptionDialogShown: "exemptionDialogShown"
    case .exemptionAnswered: "exemptionAnswered"
    case .exemptionDismissed: "exemptionDismissed"
    }
  }

  /// What a kind is to those who read records.
  public struct Row: Hashable, Sendable {
    /// The level at which records are shown; nil for log lines, which have their own.
    public let level: LogLevel?
    /// What such a record says, in a sentence for documents and schemas.
    public let summary: String
    /// One record in words, in which `{name}` stands for a field.
    public let sentence: String
    /// The fields, in the order in which they are shown.
    public let fields: [Field]

    fileprivate init(
      _ level: LogLevel?, _ summary: String, _ sentence: String,
      _ fields: [Field]
    ) {
      self.level = level
      self.summary = summary
      self.sentence = sentence
      self.fields = fields
    }
  }

  /// A field of a record.
  public struct Field: Hashable, Sendable {
    /// What a field holds.
    public enum Value: Hashable, Sendable {
      case string
      case integer
      case boolean
      /// Milliseconds since the Unix epoch, or none.
      case time
      /// Canonical JSON.
      case json
    }

    /// The name in traces.
    public let name: String
    /// What it holds.
    public let value: Value
    /// Whether there are records of the kind without it.
    public let isOptional: Bool

    /// The field of a log record that shows a field of its line.
    public init(_ field: LogField) {
      let value: Value =
        switch field.kind {
        case .text: .string
        case .number, .seconds, .optionalNumber: .integer
        case .flag: .boolean
        case .time, .optionalTime: .time
        }
      self.init(name: field.name, value: value, isOptional: true)
    }

    private init(name: String, value: Value, isOptional: Bool) {
      (self.name, self.value, self.isOptional) = (name, value, isOptional)
    }

    fileprivate static func string(_ name: String, isOptional: Bool = false) -> Field {
      Field(name: name, value: .string, isOptional: isOptional)
    }

    fileprivate static func integer(_ name: String, isOptional: Bool = false) -> Field {
      Field(name: name, value: .integer, isOptional: isOptional)
    }

    fileprivate static func boolean(_ name: String, isOptional: Bool = false) -> Field {
      Field(name: name, value: .boolean, isOptional: isOptional)
    }

    fileprivate static func time(_ name: String, isOptional: Bool = false) -> Field {
      Field(name: name, value: .time, isOptional: isOptional)
    }

    fileprivate static func json(_ name: String, isOptional: Bool = false) -> Field {
      Field(name: name, value: .json, isOptional: isOptional)
    }
  }

  /// What there is to know of the kind.
  public var row: Row { RecordKind.rows[rawValue] }

  /// The level at which records of the kind are shown; nil for log lines, which have their own.
  public var level: LogLevel? { RecordKind.rows[rawValue].level }

  /// Whether a record of the kind says that a request, or an alarm, is set, moved or over.
  public var isOfRequest: Bool { RecordKind.requests.contains(self) }

  /// Whether a record of the kind by itself changes what becomes of a notification.
  public var isTelling: Bool { !RecordKind.accompanying.contains(self) }

  private static let requests: Set<RecordKind> = [
    .requestAdded, .requestReaimed, .requestEvicted, .requestRemoved, .notDelivered, .alarmSet,
    .alarmCancelled, .alarmLost, .alarmFired,
  ]

  /// Those that are told only as a part of what they belong to.
  private static let accompanying: Set<RecordKind> = [
    .began, .command, .refused, .entry, .log, .hostEvent, .protectedDataAvailable, .crashed,
    .dialogShown, .dialogDismissed, .settingsOpened, .categoryRegistered, .removalAsked, .tapped,
    .heldForSummary, .dismissed, .handlerRegistered, .taskCompletedTwice, .shown, .writeFailed,
    .alarmHeld,
    .channelChanged, .channelDeleted, .broadcast, .unreceived, .dozeChanged, .exactAlarmsChanged,
    .bucketChanged, .stoppedChanged, .hibernationChanged, .settingsPageOpened,
    .exemptionDialogShown, .exemptionAnswered, .exemptionDismissed,
  ]

  /// The names of all kinds, in the order of the table.
  public static let names = allCases.map(\.name.description)

  /// The kind of a name.
  public init?(_ name: String) {
    guard let index = RecordKind.names.firstIndex(of: name) else { return nil }
    self = RecordKind.allCases[index]
  }

  private static let rows = allCases.map(\.declaration)

  private var declaration: Row {
    switch self {
    case .began:
      Row(
        .info, "The run begins.", "the run began: {variant}, zone {zone}, seed {seed}",
        [
          .string("seed"), .string("platform", isOptional: true), .string("variant"),
          .string("osVersion"), .integer("targetSdk", isOptional: true), .time("start"),
          .string("zone"), .integer("uptimeMilliseconds"),
          .boolean("isLaunchedAtStart"), .string("knobs"),
          .string("identifiers", isOptional: true), .string("modes", isOptional: true),
          .string("permissions", isOptional: true), .string("receivers", isOptional: true),
        ])
    case .command:
      Row(
        .info, "Something was done to the phone.", "{verb} {argument}",
        [.string("verb"), .string("argument"), .json("responses", isOptional: true)])
    case .refused:
      Row(
        .warning, "The phone refused a command.", "{verb} {argument} was refused: {refusal}",
        [
          .string("verb"), .string("argument"), .json("options", isOptional: true),
          .json("responses", isOptional: true), .string("refusal"),
        ])
    case .called:
      Row(
        .info, "A method was called.", "call {call}: {method} {options}",
        [.integer("call"), .string("method"), .json("options")])
    case .entry:
      Row(
        .debug, "The plugin was entered: a launch, a task, a delegate.",
        "plugin code ran ({entry})", [.string("entry")])
    case .log:
      // The other fields are those of the line's template.
      Row(nil, "A log line.", "the plugin logged {event}", [.string("event")])
    case .hostEvent:
      Row(
        .info, "An event that the plugin sent to the host.",
        "the plugin reported {name} to the host",
        [
          .string("name"), .string("id", isOptional: true), .time("plannedTime", isOptional: true),
          .string("plannedWallDate", isOptional: true),
          .time("detectedTime", isOptional: true), .string("certainty", isOptional: true),
          .string("source", isOptional: true), .integer("dateCount", isOptional: true),
          .time("scheduledFor", isOptional: true),
          .integer("bytes", isOptional: true), .string("reason", isOptional: true),
          .integer("status", isOptional: true),
        ])
    case .replied:
      Row(
        .info, "A call was answered.", "call {call}: {method} answered {reply}",
        [.integer("call"), .string("method"), .boolean("isRejected"), .json("reply")])
    case .callLost:
      Row(
        .warning, "A call was lost with the app's process.",
        "call {call}: {method} had no answer, the app's process ended",
        [.integer("call"), .string("method")])
    case .phone:
      Row(
        .info, "The phone was locked, unlocked, switched off or on.",
        "the phone: {state}", [.string("state")])
    case .protectedDataAvailable:
      Row(
        .info, "The app's stored data can be read: the phone's first unlock after its start.",
        "the app's stored data became readable", [])
    case .process:
      Row(
        .info, "The app's process changed its state.", "the app's process: {state}",
        [.string("state")])
    case .crashed:
      Row(.error, "The app crashed.", "the app crashed: {reason}", [.string("reason")])
    case .dialogShown:
      Row(.info, "The permission dialog appeared.", "the permission dialog came up", [])
    case .dialogAnswered:
      Row(
        .info, "The permission dialog was answered.",
        "the person answered the permission dialog ({isAllowed})", [.boolean("isAllowed")])
    case .dialogDismissed:
      Row(
        .info, "The person dismissed the permission dialog.",
        "the person dismissed the permission dialog", [])
    case .settingsOpened:
      Row(
        .info, "A page of Settings was opened.", "the plugin opened Settings ({page})",
        [.string("page")])
    case .categoryRegistered:
      Row(
        .debug, "A notification category was registered.",
        "the app registered notification category {identifier}", [.string("identifier")])
    case .requestAdded:
      Row(
        .debug, "A notification request is pending now.",
        "request {identifier} was added, to fire {trigger}",
        [
          .string("identifier"), .time("trigger"), .boolean("isReplacement"), RecordKind.by,
        ])
    case .requestReaimed:
      Row(
        .debug, "A pending request has another time.",
        "request {identifier} was moved, to fire {trigger}",
        [.string("identifier"), .time("trigger")])
    case .requestDropped:
      Row(
        .info, "A request was not taken.", "the system dropped request {identifier}",
        [.string("identifier"), .string("reason"), RecordKind.by])
    case .requestEvicted:
      Row(
        .warning, "A request had to make room: more than 64.",
        "the system evicted request {identifier}: more than 64 were pending",
        [.string("identifier"), RecordKind.by])
    case .removalAsked:
      Row(
        .debug, "Requests are to be removed.", "the removal of {count} requests was asked for",
        [.integer("count"), RecordKind.by])
    case .requestRemoved:
      Row(
        .debug, "A pending request is gone.", "request {identifier} was removed",
        [.string("identifier"), RecordKind.by])
    case .delivered:
      Row(
        .info, "A notification was shown.", "{identifier} was shown, source {source}: {title}",
        [
          .string("identifier"), .string("source"), .time("planned"), .string("title"),
          .string("body"), .json("presentation", isOptional: true), RecordKind.by,
        ])
    case .heldForSummary:
      Row(
        .info, "A notification was due and waits for the scheduled summary.",
        "{identifier} came due and is held for the summary at {until}",
        [.string("identifier"), .time("planned"), .time("until"), RecordKind.by])
    case .notDelivered:
      Row(
        .info, "A notification was due and not shown.",
        "{identifier} came due and was not shown ({reason})",
        [.string("identifier"), .string("reason"), RecordKind.by])
    case .tapped:
      Row(
        .info, "A notification was tapped.", "the person tapped {identifier}",
        [.string("identifier"), .string("action", isOptional: true)])
    case .dismissed:
      Row(
        .info, "Notifications were dismissed.", "{count} notifications were dismissed",
        [.integer("count")])
    case .handlerRegistered:
      Row(
        .debug, "A launch handler was registered.",
        "the app registered the launch handler of task {identifier}",
        [.string("identifier"), RecordKind.by])
    case .taskSubmitted:
      Row(
        .info, "A background task was accepted.",
        "the prefetch task was submitted, to run not before {earliestBeginDate}",
        [
          .string("identifier"), .time("earliestBeginDate"), .boolean("isReplacement"),
          RecordKind.by,
        ])
    case .taskRefused:
      Row(
        .info, "A background task was refused.",
        "the system refused the prefetch task with code {code}",
        [.string("identifier"), .integer("code"), RecordKind.by])
    case .taskCancelled:
      Row(
        .info, "A background task was cancelled.", "the prefetch task was cancelled",
        [.string("identifier"), RecordKind.by])
    case .taskLaunched:
      Row(
        .info, "A background task began.", "the system launched the prefetch task (run {run})",
        RecordKind.taskFields)
    case .taskExpired:
      Row(
        .info, "A background task's time was up.", "the time of task run {run} was up",
        RecordKind.taskFields)
    case .taskCompleted:
      Row(
        .info, "A background task was completed.", "task run {run} completed (success {isSuccess})",
        RecordKind.taskFields + [.boolean("isSuccess")])
    case .taskCompletedTwice:
      Row(
        .error, "A background task was completed again.",
        "task run {run} was completed a second time", RecordKind.taskFields)
    case .taskLost:
      Row(
        .warning, "A running task ended with the process.",
        "task run {run} was lost with the app's process", RecordKind.taskFields)
    case .fetchStarted:
      Row(
        .debug, "A fetch began.", "fetch {number} began",
        [
          .integer("number"), .string("url", isOptional: true),
          .boolean("hasToken", isOptional: true), .string("ifNoneMatch", isOptional: true),
          .time("scheduledFor", isOptional: true),
          .integer("timeoutMilliseconds", isOptional: true),
          .string("afterId", isOptional: true), .integer("plans", isOptional: true),
        ])
    case .fetchCancelled:
      Row(
        .debug, "A fetch was given up.", "fetch {number} was cancelled",
        [.integer("number")])
    case .fetchEnded:
      Row(
        .debug, "A fetch ended.", "fetch {number} ended",
        [
          .integer("number"), .integer("status", isOptional: true),
          .integer("bytes", isOptional: true), .string("etag", isOptional: true),
          .string("outcome", isOptional: true), .integer("durationMilliseconds"),
          .integer("serverAheadMilliseconds", isOptional: true),
        ])
    case .shown:
      Row(
        .info, "A developer button showed something.", "the test app showed {what}",
        [.string("what"), .json("value")])
    case .writeFailed:
      Row(
        .warning, "Nothing could be stored.", "the phone could not write ({what})",
        [.string("what")])
    case .alarmSet:
      Row(
        .debug, "An alarm is set.", "alarm {identifier} was set, to fire {trigger}",
        [
          .string("identifier"), .time("trigger"), .string("call"), .boolean("isReplacement"),
          RecordKind.by,
        ])
    case .alarmRefused:
      Row(
        .warning, "Setting an alarm threw.", "the system refused alarm {identifier} ({reason})",
        [.string("identifier"), .string("call"), .string("reason"), RecordKind.by])
    case .alarmCancelled:
      Row(
        .debug, "An alarm was cancelled.", "alarm {identifier} was cancelled",
        [.string("identifier"), RecordKind.by])
    case .alarmLost:
      Row(
        .warning, "An alarm has gone without the plugin's doing.",
        "alarm {identifier} was lost ({reason})",
        [.string("identifier"), .string("reason"), RecordKind.by])
    case .alarmHeld:
      Row(
        .info, "An alarm is due and waits: for the end of Doze, or for room in a quota.",
        "alarm {identifier} waits for the end of Doze",
        [.string("identifier"), .string("reason", isOptional: true), RecordKind.by])
    case .alarmFired:
      Row(
        .debug, "An alarm fired.", "alarm {identifier} fired",
        [.string("identifier"), .time("trigger"), RecordKind.by])
    case .channelChanged:
      Row(
        .info, "A notification channel was created or changed.",
        "channel {identifier} has importance {importance}",
        [.string("identifier"), .integer("importance")])
    case .channelDeleted:
      Row(
        .warning, "Other code of the app deleted a notification channel.",
        "other code deleted channel {identifier}", [.string("identifier")])
    case .broadcast:
      Row(
        .info, "A broadcast was sent to the app's receivers.", "the app received {broadcast}",
        [.string("broadcast"), .string("reason", isOptional: true)])
    case .unreceived:
      Row(
        .warning, "A broadcast or an alarm reached nobody.", "{what} reached nobody ({reason})",
        [.string("what"), .string("reason"), RecordKind.by])
    case .dozeChanged:
      Row(
        .info, "Doze began, let work run for a while, or ended.", "Doze: {phase}",
        [.string("phase"), .string("reason", isOptional: true)])
    case .exactAlarmsChanged:
      Row(
        .info, "The permission for exact alarms changed.", "exact alarms may be set: {isGranted}",
        [.boolean("isGranted")])
    case .bucketChanged:
      Row(
        .info, "The app's standby bucket changed.", "the app is in standby bucket {bucket}",
        [.string("bucket")])
    case .stoppedChanged:
      Row(
        .info, "The app was stopped, or opened after that.", "the app is stopped: {isStopped}",
        [.boolean("isStopped")])
    case .permissionReset:
      Row(
        .warning, "The system took back the permission to notify of an unused app.",
        "the permission to notify was taken back: the app was unused", [])
    case .hibernationChanged:
      Row(
        .info, "The system let an unused app hibernate, or ended that.",
        "the app hibernates: {isHibernating}", [.boolean("isHibernating")])
    case .workStopped:
      Row(
        .info, "The system stopped a worker.", "work run {run} was stopped ({reason})",
        [.integer("run"), .string("identifier"), .string("reason")])
    case .settingsPageOpened:
      Row(
        .info, "A page of Android's settings was opened.",
        "the plugin opened the settings ({page})", [.string("page")])
    case .exemptionDialogShown:
      Row(
        .info, "The dialog came up that asks for the exemption from battery optimization.",
        "the dialog for the exemption from battery optimization came up", [])
    case .exemptionAnswered:
      Row(
        .info, "The person answered the dialog for the exemption from battery optimization.",
        "the person exempted the app from battery optimization: {isAllowed}",
        [.boolean("isAllowed")])
    case .exemptionDismissed:
      Row(
        .info, "The person dismissed the dialog for the exemption from battery optimization.",
        "the person dismissed the dialog for the exemption from battery optimization", [])
    }
  }

  /// `other` where other code of the app did it, or made the notification.
  private static let by = Field.string("by", isOptional: true)

  private static let taskFields: [Field] = [
    .integer("run"), .string("identifier"), .time("earliestBeginDate"),
  ]
}
