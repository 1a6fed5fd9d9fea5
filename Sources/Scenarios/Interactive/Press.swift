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
  /// The button it was, where it was one.
  public let control: Control?
  /// When it was pressed.
  public let instant: SimulationInstant
  /// What the wall clock read then, in milliseconds since the Unix epoch.
  public let wallMilliseconds: Int64
  /// What came of it.
  public internal(set) var outcome: Outcome
  /// When it came out.
  public internal(set) var endInstant: SimulationInstant

  init(
    number: Int, title: String, commands: [Command], control: Control?, on device: borrowing Device
  ) {
    self.number = number
    self.title = title
    self.commands = commands
    self.control = control
    instant = device.os.now
    wallMilliseconds = device.os.wallMilliseconds
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

extension Press {
  /// The press as a journal keeps it.
  var entry: Journal.Entry {
    Journal.Entry(control: control, commands: commands, instant: instant, end: end)
  }

  private var end: Journal.End {
    switch outcome {
    case .waiting: .waiting
    case .done, .replied(.value): .succeeded
    case .replied(.rejected(let rejection)): .rejected(rejection.kind.rawValue)
    case .lost: .lost
    case .refused(let refusal): .refused(refusal.name)
    }
  }
}
