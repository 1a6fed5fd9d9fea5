import Foundation

/// Sees whether a program that was told to end gets on with it, by the processor time it uses.
///
/// Real time alone would cut short what a busy machine is slow to finish: on an idle one the end
/// comes within half a second, which a report is worth.
enum InterruptionWatch {
  /// How often the program is looked at, in microseconds.
  private static let pauseMicroseconds: UInt32 = 10_000
  /// Using less than this in a pause, in nanoseconds, the program waits for something.
  private static let idleNanoseconds: Int64 = 500_000
  /// After so many pauses in a row it waits in vain.
  private static let idlePauses = 10
  /// How much processor time the end of the run and its reports may use, in nanoseconds.
  private static let endNanoseconds: Int64 = 450_000_000
  /// How many pauses all of it may take: ten seconds.
  private static let pausesMax = 1000

  /// Returns when the program does not get on, or not fast enough.
  static func waitForEnd() {
    let first = usedNanoseconds
    var last = first
    var idle = 0
    for _ in 0..<pausesMax {
      usleep(pauseMicroseconds)
      let used = usedNanoseconds
      idle = used - last < idleNanoseconds ? idle + 1 : 0
      last = used
      if idle >= idlePauses || used - first > endNanoseconds { return }
    }
  }

  /// The processor time that the program has used so far.
  private static var usedNanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
