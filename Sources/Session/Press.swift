public import DailyNotification
public import DeviceModel
public import SimulationCore

/// Something that was done to a phone: a button, a call or a verb, and how it ended.
public struct Press: Sendable {
  /// How a press ended.
  public enum Outcome: Sendable {
    /// A call has no reply yet.
    case waiting
    /// It made no call and was done.
    case done
    /// A call was answered, with a value or a rejection; of several calls the last one made.
    case replied(PluginReply)
    /// The app's process ended before a call was answered.
    case lost
    /// The phone refused it.
    case refused(CommandRefusal)
  }

  /// Its number in the session, from 1.
  public let number: Int
  /// What was chosen: a button's title, a method or a verb.
  public let title: String
  /// Whether it was a button of the page; then `title` is the button's.
  public let isButton: Bool
  /// The commands; each is given once the call before it was answered by a value.
  public let commands: [Command]
  /// When it was pressed.
  public let instant: SimulationInstant
  /// What the wall clock read then, in milliseconds since the Unix epoch.
  public let wallMilliseconds: Int64
  /// How many records there were before it.
  public let recordCount: UInt64
  /// The hash of the trace before it.
  public let traceHash: TraceHash
  /// How it ended, or that it has not.
  public internal(set) var outcome: Outcome
  /// When its latest call ended; `instant` until then.
  public internal(set) var endInstant: SimulationInstant

  init(
    number: Int, title: String, isButton: Bool, commands: [Command], on device: Device
  ) {
    self.number = number
    self.title = title
    self.isButton = isButton
    self.commands = commands
    instant = device.os.now
    wallMilliseconds = device.os.wallMilliseconds
    recordCount = device.os.trace.nextSequence
    traceHash = device.os.trace.hash
    outcome = .done
    endInstant = device.os.now
  }

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

/// A press that has ended after it had to wait for a reply.
public struct PressEnd: Sendable {
  /// What ended it.
  public enum Reason: Sendable {
    /// Its last call ended.
    case call(CallEnd)
    /// The phone refused its next command.
    case refused(CommandRefusal)
  }

  /// Its index in the session's presses.
  public let press: Int
  /// What ended it.
  public let reason: Reason
}
