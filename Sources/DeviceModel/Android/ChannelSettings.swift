/// What a person sets of a notification channel; nil leaves a setting as it is.
public struct ChannelSettings: Hashable, Sendable {
  /// The words of the importances, from 0 on.
  static let importances = ["none", "min", "low", "default", "high"]

  /// How prominently it shows: one of `none`, `min`, `low`, `default`, `high`.
  public var importance: String?
  /// Whether its notifications play a sound.
  public var sound: Bool?
  /// Whether they make the phone vibrate.
  public var vibration: Bool?
  /// Whether they give the app's icon a dot.
  public var badge: Bool?
  /// Whether they pass Do Not Disturb.
  public var bypassDnd: Bool?

  /// Makes settings of which only the importance is set.
  public init(importance: String? = nil) { self.importance = importance }

  /// The importance as a number, 0 to 4.
  var rank: Int64? {
    importance.flatMap(ChannelSettings.importances.firstIndex).map(Int64.init)
  }

  /// What is set, by the names of the verb's parameters and in their order.
  var flags: [(key: String, isOn: Bool?)] {
    [("sound", sound), ("vibration", vibration), ("badge", badge), ("bypassDnd", bypassDnd)]
  }

  /// What is set, in words.
  var words: String {
    let flags = flags.compactMap { key, isOn in isOn.map { "\(key)=\($0)" } }
    return ([importance].compactMap(\.self) + flags).joined(separator: " ")
  }
}
