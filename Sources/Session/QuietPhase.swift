import DailyNotification
public import DeviceModel
import Invariants

/// A phase without faults in which everything must converge: what is done in it, in order.
///
/// Somebody ends every fault and opens the app, a day passes in the background, the app is opened
/// again, and what is on its way then has twenty minutes. What the phone refuses does not matter:
/// a phone that is on refuses to be switched on.
public enum QuietPhase {
  /// One step of the phase.
  public enum Step: Hashable, Sendable {
    case perform(Command)
    /// Time passes, in milliseconds.
    case wait(milliseconds: Int64)
  }

  private static let minute: Int64 = 60_000

  /// The steps; `Session.quietPhaseEnded` belongs after the last.
  public static let steps: [Step] =
    endOfFaults.map(Step.perform) + [
      .wait(milliseconds: minute), .perform(.background), .wait(milliseconds: 1440 * minute),
      .perform(.foreground), .perform(.launch), .wait(milliseconds: 20 * minute),
    ]

  private static let endOfFaults: [Command] =
    [.powerOn(isLocked: false), .unlock]
    // All of them may be up.
    + SystemDialog.allCases.map { _ in .answerDialog(isAllowed: true) }
    + [
      .setPermission(.authorized), .setBackgroundRefresh(.available),
      .setLowPowerMode(isOn: false), .setNetwork(.online), .fillDisk(isOn: false),
      .failWrites(count: 0), .launch, .foreground,
    ]
}

extension Session {
  /// Looks whether everything has come to rest; returns what has not, nil when all has.
  public mutating func quietPhaseEnded() -> String? {
    watch.invariants.quietPhaseEnded(on: device)
  }
}
