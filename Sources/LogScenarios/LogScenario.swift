public import DeviceLogs
public import DeviceModel
import PlainText
public import Scenarios

/// Writes what a log tells of a phone's run as a scenario.
///
/// The scenario does to a simulated phone, at the same instants, what the log shows or lets expect,
/// and expects what the plugin has reported. What no line tells is assumed, and a comment says so.
public enum LogScenario {
  /// Why a log gives no scenario.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  /// The scenario of a log.
  ///
  /// - Parameters:
  ///   - name: The scenario's name, usually the log's.
  ///   - zone: The phone's zone, where it is known.
  ///   - platform: The phone's system, where it is known.
  ///   - keychain: The keychain of the phone on which the scenario runs.
  public static func recording(
    of log: ReadLog, name: String, zone: LogZone? = nil, platform: DevicePlatform? = nil,
    keychain: Keychain
  ) throws(Failure) -> ScenarioRecorder.Recording {
    let apps = log.apps
    guard let app = apps.first, log.tally.plugin > 0 else {
      throw Failure(
        "no line of \(log.tally.lines) is the plugin's; log it at info or debug, and check the "
          + "filter in front of this command")
    }
    guard app.entries.contains(where: { $0.time?.isAbsolute == true }) else {
      throw Failure(
        "the times of the lines are not known, so that nothing has its place; give --zone, --date "
          + "or --year, or a log with times")
    }
    let platform = platform ?? LogScenario.platform(of: log, app)
    var reader = ObservationReader(platform, app, log.evidence, zone)
    let observed = reader.read(through: log.end?.milliseconds)
    var replay = PhoneReplay(observed, name: name, keychain)
    replay.perform()
    var remarks = observed.remarks
    if apps.count > 1 {
      let others = apps.dropFirst().map { $0.words.isEmpty ? "another app" : $0.words }
      remarks.append(
        "other apps or phones have written lines, too, which are left out: "
          + others.prefix(8).joined(separator: "; "))
    }
    if log.isCut { remarks.append("the log goes on, and was not read further") }
    remarks += log.conflicts
    return replay.recording(name: name, remarks: remarks)
  }

  /// The system that writes such lines; what other versions write alone is of Android.
  private static func platform(of log: ReadLog, _ app: ReadLog.App) -> DevicePlatform {
    switch log.phone {
    case .iphone: .ios
    case .android: .android
    case nil: app.entries.contains { $0.event?.isOfDialects == true } ? .android : .ios
    }
  }
}
