import DeviceModel
import SimulationCore

/// What held on an Android phone during a run: network, Doze, bucket, permissions, channels.
struct AndroidConditions: Sendable {
  /// A state of the phone that keeps alarms or work from the app.
  enum Condition: Int, Sendable, CaseIterable {
    case network
    case doze
    case exactAlarms
    case stopped
    /// Battery Saver, as far as the app is not exempt from it.
    case batterySaver
    /// The standby bucket, `active` while the app is exempt.
    case bucket

    fileprivate var initialValue: String {
      switch self {
      case .network: "online"
      case .doze: "active"
      case .exactAlarms: "true"
      case .stopped: "false"
      case .batterySaver: "off"
      case .bucket: "active"
      }
    }
  }

  private var timelines: [Timeline<String>]
  private var isBatterySaverOn = false
  private var isBatteryExempt = false
  private var bucket = "active"
  /// The importance of each channel.
  private(set) var channels: [String: Timeline<Int64>] = [:]
  /// The alarms that Doze held back.
  private(set) var holds: [(identifier: String, sequence: UInt64)] = []
  /// What nobody received: the alarms and broadcasts by their names.
  private(set) var unreceived: [(identifier: String, sequence: UInt64)] = []
  /// What the system did not show though it was asked to.
  private(set) var notShown: [(identifier: String, sequence: UInt64)] = []

  /// The kinds of records that change one of them.
  private static let kinds: Set<RecordKind> = [
    .command, .dozeChanged, .exactAlarmsChanged, .stoppedChanged, .channelChanged, .alarmHeld,
    .unreceived, .notDelivered, .exemptionAnswered,
  ]

  init(start: TracePoint) {
    timelines = Condition.allCases.map { condition in
      var timeline = Timeline<String>()
      timeline.note(condition.initialValue, at: start)
      return timeline
    }
  }

  /// The changes of a condition during the run.
  func timeline(of condition: Condition) -> Timeline<String> { timelines[condition.rawValue] }

  /// Takes a record that changes one of them.
  mutating func take(_ record: Record<DeviceRecord>) {
    let kind = record.payload.recordKind
    guard AndroidConditions.kinds.contains(kind) else { return }
    let fields = RecordFields(record.payload)
    guard fields.text("by") != "other" else { return }
    let point = TracePoint(
      sequence: record.sequence, wallMilliseconds: record.wallMilliseconds)
    if kind == .alarmHeld {
      holds.append((fields.text("identifier"), point.sequence))
    } else if kind == .unreceived {
      unreceived.append((fields.text("what"), point.sequence))
    } else if kind == .notDelivered {
      notShown.append((fields.text("identifier"), point.sequence))
    } else if kind == .channelChanged {
      let importance = fields.number("importance") ?? 0
      channels[fields.text("identifier"), default: Timeline()].note(importance, at: point)
    } else if kind == .dozeChanged {
      note(.doze, fields.text("phase"), at: point)
    } else if kind == .exactAlarmsChanged {
      note(.exactAlarms, fields.text("isGranted"), at: point)
    } else if kind == .stoppedChanged {
      note(.stopped, fields.text("isStopped"), at: point)
    } else if kind == .exemptionAnswered {
      if fields.text("isAllowed") == "true" { take("setBatteryExemption", "on", at: point) }
    } else {
      take(fields.text("verb"), fields.text("argument"), at: point)
    }
  }

  private mutating func take(_ verb: String, _ argument: String, at point: TracePoint) {
    switch verb {
    case "setNetwork": return note(.network, argument, at: point)
    case "setLowPowerMode": isBatterySaverOn = argument == "on"
    case "setBatteryExemption": isBatteryExempt = argument == "on"
    case "setStandbyBucket": bucket = argument
    // A new install is not exempt.
    case "reinstall": (isBatteryExempt, bucket) = (false, "active")
    default: return
    }
    note(.bucket, isBatteryExempt ? "active" : bucket, at: point)
    note(.batterySaver, isBatterySaverOn && !isBatteryExempt ? "on" : "off", at: point)
  }

  private mutating func note(_ condition: Condition, _ value: String, at point: TracePoint) {
    timelines[condition.rawValue].note(value, at: point)
  }
}
