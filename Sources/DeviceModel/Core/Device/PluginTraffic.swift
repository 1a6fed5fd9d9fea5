import DailyNotification

/// What has passed between the app and the plugin: calls, replies, entries.
struct PluginTraffic: Sendable {
  /// How many calls have been made.
  private(set) var callCount = 0
  /// How many times plugin code has run to its end.
  private(set) var entryCount = 0
  /// How many entries that re-plan have run to their end.
  private(set) var plannedEntryCount = 0
  /// The latest replies whose records had something taken out; the caller gets them whole.
  private var originals: [(call: Int, reply: PluginReply)] = []

  private static let originalsMax = 64

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

  /// Keeps a reply whose record had something taken out.
  mutating func keep(_ reply: PluginReply, to call: Int) {
    originals.append((call, reply))
    if originals.count > PluginTraffic.originalsMax { originals.removeFirst() }
  }

  /// The reply to a call as the caller gets it; nil when its record is whole or it is long ago.
  func original(_ call: Int) -> PluginReply? { originals.last { $0.call == call }?.reply }
}
