import Foundation

/// Sees whether a program that was told to end gets on with it, by the processor time it uses.
///
/// Real time alone would cut short what a busy machine is slow to finish.
struct InterruptionWatch {
  /// Whether the run has ended and its reports are being written.
  let isReporting: () -> Bool

  /// How often the program is looked at, in microseconds.
  private static let pauseMicroseconds: UInt32 = 40_000
  /// Using less than this in a pause, in nanoseconds, the program waits for something.
  private static let idleNanoseconds: Int64 = 1_000_000
  /// After so many pauses in a row it waits in vain.
  private static let idlePauses = 3
  /// How much processor time the run may still use before its end, in nanoseconds.
  private static let runNanoseconds: Int64 = 150_000_000
  /// How many pauses all of it may take: ten seconds.
  private static let pausesMax = 250

  /// Returns when the program does not get on, or not fast enough.
  func waitForIdleness() {
    let first = InterruptionWatch.usedNanoseconds
    var last = first
    var idlePauses = 0
    for _ in 0..<InterruptionWatch.pausesMax {
      usleep(InterruptionWatch.pauseMicroseconds)
      let used = InterruptionWatch.usedNanoseconds
      idlePauses = used - last < InterruptionWatch.idleNanoseconds ? idlePauses + 1 : 0
      last = used
      if idlePauses >= InterruptionWatch.idlePauses { return }
      if !isReporting(), used - first > InterruptionWatch.runNanoseconds { return }
    }
  }

  /// The processor time that the program has used so far.
  private static var usedNanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
