public import DailyNotification
public import SimulationCore

/// A record of the device's trace: which part of the device it comes from, and what happened there.
///
/// `RecordKind` has a row for every kind; the part's own enum lists the values that a kind carries.
public enum DeviceRecord: Sendable {
  /// What was done to the device from outside.
  case command(CommandRecord)
  /// What the app's own code did.
  case plugin(PluginRecord)
  case power(PowerRecord)
  case process(ProcessRecord)
  case authorization(AuthorizationRecord)
  /// What the notification center holds until its trigger fires.
  case request(RequestRecord)
  /// What a person sees, or would have seen.
  case notification(NotificationRecord)
  case task(TaskRecord)
  case fetch(FetchRecord)
  case storage(StorageRecord)
  /// What only an Android phone has.
  case android(AndroidRecord)
}

extension DeviceRecord: RecordPayload {
  /// The row of the table of kinds that the record belongs to.
  public var recordKind: RecordKind {
    switch self {
    case .command(let record): record.kind
    case .plugin(let record): record.kind
    case .power(let record): record.kind
    case .process(let record): record.kind
    case .authorization(let record): record.kind
    case .request(let record): record.kind
    case .notification(let record): record.kind
    case .task(let record): record.kind
    case .fetch(let record): record.kind
    case .storage(let record): record.kind
    case .android(let record): record.kind
    }
  }

  /// The name of the record's kind, in lower camel case.
  public var kind: StaticString { recordKind.name }

  /// The level at which the record is shown; a log line has its own.
  public var level: LogLevel { recordKind.level ?? logMessage?.level ?? .info }

  /// The log message, if the record is one.
  public var logMessage: LogMessage? {
    if case .plugin(.log(let message)) = self { message } else { nil }
  }

  /// Shows the record's fields in their fixed order.
  public func visitFields(_ visitor: inout some FieldVisitor) {
    switch self {
    case .command(let record): record.visitFields(&visitor)
    case .plugin(let record): record.visitFields(&visitor)
    case .power(let record): record.visitFields(&visitor)
    case .process(let record): record.visitFields(&visitor)
    case .authorization(let record): record.visitFields(&visitor)
    case .request(let record): record.visitFields(&visitor)
    case .notification(let record): record.visitFields(&visitor)
    case .task(let record): record.visitFields(&visitor)
    case .fetch(let record): record.visitFields(&visitor)
    case .storage(let record): record.visitFields(&visitor)
    case .android(let record): record.visitFields(&visitor)
    }
  }
}
