public import CivilTime
public import SimulationCore

/// What the phone's clock shows at an instant, and the true time, by which servers go; both in
/// milliseconds since the Unix epoch.
public struct ClockTimes: Hashable, Sendable {
  /// What the phone's clock shows.
  public let wallMilliseconds: Int64
  /// The true time.
  public let trueMilliseconds: Int64
}

/// The clocks of a phone and its time zone; each clock follows from the simulation's instant, which
/// never jumps.
///
/// Not modelled: clocks that run fast or slow, correction by the network.
public struct Clocks: Hashable, Sendable {
  /// The simulation's time.
  public private(set) var now = SimulationInstant.zero
  /// What the wall clock, as it is set now, would have shown when the run began.
  private var wallAtZero: Int64
  /// How long before the run began the phone would have been booted, were it booted only once.
  private var uptimeAtZero: Int64
  /// How far the wall clock has been set, all jumps together, in milliseconds.
  public private(set) var warpedMilliseconds: Int64 = 0
  /// The phone's time zone.
  public private(set) var zone: Zone
  /// The zones that have been asked for by name.
  private var zones: [String: Zone] = [:]

  init(_ configuration: DeviceConfiguration) {
    wallAtZero = configuration.startMilliseconds
    uptimeAtZero = configuration.uptimeMilliseconds
    zone = configuration.zone
  }

  /// The wall clock at an instant as it is set now, in milliseconds since the Unix epoch.
  public func wall(at instant: SimulationInstant) -> Int64 { wallAtZero + instant.milliseconds }

  /// What the phone's clock shows now, and the true time, which no setting of that clock moves.
  public var times: ClockTimes {
    let wall = wall(at: now)
    return ClockTimes(wallMilliseconds: wall, trueMilliseconds: wall - warpedMilliseconds)
  }

  /// The instant at which the wall clock, as it is set now, shows a time.
  public func instant(ofWall milliseconds: Int64) -> SimulationInstant {
    SimulationInstant(milliseconds: milliseconds - wallAtZero)
  }

  /// Time since boot at an instant, in milliseconds.
  public func uptime(at instant: SimulationInstant) -> Int64 {
    uptimeAtZero + instant.milliseconds
  }

  /// Lets time pass up to an instant, which is not in the past.
  mutating func advance(to instant: SimulationInstant) { now = instant }

  /// Puts the phone into a zone; false when it is in it.
  mutating func move(to zone: Zone) -> Bool {
    guard zone != self.zone else { return false }
    self.zone = zone
    return true
  }

  /// The zone of an IANA identifier; nil when there is none of that name.
  mutating func zone(named identifier: String) -> Zone? {
    if let zone = zones[identifier] { return zone }
    guard let zone = try? Zone(identifier: identifier) else { return nil }
    zones[identifier] = zone
    return zone
  }

  /// Starts counting the time since boot.
  mutating func boot() { uptimeAtZero = -now.milliseconds }

  /// Sets the wall clock forward, or with a negative length back.
  mutating func warp(byMilliseconds milliseconds: Int64) {
    wallAtZero += milliseconds
    warpedMilliseconds += milliseconds
  }
}
