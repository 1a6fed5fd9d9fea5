import CursesShim

/// Why a wait ended; several things may have happened.
public struct Wakeup: OptionSet, Hashable, Sendable {
  public let rawValue: Int32

  /// There are keys to read.
  public static let input = Wakeup(rawValue: Int32(dnp_wake_input))
  /// There are signals to read.
  public static let signal = Wakeup(rawValue: Int32(dnp_wake_signal))
  /// A library wrote to standard error.
  public static let errorOutput = Wakeup(rawValue: Int32(dnp_wake_error_output))
  /// The terminal is gone, and the program should end.
  public static let hangUp = Wakeup(rawValue: Int32(dnp_wake_hang_up))
  /// The extra descriptor can be read, or its other end is closed.
  public static let extra = Wakeup(rawValue: Int32(dnp_wake_extra))

  /// Creates a set from its bits.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }
}
