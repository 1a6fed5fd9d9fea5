import CivilTime
public import DailyNotification
public import DeviceModel
import JSONText

/// A button of the test app's page.
public struct Control: Hashable, Sendable {
  /// The page's groups, in their order there.
  public enum Group: String, Hashable, Sendable, CaseIterable {
    case plugin = "Plugin"
    case permissions = "Permissions"
    case channel = "Channel"
    case notifications = "Notifications"
    case developer = "Developer"
  }

  /// What a press does.
  public enum Action: Hashable, Sendable {
    /// Calls the plugin.
    case call(PluginMethod, Options)
    /// Does something to the phone.
    case verb(String)
    /// Writes the run summary; the phone does not notice.
    case exportResults
  }

  /// The options a button's call is made with.
  public enum Options: Hashable, Sendable {
    /// `{}`
    case none
    /// `{time}`: now, rounded up to a minute, and ten minutes more.
    case testTime
  }

  /// The page's `data-action`.
  public let id: String
  /// What stands on the button.
  public let label: String
  /// The group it stands in.
  public let group: Group
  /// What a press does.
  public let action: Action

  /// The command of a press now; nil for what does nothing to the phone.
  public func command(on os: OperatingSystem) -> Command? {
    switch action {
    case .call(let method, let options):
      .call(method: method.rawValue, options: options.values(on: os))
    case .verb(let verb): try? VerbTable.command(verb: verb, parameters: [:])
    case .exportResults: nil
    }
  }
}

extension Control.Options {
  /// How long after the next full minute the test notification is, in milliseconds.
  static let testLeadMilliseconds: Int64 = 600_000

  func values(on os: OperatingSystem) -> JSONObject {
    switch self {
    case .none: return [:]
    case .testTime:
      let minute: Int64 = 60_000
      let next = (os.wallMilliseconds + minute - 1) / minute * minute
      let time = os.zone.wallTime(at: next + Control.Options.testLeadMilliseconds).timeOfDay
      return ["time": .string(time.text)]
    }
  }
}
