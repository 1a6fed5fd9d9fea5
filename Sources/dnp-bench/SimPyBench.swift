import Foundation

/// SimPy on the bare schedule of one daily notification, beside the phone and the bare queue.
///
/// `DNP_PYTHON` names an interpreter with SimPy (`pip install simpy`); otherwise python3 is tried.
enum SimPyBench {
  struct Result {
    let eventsPerSecond: Double
    let yearsPerSecond: Double
    let version: String
  }

  /// Runs for a number of virtual days; nil without an interpreter that has SimPy.
  static func run(days: Int) -> Result? {
    let script = "Sources/dnp-bench/Peer/simpy_schedule.py"
    let python = ProcessInfo.processInfo.environment["DNP_PYTHON"] ?? "python3"
    guard FileManager.default.fileExists(atPath: script),
      let output = Child.output(of: "/usr/bin/env", [python, script, String(days)])
    else { return nil }
    let words = output.split { $0 == " " || $0 == "\n" }
    guard words.count == 3, let events = Double(words[0]), let years = Double(words[1]) else {
      return nil
    }
    return Result(eventsPerSecond: events, yearsPerSecond: years, version: String(words[2]))
  }
}
