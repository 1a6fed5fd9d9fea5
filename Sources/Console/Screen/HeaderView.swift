import CellGrid
import CivilTime
import DailyNotification
import DeviceModel
import History

/// The top line: what this is, the state of the app, the phone's clock and its pace, and what comes
/// next.
struct HeaderView {
  let facts: PhoneFacts
  let pace: Pace
  /// What is to be said of the session; nil where it is kept.
  let mark: String?

  func paint(_ painter: inout Painter, in rect: CellRect) {
    painter.fill(rect, .header)
    let isWide = rect.columns >= Layout.wideColumns
    var column = painter.write(isWide ? " DNP Console " : " DNP ", .header, in: rect)
    column += painter.write(" TEST BUILD ", .badge, in: rect, column: column)
    if let mark {
      column += painter.write(" \(mark) ", .badge, in: rect, column: column)
    }
    // What is beside the clock goes first, then what the phone is; its state stays.
    let left = rect.columns - column - 2
    let last = phones[phones.count - 1]
    let choices =
      clocks.map { (phones[0], $0) } + phones.map { ($0, shortClock) }
      + shortestClocks.map { (last, $0) }
    let (phone, clock) =
      choices.first { TextWidth.columns(of: $0) + TextWidth.columns(of: $1) + 1 < left }
      ?? (last, shortestClocks.last ?? shortClock)
    let room = CellRect(
      row: rect.row, column: rect.column, rows: 1,
      columns: max(0, rect.columns - TextWidth.columns(of: clock) - 1))
    painter.write(" \(phone) ", .header, in: room, column: column)
    painter.grid.writeRight(clock + " ", in: rect, style: painter.theme.style(.header))
  }

  private var os: OperatingSystem { facts.os }

  /// The phone and its state with more or less of what it is, the longest first.
  private var phones: [String] {
    let configuration = os.configuration
    let state =
      os.power.state == .unlocked
      ? os.processTitle : os.power.state.title
    let plugin = configuration.knobs.pluginMark.map { " · \($0)" } ?? ""
    // That it is no iPhone always stands there.
    let mark =
      switch configuration.platform {
      case .ios: ""
      case .android: "\(configuration.platform.title) · "
      }
    return [
      "\(configuration.systemTitle) \(configuration.variant.rawValue)\(plugin) · \(state)",
      "\(configuration.systemTitle)\(plugin) · \(state)", "\(mark)\(state)\(plugin)",
    ]
  }

  /// The clock without its day, then without its zone, where the phone's system needs the room.
  private var shortestClocks: [String] {
    switch os.configuration.platform {
    case .ios: []
    case .android: [time, "\(ClockText.time(os.wallMilliseconds, os.zone)) \(paceWord)"]
    }
  }

  /// The clock with more or less beside it, the longest first.
  private var clocks: [String] {
    let date = ClockText.date(os.wallMilliseconds, os.zone)
    return ["\(next) · \(date) \(time)", "\(next) · \(shortClock)", "\(date) \(time)"]
  }

  /// Without the year, unless it differs from the year of the start.
  private var shortClock: String {
    let start = os.zone.date(at: os.configuration.startMilliseconds).year
    let isSame = os.zone.date(at: os.wallMilliseconds).year == start
    let day = ClockText.day(os.wallMilliseconds, os.zone)
    return "\(day)\(isSame ? "" : " \(os.zone.date(at: os.wallMilliseconds).year)") \(time)"
  }

  private var time: String {
    "\(ClockText.time(os.wallMilliseconds, os.zone)) \(os.zone.shortName) \(paceWord)"
  }

  private var paceWord: String { pace.isRunning ? "▶ \(pace.rate.text)" : "paused" }

  /// What is planned next; how late the system will be is not known.
  private var next: String {
    if facts.isOneDue, !facts.isDenied, facts.nextObstacle == nil {
      return "next: " + (facts.dueHold.map { "held, \($0.present)" } ?? "shown any moment")
    }
    if let begin = facts.prefetches.first(where: { $0.beginDate > facts.now })?.beginDate {
      if facts.nextOccurrence.map({ $0 > begin }) ?? true {
        return "next: prefetch in \(ClockText.length(begin - facts.now))"
      }
    }
    if facts.isDenied, !facts.plans.isEmpty { return "next: denied, not shown" }
    if facts.nextObstacle != nil { return "next: not shown as things stand" }
    if let next = facts.nextOccurrence {
      return "next: shown in \(ClockText.length(next - facts.now))"
    }
    return "next: nothing"
  }
}

extension ProcessMachine.State {
  /// The state in words.
  fileprivate var title: String {
    switch self {
    case .notRunning: "app not running"
    case .launching: "launching"
    case .foreground: "foreground"
    case .inactive: "inactive"
    case .background: "background"
    case .suspended: "suspended"
    case .terminatedBySystem: "ended by the system"
    case .forceQuit: "force-quit"
    }
  }
}

extension OperatingSystem {
  /// The state of the app's process in words; on Android why only a person starts it, if so.
  var processTitle: String {
    isAndroid && process.state == .forceQuit ? stopTitle : process.state.title
  }

  /// Why nothing but a person starts an Android app, in words.
  var stopTitle: String {
    if android.install.isHibernating { return "hibernates" }
    return android.install.isNew ? "never opened" : "stopped by force"
  }
}

extension Zone {
  /// The last part of the identifier: `New_York`.
  var shortName: String { identifier.split(separator: "/").last.map(String.init) ?? identifier }
}

extension PowerMachine.State {
  /// The state of the phone, in a word or two.
  var title: String {
    switch self {
    case .off: "off"
    case .beforeFirstUnlock: "locked since its start"
    case .locked: "locked"
    case .unlocked: "unlocked"
    }
  }
}
