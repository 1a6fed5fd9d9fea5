public import DailyNotification

/// What has passed between the app and the plugin: calls, replies, entries.
struct PluginTraffic: Sendable {
  /// How many calls have been made.
  private(set) var callCount = 0
  /// How many times plugin code has run to its end.
  private(set) var entryCount = 0
  /// How many entries that re-plan have run to their end.
  private(set) var plannedEntryCount = 0
  /// The calls that have ended in the present event, in order: at most all that were open.
  private(set) var ends: [EndedCall] = []

  /// The number of a call that is made now, counted from 1.
  mutating func nextCall() -> Int {
    callCount += 1
    return callCount
  }

  /// Plugin code has run to its end.
  mutating func entryEnded(_ entry: PluginEntry) {
    entryCount += 1
    if entry.hasEntrySteps { plannedEntryCount += 1 }
  }

  /// A new event begins.
  mutating func eventBegan() {
    if !ends.isEmpty { ends.removeAll(keepingCapacity: true) }
  }

  /// A call has ended.
  mutating func ended(_ end: EndedCall) { ends.append(end) }
}

/// How a call of the plugin ended.
public struct EndedCall: Sendable {
  /// The call's number.
  public let call: Int
  /// The reply as its record shows it, secrets taken out; nil when the app's process ended first.
  public let reply: PluginReply?
  /// The reply as the caller gets it; nil when the app's process ended first.
  public let original: PluginReply?
}
