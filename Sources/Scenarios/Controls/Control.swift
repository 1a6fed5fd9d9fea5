public import DailyNotification
public import DeviceModel
public import JSONText

/// A button of the test app's page.
public struct Control: Hashable, Sendable {
  /// The page's groups, in their order there.
  public enum Group: String, Hashable, Sendable, CaseIterable {
    case plugin = "Plugin"
    case permissions = "Permissions"
    case channel = "Channel"
    case notifications = "Notifications"
    case reminders = "Reminders"
    case newActivity = "New Activity"
    case power = "Recovery & power"
    case identity = "Identity"
    case coordination = "Coordination"
    case developer = "Developer"
  }

  /// What a press does.
  public enum Action: Hashable, Sendable {
    /// Calls the plugin, once or several times.
    ///
    /// Each call is made after the previous one was answered with a value; any other end ends the
    /// press. All calls but the last are answered immediately.
    case calls([Call])
    /// Does something to the phone.
    case verb(String, JSONObject)
    /// Writes the run summary; it does not affect the phone.
    case exportResults
  }

  /// A call of the plugin that a button makes.
  public struct Call: Hashable, Sendable {
    /// The method.
    public let method: PluginMethod
    /// The options, with placeholders where they depend on the time field (see `TimeField`).
    public let options: JSONObject
    /// The method that is called with the same options where the app's build lacks this one and
    /// has that one.
    public var fallback: PluginMethod?

    /// The method that a press calls on a phone.
    func method(on os: OperatingSystem) -> PluginMethod {
      let build = os.configuration.knobs.pluginRegistration
      guard let fallback, !build.has(method.rawValue), build.has(fallback.rawValue) else {
        return method
      }
      return fallback
    }
  }

  /// The page's `data-action`.
  public let id: String
  /// The button's text.
  public let label: String
  /// The group of the button.
  public let group: Group
  /// What a press does.
  public let action: Action

  /// The name of a press where the group is not visible: `New Activity: Turn On`.
  public var title: String {
    ControlTable.needsGroup(label) ? "\(group.rawValue): \(label)" : label
  }

  /// The commands of a press now, in order; empty for a button that does not affect the phone.
  public func commands(on os: OperatingSystem) -> [Command] {
    switch action {
    case .calls(let calls):
      let field = TimeField(os)
      return calls.map { call in
        .call(method: call.method(on: os).rawValue, options: field.filled(call.options))
      }
    case .verb(let verb, let parameters):
      let command = try? VerbTable.command(verb: verb, parameters: parameters)
      return command.map { [$0] } ?? []
    case .exportResults: return []
    }
  }

  /// Why a button cannot be pressed now; nil when it can.
  ///
  /// The page is part of the app, so without the app there is nothing to press.
  public func refusal(on device: Device) -> CommandRefusal? {
    switch action {
    case .calls(let calls):
      // The method and the options make no difference to the refusal.
      guard let call = calls.first else { return nil }
      return device.refusal(of: .call(method: call.method.rawValue, options: [:]))
    case .verb:
      guard device.os.process.state.isAlive else { return .appNotRunning }
      return commands(on: device.os).first.flatMap(device.refusal)
    case .exportResults: return nil
    }
  }
}
