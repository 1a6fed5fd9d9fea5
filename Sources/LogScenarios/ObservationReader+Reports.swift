import CivilTime
import DailyNotification
import DeviceLogs
import DeviceModel
import JSONText

/// What the plugin has reported, and what the system says.
extension ObservationReader {
  mutating func takeDelivery(_ entry: LogEntry, _ now: Int64) {
    guard let id = entry.field("id") else { return }
    let planned = entry.field("time").flatMap(ISO8601.parse)
    let time = min(planned ?? now, now) - ObservationReader.second
    setAllowed(true, at: time, entry.number)
    setAlarmsAllowed(true, at: time, entry.number)
    if blocked.remove(rows[id]?.kind ?? .daily) != nil {
      setChannel(of: rows[id]?.kind ?? .daily, "high", at: time, entry.number)
    }
    noteAbsence(until: now, of: planned, entry)
    add(
      .report(Observation.Report(isDelivery: true, id: id, planned: planned)), at: now, .report,
      entry.number)
  }

  mutating func takeMiss(_ entry: LogEntry, _ now: Int64) {
    guard let id = entry.field("id"), let planned = entry.field("time").flatMap(ISO8601.parse)
    else { return }
    let time = min(planned - ObservationReader.second, now)
    noteAbsence(until: now, of: planned, entry)
    switch entry.field("reason").flatMap(MissedNotification.Reason.init(rawValue:)) {
    case .notificationsDenied: setAllowed(false, at: time, entry.number)
    case .exactAlarmDenied: setAlarmsAllowed(false, at: time, entry.number)
    case .channelBlocked:
      if blocked.insert(rows[id]?.kind ?? .daily).inserted {
        setChannel(of: rows[id]?.kind ?? .daily, "none", at: time, entry.number)
      }
    case .noCodeRan, .notDelivered, .processDied, nil:
      guard entry.field("certainty") == Certainty.certain.rawValue else { break }
      add(
        .lost(id: id, planned: planned), at: time - 1, .condition, entry.number,
        "why it was lost, the log does not say")
    }
    // What is not known is not expected.
    guard entry.field("certainty") == Certainty.certain.rawValue else { return }
    add(
      .report(Observation.Report(isDelivery: false, id: id, planned: planned)), at: now, .report,
      entry.number)
  }

  mutating func setChannel(
    of kind: ScheduleKind, _ importance: String, at time: Int64, _ number: Int
  ) {
    let parameters: JSONObject = [
      "channelId": .string(kind.channelID), "importance": .string(importance),
    ]
    guard let command = try? VerbTable.command(verb: "setChannel", parameters: parameters) else {
      return
    }
    add(.command(command), at: time, .condition, number)
  }

  /// An iPhone's plugin that reports only now was not in front when it was due.
  mutating func noteAbsence(until now: Int64, of planned: Int64?, _ entry: LogEntry) {
    guard platform == .ios, let planned, let before, entry.pid == lastPid || entry.pid == nil,
      now > planned + ObservationReader.lateMilliseconds, before < planned
    else { return }
    add(.left, at: before, .afterwards, entry.number)
    add(.opened, at: burst, .condition, entry.number)
  }

  // MARK: Evidence

  /// What lines of the system tell, at their times.
  mutating func readEvidence() {
    for line in evidence {
      guard let time = line.time, time.isAbsolute,
        let place = run.stretches.lastIndex(where: { $0.start <= time.milliseconds })
      else { continue }
      let deed: Observation.Deed
      switch line.name {
      case "forceStopped": deed = .command(.forceStop)
      case "killed", "killedEvent", "died": deed = .ended
      case "booted", "bootedEvent": deed = .started
      case "updated": deed = .command(.updateApp)
      default:
        run.remarks.append("line \(line.number): \(line.means)")
        continue
      }
      run.stretches[place].observations.append(
        Observation(
          deed: deed, at: time.milliseconds, entry: 0, phase: .condition, number: line.number,
          remark: line.means))
    }
  }
}
