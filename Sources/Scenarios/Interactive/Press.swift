public import DailyNotification
public import DeviceModel
public import SimulationCore

/// Something that a person did to a phone: a button, a call or a verb, and what came of it.
public struct Press: Sendable {
  /// How a press came out.
  public enum Outcome: Sendable {
    /// A call has no reply yet.
    case waiting
    /// What makes no call was done.
    case done
    /// A call was answered, with a value or a rejection; of several calls the last one made.
    case replied(PluginReply)
    /// The app's process ended before a call was answered.
    case lost
    /// The phone refused it.
    case refused(CommandRefusal)
  }

  /// Its number in the run, from 1.
  public let number: Int
  /// What the person chose: a button's label, a method or a verb.
  public let title: String
  /// What the phone was told, or is told once the call before is answered by a value.
  public let commands: [Command]
  /// When it was pressed.
  public let instant: SimulationInstant
  /// What the wall clock read then, in milliseconds since the Unix epoch.
  public let wallMilliseconds: Int64
  /// What came of it.
  public internal(set) var outcome: Outcome
  /// When it came out.
  public internal(set) var endInstant: SimulationInstant

  /// Whether it was refused, rejected or lost.
  public var hasFailed: Bool {
    switch outcome {
    case .waiting, .done, .replied(.value): false
    case .replied(.rejected), .lost, .refused: true
    }
  }

  /// How long it took in virtual milliseconds; 0 while it waits.
  public var durationMilliseconds: Int64 { endInstant.milliseconds - instant.milliseconds }
}
