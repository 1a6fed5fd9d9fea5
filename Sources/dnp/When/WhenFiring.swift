import CivilTime

/// A line of the answer: a firing, its wall time and the effect of offset changes on it.
struct WhenFiring: Hashable, Sendable {
  /// From 1.
  let number: Int
  /// In milliseconds since the Unix epoch.
  let instant: Int64
  /// The wall time in the zone.
  let wallTime: WallTime
  /// Seconds east of UTC at the instant.
  let offsetSeconds: Int
  /// Milliseconds since the previous firing; `nil` for the first.
  let sincePrevious: Int64?
  let notes: [WhenNote]

  /// `+05:45`, with seconds only where the offset has some.
  var offsetText: String {
    let magnitude = Int(offsetSeconds.magnitude)
    let parts = [magnitude / 3_600, magnitude / 60 % 60, magnitude % 60]
    let shown = parts[2] == 0 ? parts.dropLast() : parts[...]
    let digits = shown.map { part in part < 10 ? "0\(part)" : "\(part)" }
    return (offsetSeconds < 0 ? "-" : "+") + digits.joined(separator: ":")
  }

  /// The wall time in ISO 8601, with its offset.
  var localText: String { wallTime.text + offsetText }
}
