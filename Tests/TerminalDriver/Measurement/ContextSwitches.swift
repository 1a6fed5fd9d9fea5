import Foundation

/// How often a process has been taken off its processor since it started.
public struct ContextSwitches: Hashable, Sendable {
  /// Because it waited: an idle program has one more for each wake-up.
  public var voluntary: Int
  /// Because something else was to run.
  public var involuntary: Int

  /// The current counts over all threads of a process; nil if it is gone, or without `/proc`.
  public static func cpuWakeups(of processID: Int32) -> ContextSwitches? {
    let folder = "/proc/\(processID)/task"
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      return nil
    }
    var total = ContextSwitches(voluntary: 0, involuntary: 0)
    for thread in threads {
      // A thread that has ended in the meantime is not counted.
      guard let status = try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
      else { continue }
      total.voluntary += number("voluntary_ctxt_switches:", in: status)
      total.involuntary += number("nonvoluntary_ctxt_switches:", in: status)
    }
    return total
  }

  private static func number(_ name: String, in status: String) -> Int {
    for line in status.split(separator: "\n") where line.hasPrefix(name) {
      return Int(line.dropFirst(name.count).filter(\.isNumber)) ?? 0
    }
    return 0
  }
}
