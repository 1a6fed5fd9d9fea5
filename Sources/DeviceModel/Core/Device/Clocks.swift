public import CivilTime
public import SimulationCore

/// The clocks of a phone; each follows from the simulation's instant, which never jumps.
///
/// Not modelled: clocks that run fast or slow, correction by the network.
public struct Clocks: Hashable, Sendable {
  /// What the wall clock, as it is set now, would have shown when the run began.
  private var wallAtZero: Int64
  /// How long before the run began the phone would have been booted, were it booted only once.
  private var uptimeAtZero: Int64
  /// How far the wall clock has been set, all jumps together, in milliseconds.
  public private(set) var warpedMilliseconds: Int64 = 0
  /// The phone's time zone.
  public internal(set) var zone: Zone
  /// When the app's process began; nil while there is none.
  public internal(set) var processStart: SimulationInstant?

  init(_ configuration: DeviceConfiguration) {
    wallAtZero = configuration.startMilliseconds
    uptimeAtZero = configuration.uptimeMilliseconds
    zone = configuration.zone
  }

  /// The wall clock at an instant as it is set now, in milliseconds since the Unix epoch.
  public func wall(at instant: SimulationInstant) -> Int64 { wallAtZero + instant.milliseconds }

  /// The instant at which the wall clock, as it is set now, shows a time.
  public func instant(ofWall milliseconds: Int64) -> SimulationInstant {
    SimulationInstant(milliseconds: milliseconds - wallAtZero)
  }

  /// Time since boot at an instant, in milliseconds.
  public func uptime(at instant: SimulationInstant) -> Int64 {
    uptimeAtZero + instant.milliseconds
  }

  /// Time since the app's process began, in milliseconds; nil while there is none.
  public func appUptime(at instant: SimulationInstant) -> Int64? {
    processStart.map { instant.milliseconds - $0.milliseconds }
  }

  /// Starts counting the time since boot.
  mutating func boot(at instant: SimulationInstant) { uptimeAtZero = -instant.milliseconds }

  /// Sets the wall clock forward, or with a negative length back.
  mutating func warp(byMilliseconds milliseconds: Int64) {
    wallAtZero += milliseconds
    warpedMilliseconds += milliseconds
  }
}
