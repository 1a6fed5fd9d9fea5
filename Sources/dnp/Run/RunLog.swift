import ArgumentParser
import DailyNotification
import DeviceLogs
import DeviceModel
import PlainText
import Reports
import Scenarios

/// Prints the log of a run in a format that `dnp validate-logs` reads.
struct RunLog {
  private let format: LogFormat

  /// The number of the app's first process, and how far the next ones are apart.
  private static let firstProcess = 5_310
  private static let processDistance = 211

  /// A format by its name; refused where the phone of a scenario has no such log.
  init(_ name: String, _ scenarios: [Scenario]) throws(CommandFailure) {
    guard let format = BuiltInFormats.format(named: name) else {
      throw CommandFailure(
        .validationFailure,
        LogFormatInput.unknown(name))
    }
    let other = scenarios.first { scenario in
      switch format.phone {
      case nil: false
      case .android: scenario.configuration.platform != .android
      case .iphone: scenario.configuration.platform == .android
      }
    }
    if let other {
      let platform = format.phone == .android ? "android" : "ios"
      throw CommandFailure(
        .validationFailure,
        "--log-format \(name): \(other.name) runs on \(other.configuration.platform.title), "
          + "which has no such log; add --platform \(platform)")
    }
    self.format = format
  }

  /// The lines of a run.
  func text(_ result: ScenarioResult) -> String {
    let lines = result.lines.map { line in
      PrintedLine(
        milliseconds: line.wallMilliseconds, offsetMinutes: line.offsetSeconds / 60,
        level: LogLevel(rawValue: line.level) ?? .info,
        pid: RunLog.firstProcess + (line.process - 1) * RunLog.processDistance, text: line.text)
    }
    return SafeText.terminal(LogPrinter(format).text(lines))
  }
}
