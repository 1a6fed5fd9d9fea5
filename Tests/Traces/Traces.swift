import DeviceModel
import ES256K
import Foundation
import RandomHistories
import Scenarios
import SimulationCore

/// Writes the trace hash and the record count of known runs.
///
/// `dnp-traces` prints one line per run: kind, name, hash, count. A change that keeps behaviour
/// keeps every line.
@main
enum Traces {
  static let historyCount: UInt64 = 500
  static let historySteps = 300
  static let benchDays: Int64 = 3_650

  static func main() {
    do {
      var lines = try scenarioLines()
      lines.append(try benchLine())
      for seed in 1...historyCount {
        lines.append(try historyLine(seed))
      }
      print(lines.joined(separator: "\n"))
    } catch {
      FileHandle.standardError.write(Data("dnp-traces: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Every shipped scenario, including rows of data, and on both systems where it names none.
  private static func scenarioLines() throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: "assets/scenarios")
    let paths = names.filter { $0.hasSuffix(".yaml") && !$0.contains("/_") }.sorted()
    return try paths.flatMap { name in
      let text = String(decoding: try bytes("assets/scenarios/\(name)"), as: UTF8.self)
      let isNeutral = !text.contains("\nplatform: ") && !text.contains("\nplatforms: ")
      return try lines(name, on: nil) + (isNeutral ? lines(name, on: .android) : [])
    }
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  /// The scenarios of a file, on its own phone or on that of a platform.
  private static func lines(_ name: String, on platform: DevicePlatform?) throws -> [String] {
    let path = "assets/scenarios/\(name)"
    let sources = ScenarioSources(
      keychain: Keychain(TestKeys.standard), platform: platform
    ) { path in (try? bytes(path)).map { .bytes($0) } ?? .unreadable("there is no such file") }
    let contents = ScenarioFile.read(try bytes(path), path: path, sources)
    if let error = contents.errors.first { throw error }
    return contents.scenarios.enumerated().map { row, scenario in
      let result = ScenarioRunner.run(scenario)
      let system = platform.map { " on \($0.rawValue)" } ?? ""
      return "scenario \(name)#\(row + 1)\(system) \(result.traceHash) \(result.recordCount)"
    }
  }

  /// Ten years of the bench phone.
  private static func benchLine() throws -> String {
    var device = try BenchPhone.device()
    try device.advance(to: SimulationInstant(milliseconds: benchDays * 86_400_000))
    return "bench days=\(benchDays) \(summary(device))"
  }

  /// One history of the random tester, including refused commands.
  private static func historyLine(_ seed: UInt64) throws -> String {
    var tester = RandomTester(seed: seed)
    var device = Device(tester.configuration)
    for step in tester.steps(historySteps) {
      switch step {
      case .wait(let milliseconds):
        try device.advance(to: device.os.now.advanced(byMilliseconds: milliseconds))
      case .perform(let command):
        do throws(CommandRefusal) {
          try device.perform(command)
        } catch {
          if error == .eventStorm { throw error }
        }
      }
    }
    return "history seed=\(seed) \(summary(device))"
  }

  private static func summary(_ device: Device) -> String {
    "\(device.os.trace.hash.text) \(device.os.trace.nextSequence)"
  }
}
