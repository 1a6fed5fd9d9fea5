import CivilTime
import DeviceModel
import ES256K
import Foundation
import JSONText
import PlainText
import RandomHistories
import Scenarios
import SimulationCore

/// Writes the trace hash and the record count of known runs, or the records of some of them.
///
/// `dnp-traces` prints one line per run: name, hash, count. A change that keeps behaviour keeps
/// every line. `dnp-traces NAME…` prints the records of these runs, as `.ci/traces diff` compares
/// them. A scenario that cannot be read is named and left out, and the exit code is 1.
@main
enum Traces {
  static let historyCount: UInt64 = 50
  static let historySteps = 300

  static func main() {
    let names = Set(CommandLine.arguments.dropFirst())
    var isWhole = true
    do {
      let scenarios = try scenarios { error in
        tell(error)
        isWhole = false
      }
      for run in scenarios + (1...historyCount).map(history) {
        guard names.isEmpty || names.contains(run.name) else { continue }
        var lines = RecordLines(run: run.name)
        let end = try run.perform { if !names.isEmpty { lines.append($0) } }
        print(names.isEmpty ? "\(run.name) \(end)\n" : lines.text, terminator: "")
      }
    } catch {
      tell(error)
      exit(2)
    }
    exit(isWhole ? 0 : 1)
  }

  private static func tell(_ error: any Error) {
    FileHandle.standardError.write(Data("dnp-traces: \(error)\n".utf8))
  }

  /// A run that can be repeated.
  private struct KnownRun {
    let name: String
    /// Runs it, passes on each record, and returns the hash and the count.
    let perform: (_ body: (Record<DeviceRecord>) -> Void) throws -> String
  }

  /// Every shipped scenario, including rows of data, and on both systems where it names none.
  private static func scenarios(_ unreadable: (any Error) -> Void) throws -> [KnownRun] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: "assets/scenarios")
    let paths = names.filter { $0.hasSuffix(".yaml") && !$0.contains("/_") }.sorted()
    return try paths.flatMap { name in
      let text = String(decoding: try bytes("assets/scenarios/\(name)"), as: UTF8.self)
      let isNeutral = !text.contains("\nplatform: ") && !text.contains("\nplatforms: ")
      do {
        return try runs(name, on: nil) + (isNeutral ? runs(name, on: .android) : [])
      } catch {
        unreadable(error)
        return []
      }
    }
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  /// The scenarios of a file, on its own phone or on that of a platform.
  private static func runs(_ name: String, on platform: DevicePlatform?) throws -> [KnownRun] {
    let path = "assets/scenarios/\(name)"
    let sources = ScenarioSources(
      keychain: Keychain(TestKeys.standard), platform: platform
    ) { path in (try? bytes(path)).map { .bytes($0) } ?? .unreadable("there is no such file") }
    let contents = ScenarioFile.read(try bytes(path), path: path, sources)
    if let error = contents.errors.first { throw error }
    return contents.scenarios.enumerated().map { row, scenario in
      let system = platform.map { " on \($0.rawValue)" } ?? ""
      return KnownRun(name: "scenario \(name)#\(row + 1)\(system)") { body in
        var run = TracedRun(scenario)
        var hasStep = true
        while hasStep {
          hasStep = try run.runNextStep()
          run.takeRecords().forEach(body)
        }
        let end = run.finish()
        run.takeRecords().forEach(body)
        return "\(end.traceHash) \(end.recordCount)"
      }
    }
  }

  /// One history of the random tester, including refused commands.
  private static func history(_ seed: UInt64) -> KnownRun {
    KnownRun(name: "history seed=\(seed)") { body in
      var tester = RandomTester(seed: seed)
      var device = Device(tester.configuration)
      var next: UInt64 = 0
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
        device.os.trace.records(from: next).forEach(body)
        next = device.os.trace.nextSequence
      }
      return "\(device.os.trace.hash.text) \(device.os.trace.nextSequence)"
    }
  }
}

/// The records of a run as lines of the run's name, the record's kind and the record.
///
/// All that the hash covers is in a line, but a cause has its kind instead of its number, since a
/// record that is added changes the numbers of all that follow.
private struct RecordLines {
  let run: String
  private(set) var text = ""
  private var kinds: [String] = []

  init(run: String) {
    self.run = run
  }

  mutating func append(_ record: Record<DeviceRecord>) {
    let kind = record.payload.kind.description
    kinds.append(kind)
    let cause = record.cause.map { " ← \(kinds[Int($0)])" } ?? ""
    var line = "\(RecordText.line(record)) at \(record.instant.milliseconds) ms\(cause)"
    // A log line shows its text, which need not have all its values.
    if record.payload.logMessage != nil {
      line += " \(JSONValue.object(record.payload.fieldsJSON).canonicalText)"
    }
    text += "\(run)\t\(kind)\t\(SafeText.terminalLine(line))\n"
  }
}
