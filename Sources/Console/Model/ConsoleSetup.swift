public import CellGrid
public import DeviceModel

/// What the console begins with.
public struct ConsoleSetup: Sendable {
  /// The phone.
  public var device: DeviceConfiguration
  /// The session's name.
  public var session: String
  /// What the terminal can show.
  public var appearance: Appearance
  /// The keys that count.
  public var bindings = Bindings.standard
  /// The terminal's size.
  public var size: CellSize
  /// Whether what is done outlives the program.
  public var keeping: SessionKeeping
  /// Whether the clock is stopped at first.
  public var isPaused: Bool
  /// Whether the shell can make requests.
  public var hasNetwork = false

  /// The trace of a session holds more than a scenario's, since people scroll back in it.
  public static let traceCapacity = 262_144

  /// Describes a session.
  public init(
    device: DeviceConfiguration = DeviceConfiguration(), session: String = "default",
    appearance: Appearance, size: CellSize, isPaused: Bool = false,
    keeping: SessionKeeping = .temporary,
    traceCapacity: Int = ConsoleSetup.traceCapacity
  ) {
    self.device = device
    self.device.traceCapacity = traceCapacity
    self.isPaused = isPaused
    self.session = session
    self.keeping = keeping
    self.appearance = appearance
    self.size = size
  }
}
