import CivilTime
import DeviceModel
import Foundation
import JSONText
import Reports
import Scenarios

/// Writes run summaries of a session.
struct ConsoleExport {
  private let startedMilliseconds = HostClock.epochMilliseconds

  /// How many names are tried before giving up.
  private static let namesMax = 10_000

  /// Writes the summary of a run and returns where.
  ///
  /// Without a path it goes to the current folder, under a name of session and instant that no file
  /// has yet.
  func write(_ run: InteractiveRun, to path: String?) throws(RunFailure) -> String {
    let context = RunContext(
      version: DNP.version, build: DNP.build, tzDataVersion: ZoneData.version,
      startedMilliseconds: startedMilliseconds,
      stoppedMilliseconds: HostClock.epochMilliseconds)
    let text = RunSummary.json([run.result], context: context).prettyText + "\n"
    let target: String
    if let path {
      target = NSString(string: path).expandingTildeInPath
    } else {
      target = try freeName(for: run)
    }
    try RunReport(path: target).write(Array(text.utf8))
    return target
  }

  private func freeName(for run: InteractiveRun) throws(RunFailure) -> String {
    let seconds = run.device.os.wallMilliseconds / 1_000
    let instant = ISO8601.text(seconds * 1_000)
      .filter { $0.isNumber || $0 == "T" || $0 == "Z" }
    let base = "dnp-report-\(run.name)-\(instant)"
    for number in 1...ConsoleExport.namesMax {
      let name = number == 1 ? "\(base).json" : "\(base)-\(number).json"
      if access(name, F_OK) != 0 { return name }
    }
    throw RunFailure(
      .cannotWrite, "\(base).json and \(ConsoleExport.namesMax) more exist; delete some of them")
  }
}
