public import DailyNotification

/// The app's notification channels, as the person left them.
///
/// Source: Android, "Create and manage notification channels" and
/// NotificationManager.createNotificationChannel: once created, the app may only rename a channel,
/// and lower its importance as long as the person has not set it.
/// Not modelled: groups, sounds of their own.
public struct ChannelMachine: Hashable, Sendable {
  private struct Channel: Hashable {
    var state: ChannelState
    /// Whether the person has set its importance.
    var isSetByPerson = false
    /// Whether the app has deleted it: created again, it has the settings that it had.
    var isDeleted = false
  }

  /// The importance of a channel that asks for none: `default`.
  static let defaultImportance: Int64 = 3

  /// What became of a request for a channel.
  enum CreateAction: Hashable {
    case created
    case changed
    case unchanged
  }

  private var list: [Channel] = []

  /// The channels, in the order they were created.
  public var channels: [ChannelState] { list.filter { !$0.isDeleted }.map(\.state) }

  /// A channel as it stands; nil while there is none of the name.
  public func channel(_ identifier: String) -> ChannelState? {
    list.first { $0.state.identifier == identifier && !$0.isDeleted }?.state
  }

  /// Creates a channel, or renames it and lowers its importance.
  mutating func create(_ request: ChannelRequest) -> CreateAction {
    guard let index = index(of: request.identifier) else {
      list.append(
        Channel(
          state: ChannelState(
            identifier: request.identifier, name: request.name, importance: request.importance)))
      return .created
    }
    let before = list[index].state
    let wasDeleted = list[index].isDeleted
    list[index].isDeleted = false
    list[index].state.name = request.name
    if !list[index].isSetByPerson, request.importance < before.importance {
      list[index].state.importance = request.importance
    }
    if wasDeleted { return .created }
    return list[index].state == before ? .unchanged : .changed
  }

  /// The person sets some of a channel's settings; false when there is none.
  mutating func set(_ identifier: String, _ settings: ChannelSettings) -> Bool {
    guard let index = index(of: identifier), !list[index].isDeleted else { return false }
    if let rank = settings.rank {
      list[index].state.importance = rank
      list[index].isSetByPerson = true
    }
    if let isOn = settings.sound { list[index].state.hasSound = isOn }
    if let isOn = settings.vibration { list[index].state.vibrates = isOn }
    if let isOn = settings.badge { list[index].state.showsBadge = isOn }
    if let isOn = settings.bypassDnd { list[index].state.bypassesDnd = isOn }
    return true
  }

  /// The app deletes a channel; false when there is none.
  mutating func delete(_ identifier: String) -> Bool {
    guard let index = index(of: identifier), !list[index].isDeleted else { return false }
    list[index].isDeleted = true
    return true
  }

  /// The app was removed, and its channels with it.
  mutating func removeAll() { list.removeAll() }

  private func index(of identifier: String) -> Int? {
    list.firstIndex { $0.state.identifier == identifier }
  }
}
