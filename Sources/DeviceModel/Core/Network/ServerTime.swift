import CivilTime
import PlainText

/// What a server's clock shows instead of the true time.
public enum ServerTime: Hashable, Sendable {
  /// Always the same time, in milliseconds since the Unix epoch.
  case at(Int64)
  /// The true time and so many milliseconds; with a negative number less.
  case ahead(Int64)

  /// Reads a time such as `2025-11-15T06:00:00Z`, or a duration such as `1h` or `-30m`; nil for
  /// anything else.
  init?(_ text: String) {
    if let time = ISO8601.parse(text) {
      self = .at(time)
    } else if let duration = DurationText.signedMilliseconds(text) {
      self = .ahead(duration)
    } else {
      return nil
    }
  }

  /// The value as a script has it.
  var text: String {
    switch self {
    case .at(let time): ISO8601.text(time)
    case .ahead(let duration): DurationText.text(duration)
    }
  }

  /// What the clock shows at a true time; both in milliseconds since the Unix epoch.
  func milliseconds(atTrueTime time: Int64) -> Int64 {
    switch self {
    case .at(let fixed): fixed
    case .ahead(let duration): time + duration
    }
  }
}
