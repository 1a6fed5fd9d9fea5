import CellGrid
import DailyNotification
import DeviceModel
import PlainText
import SimulationCore

/// The phone's settings and numbers beside the status, and what is in Notification Center.
struct PhoneView {
  let facts: PhoneFacts
  /// How many invariants are checked.
  let invariantCount: Int
  /// The invariants that broke, in words; nil when all hold.
  let broken: String?

  func paint(_ painter: inout Painter, in rect: CellRect) {
    let lines = lines
    let cards = NotificationCards(os: os, marked: nil)
    let free = max(0, rect.rows - lines.count - 1)
    let rows = min(free, cards.rows(columns: rect.columns, rowsMax: free))
    let (top, bottom) = rect.split(bottom: rows)
    StatusView(rows: lines, marked: nil).paint(&painter, in: top)
    cards.paint(&painter, in: bottom)
  }

  private var os: OperatingSystem { facts.os }

  private var lines: [StatusRow] {
    let telemetry = os.storedData.telemetry
    return [
      row(os.process.state.isAlive ? .ok : .error, "App", os.appTitle),
      row(
        os.power.state == .unlocked ? .ok : os.power.isPoweredOn ? .pending : .error, "Screen",
        os.power.state.title),
      row(PhoneView.light(os.network.condition), "Network", network),
      row(os.isPowerSavingOn ? .pending : .ok, "Power", power),
      row(
        os.storage.isFull || os.storage.failingWrites > 0 ? .error : .ok, "Storage",
        os.storage.isFull
          ? "disk full"
          : os.storage.failingWrites > 0
            ? "\(PhoneView.failing(os.storage)) fail" : "writable"),
      row(os.storedData.schedules.isEmpty ? .off : .ok, "Schedules", schedules),
      row(
        telemetry.missed(.certain) > 0 ? .error : telemetry.missed(.unknown) > 0 ? .pending : .off,
        "Missed",
        "\(telemetry.missed(.certain)) certain, \(telemetry.missed(.unknown)) unknown, "
          + telemetry.prefetchMissed.counted("prefetch", plural: "prefetches")),
      row(
        broken == nil ? .ok : .error, "Invariants", broken ?? "all \(invariantCount) hold"),
      row(.off, "Seed", "\(os.configuration.seed), trace \(os.trace.hash.text.prefix(8))"),
    ]
  }

  /// The light of a connection.
  private static func failing(_ storage: DeviceStorage) -> String {
    let before = storage.writesBeforeFailing
    let count = storage.failingWrites
    return before == 0 ? "next \(count) writes" : "after \(before) writes \(count)"
  }

  static func light(_ condition: NetworkCondition) -> Light {
    switch condition {
    case .online: .ok
    case .slow, .flaky: .pending
    case .offline: .error
    }
  }

  private var network: String { "\(os.network.condition.rawValue), \(os.network.scriptText)" }

  private var power: String {
    let battery = os.power.battery
    return "\(battery.level) % \(battery.isCharging ? "charging" : "unplugged")"
      + (os.isPowerSavingOn ? ", \(os.configuration.platform.powerSavingTitle)" : "")
  }

  /// The stored schedules by their kind: `1 daily, 2 reminder, 1 dual`.
  private var schedules: String {
    let counts = ScheduleKind.allCases.compactMap { kind -> String? in
      let count = os.storedData.schedules.count { $0.decodedKind == kind && $0.isEnabled }
      return count == 0 ? nil : "\(count) \(kind.word)"
    }
    let awaiting = facts.awaitingFetch == nil ? "" : " (\(facts.awaitedWords))"
    return counts.isEmpty ? "none" : counts.joined(separator: ", ") + awaiting
  }

  private func row(_ light: Light, _ label: String, _ text: String) -> StatusRow {
    StatusRow(rank: 0, light: light, label: label, text: text)
  }
}

extension OperatingSystem {
  /// Where the app's process stands, in the system's words.
  var appTitle: String {
    let isStopped = isAndroid && android.install.isStopped && process.state != .forceQuit
    return isStopped ? "\(processTitle), stopped until opened" : processTitle
  }
}

extension NetworkMachine {
  /// What the content API answers, in a few words.
  var scriptText: String {
    guard let scripted = scriptedCount else { return isLive ? "live API" : "API answers" }
    if scripted == 0 { return "no API" }
    return "\(isLive ? "live " : "")API script of \(scripted)"
  }
}
