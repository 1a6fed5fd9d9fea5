import DeviceModel
import History

extension Device {
  /// What a person does who says it in the words of any system.
  ///
  /// On Android a notification is named by its date; without the date the name stands for the one
  /// that was shown last.
  func asMeant(_ command: Command) -> Command {
    guard os.configuration.platform == .android else { return command }
    if case .tapNotification(let name, let action) = command {
      return .tapNotification(identifier: shownName(name), action: action)
    }
    if case .dismissDelivered(let name?) = command {
      return .dismissDelivered(identifier: shownName(name))
    }
    return command
  }

  /// The identifier of the shown notification that a name means; the name itself if there is none.
  private func shownName(_ name: String) -> String {
    if os.delivered.contains(where: { $0.identifier == name }) { return name }
    return os.delivered.last { AlarmNames.isDated($0.identifier, of: name) }?.identifier ?? name
  }
}
