import CivilTime
import DailyNotification
import DeviceLogs
import DeviceModel
import JSONText

/// The conditions in which the plugin ran.
extension ObservationReader {
  mutating func takeAnswer(_ answer: String?, _ number: Int, _ now: Int64) {
    guard let answer, ["granted", "denied"].contains(answer) else { return }
    let isGranted = answer == "granted"
    if isAllowed == nil {
      add(.answered(isAllowed: isGranted), at: now, .act, number)
    } else {
      setAllowed(isGranted, at: now, number)
      add(.call("requestNotificationPermissions", [:]), at: now, .act, number)
    }
    isAllowed = isGranted
  }

  mutating func setAllowed(_ isNow: Bool, at time: Int64, _ number: Int) {
    guard isAllowed != isNow else { return }
    let remark = isAllowed == nil ? "asked and answered before the log begins" : nil
    isAllowed = isNow
    add(
      .command(.setPermission(isNow ? .authorized : .denied)), at: time, .condition, number, remark)
  }

  mutating func setAlarmsAllowed(_ isNow: Bool, at time: Int64, _ number: Int) {
    guard platform == .android, areAlarmsAllowed ?? true != isNow else { return }
    areAlarmsAllowed = isNow
    add(.command(.setExactAlarm(isGranted: isNow)), at: time, .condition, number)
  }

  mutating func setRefreshOff(_ isOff: Bool, at time: Int64, _ number: Int) {
    guard platform == .ios, isRefreshOff != isOff else { return }
    isRefreshOff = isOff
    add(
      .command(.setBackgroundRefresh(isOff ? .denied : .available)), at: time, .condition, number)
  }

  /// Source: Apple, `BGTaskScheduler.Error.Code`: 1 unavailable, 2 too many, 3 not permitted.
  mutating func takeRefusal(_ code: String?, _ number: Int) {
    if code == "1" {
      setRefreshOff(true, at: burst, number)
    } else {
      run.remarks.append(
        "line \(number): a background task was refused with code \(code ?? "?"), which is not "
          + "repeated")
    }
  }

  mutating func takeZone(_ identifier: String?, _ number: Int) {
    guard let identifier, identifier != zone.identifier,
      let next = try? Zone(identifier: identifier)
    else { return }
    zone = next
    add(.command(.setZone(next)), at: burst, .condition, number)
  }

  mutating func takeFailure(_ entry: LogEntry, _ number: Int, _ now: Int64) {
    let begin = min(taskBegin ?? now, now) - ObservationReader.second
    let status = entry.field("status").flatMap { Int($0) }
    var response = ScriptedResponse()
    switch entry.field("reason").flatMap(FailureReason.init(rawValue:)) {
    case .network:
      add(.command(.setNetwork(.offline)), at: begin, .condition, number)
      add(.command(.setNetwork(.online)), at: now, .afterwards, number)
      return
    case .authentication: response.status = status ?? 401
    case .rateLimit: response.status = status ?? 429
    case .server: response.status = status ?? 500
    case .timeout: response.isDropped = true
    case .payload: response.body = .text("no content")
    case .expired, .storage, nil:
      run.remarks.append("line \(number): this failure of a fetch is not repeated")
      return
    }
    add(
      .command(.scriptAPI(Array(repeating: response, count: ObservationReader.triesMax))),
      at: begin, .condition, number)
    add(.command(.scriptAPI([])), at: now, .afterwards, number)
  }
}
