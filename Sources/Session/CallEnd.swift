public import DailyNotification
public import SimulationCore

/// How a call of the plugin ended.
public struct CallEnd: Sendable {
  /// The two ways in which a call ends.
  public enum Result: Sendable {
    /// It was answered, with a value or a rejection; secrets are taken out.
    case replied(PluginReply)
    /// The app's process ended first.
    case lost
  }

  /// The call's number.
  public let call: Int
  /// How it ended, as the record says.
  public let result: Result
  /// The reply as the caller gets it, secrets included; nil for a call that was lost.
  public let originalReply: PluginReply?
  /// When it ended.
  public let instant: SimulationInstant
}
