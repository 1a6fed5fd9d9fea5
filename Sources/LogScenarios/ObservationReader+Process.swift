import CivilTime
import DailyNotification
import DeviceLogs
import DeviceModel

/// The app's process and the phone's power.
extension ObservationReader {
  /// A line of another process: the one before has ended.
  mutating func takeProcess(_ entry: LogEntry, _ index: Int, _ now: Int64) {
    guard let pid = entry.pid, let lastPid, pid != lastPid, let before else { return }
    add(
      .ended, at: before, .afterwards, entry.number, "its process has another number from here on")
    guard !isSelfStarted(index, now) else { return }
    add(.opened, at: now, .condition, entry.number)
  }

  /// Whether the system starts the app for what its first lines report.
  func isSelfStarted(_ index: Int, _ now: Int64) -> Bool {
    let first = entries[index...].prefix { entry in
      (entry.time?.milliseconds ?? 0) <= now + ObservationReader.burstMilliseconds
    }
    return first.contains { entry in
      guard case .line(let line) = entry.event else { return false }
      if line.meaning == .taskStarted { return true }
      guard platform == .android else { return false }
      if line == .recovered { return entry.field("scenario") == "boot" }
      guard line == .notificationDelivered else { return false }
      let planned = entry.field("time").flatMap(ISO8601.parse) ?? now
      return abs(now - planned) < ObservationReader.lateMilliseconds
    }
  }

  mutating func takeRecovery(_ entry: LogEntry, _ index: Int, _ now: Int64) {
    let number = entry.number
    if entry.field("rescheduled") != "0" { setAlarmsAllowed(true, at: burst, number) }
    let isNewProcess = entry.pid == nil || entry.pid != lastPid
    switch entry.field("scenario").flatMap(RecoveryScenario.init(rawValue:)) {
    case .boot:
      if platform == .ios, firstMiss(now) != nil { run.losesWhileOff = true }
      if let off = firstLost(index, now) {
        add(.off, at: off, .condition, number, "the phone was off when a notification was due")
      }
      add(.started, at: burst, .condition, number)
      if platform == .ios { add(.opened, at: burst, .condition, number) }
    case .termination:
      if platform == .ios {
        let lost = firstMiss(now).map { $0 - ObservationReader.second }
        add(
          .command(.clearPending), at: lost ?? burst, .cause, number,
          "the requests were lost; when, no line says")
      } else if let before, !isStopTold(between: before, now) {
        add(
          .command(.forceStop), at: before, .afterwards, number,
          "the app was stopped; when, no line says")
      }
      add(.opened, at: burst, .condition, number)
    case .coldStart:
      guard isNewProcess, entry.pid == nil, !isSelfStarted(index, now) else { return }
      if let before { add(.ended, at: before, .afterwards, number) }
      add(.opened, at: burst, .condition, number)
    case .warmStart, .some(.none), nil: break
    }
  }

  /// When the first notification was due of those that lines written about now report as missed.
  func firstMiss(_ now: Int64) -> Int64? {
    entries.filter { entry in
      entry.event == .line(.notificationMissed)
        && abs((entry.time?.milliseconds ?? 0) - now) <= 4 * ObservationReader.lateMilliseconds
    }.compactMap { $0.field("time").flatMap(ISO8601.parse) }.min()
  }

  /// Whether a line of the system says when the app was stopped.
  func isStopTold(between before: Int64, _ now: Int64) -> Bool {
    evidence.contains { line in
      line.name == "forceStopped"
        && line.time.map { (before...max(before, now)).contains($0.milliseconds) } == true
    }
  }

  /// When the first notification was due of those that lines around a start of the phone report as
  /// missed or late; nil where there is none.
  func firstLost(_ index: Int, _ now: Int64) -> Int64? {
    let around = entries.filter { entry in
      abs((entry.time?.milliseconds ?? 0) - now) <= 4 * ObservationReader.lateMilliseconds
    }
    let times = around.compactMap { entry -> Int64? in
      guard case .line(let line) = entry.event,
        line == .notificationDelivered || line == .notificationMissed,
        let planned = entry.field("time").flatMap(ISO8601.parse),
        now - planned > ObservationReader.lateMilliseconds
      else { return nil }
      return planned
    }
    return times.min().map { $0 - ObservationReader.second }
  }
}
