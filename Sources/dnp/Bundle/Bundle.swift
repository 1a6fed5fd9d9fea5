import CivilTime
import DeviceModel
import ES256K
import Foundation
import JSONText
import PlainText
import Reports
import Scenarios
import SimulationCore

/// What somebody else needs to see what a tester saw: a folder of text files and a picture.
///
/// Its content is described in docs/reports.md. Everything in it is without secrets.
struct Bundle {
  /// A file of the folder.
  struct File {
    let name: String
    /// What it has, in a few words.
    let summary: String
    let text: String
  }

  /// What was done, and the phone.
  let run: InteractiveRun
  /// The result of the run.
  let result: ScenarioResult
  /// What to say of it at the top: the session and branch, or the scenario and what failed.
  let origin: [String]
  /// What the tester has to say; empty for nothing.
  let note: String
  let context: RunContext

  /// How many lines of the log it has at most, the last ones.
  private static let linesMax = 20_000
  /// How many days are explained at most, the last ones.
  private static let daysMax = 31

  /// The files, the one to read first at the head.
  var files: [File] {
    let name = "scenario.yaml"
    let yaml = ScenarioRecorder.yaml(
      run.journal, name: run.name,
      description: "The recorded commands of this bundle.")
    var files: [File] = []
    if !note.isEmpty {
      files.append(
        File(
          name: "note.txt", summary: "what the tester says",
          text: run.withoutSecrets(note) + "\n"))
    }
    files += [
      File(name: name, summary: "what was done, to do it again", text: yaml),
      File(
        name: "summary.json", summary: "steps with replies, invariants, state, log",
        text: RunSummary.json([result], context: context, isFull: true).prettyText + "\n"),
      File(name: "log.txt", summary: "the log, with the times of the phone in UTC", text: log),
      File(
        name: "why.txt", summary: "each notification: what happened, and why", text: why),
      File(name: "timeline.svg", summary: "what happened when", text: TimelineFile.svg(result)),
    ]
    let readMe = File(name: "README.txt", summary: "", text: self.readMe(files, yaml))
    return ([readMe] + files).map { file in
      file.name.hasSuffix(".json")
        ? File(name: file.name, summary: file.summary, text: SafeText.json(file.text)) : file
    }
  }

  /// The names that a folder of this kind may have.
  static let names = [
    "README.txt", "note.txt", "scenario.yaml", "summary.json", "log.txt", "why.txt",
    "timeline.svg",
  ]

  // MARK: Read me

  private func readMe(_ files: [File], _ yaml: String) -> String {
    let setup = result.setup
    var lines = origin.map(run.withoutSecrets)
    lines += [
      "",
      "\(setup.platform) \(setup.osVersion), \(setup.variant), zone \(setup.zone), "
        + "seed \(setup.seed)",
      "\(ISO8601.text(setup.startMilliseconds)) to \(ISO8601.text(result.endWallMilliseconds))",
      "\(result.recordCount) records, trace \(result.traceHash)",
      "dnp \(context.version) (\(context.build)), time zones \(context.tzDataVersion)",
    ]
    if !note.isEmpty { lines += ["", "Note: \(run.withoutSecrets(note))"] }
    lines += ["", "To repeat it, run in this folder:", ""]
    lines += commands(yaml).map { "  \($0)" }
    lines += ["", "Files:", ""]
    let width = files.map(\.name.count).max() ?? 0
    lines += files.map { "  \($0.name.padded(to: width))  \($0.summary)" }
    return lines.map { SafeText.terminalLine($0) + "\n" }.joined()
  }

  /// The commands that repeat it and explain it.
  private func commands(_ yaml: String) -> [String] {
    let lines = yaml.split(separator: "\n")
    let secrets = lines.count { $0.hasPrefix("# ${") }
    let variables = (0..<secrets).map { " -e DNP_SECRET_\($0 + 1)=…" }.joined()
    let steps = lines.count { $0.hasPrefix("  - ") }
    let os = run.device.os
    let hasOwnKey =
      os.configuration.keychain.identities.count > TestKeys.standard.identities.count
    let key = hasOwnKey ? " --key-file KEY" : ""
    let again = "dnp run scenario.yaml\(key)\(variables)"
    // The others take no variables.
    guard secrets == 0 else { return [again] }
    let day = os.zone.date(at: result.endWallMilliseconds).text
    return [
      again,
      "dnp --session bundle --scenario scenario.yaml --until \(steps + 1)\(key)",
      "dnp why \(day) --scenario scenario.yaml\(key)",
    ]
  }

  // MARK: Log and why

  private var log: String {
    run.logLines(limit: Bundle.linesMax).map { line in
      "\(ISO8601.text(line.wallMilliseconds)) \(SafeText.terminalLine(line.text))\n"
    }.joined()
  }

  private var why: String {
    do {
      let trace = try run.wholeTrace()
      let end = trace.zone(atWall: trace.endWallMilliseconds).date(at: trace.endWallMilliseconds)
      let last = try DayExplanation(trace, day: end)
      let first = max(last.days.lowerBound, end.adding(days: 1 - Bundle.daysMax))
      var text = ""
      var day = first
      while day <= end {
        let explanation = day == end ? last : try DayExplanation(trace, day: day)
        text += (text.isEmpty ? "" : "\n") + WhyText(explanation: explanation).text
        day = day.adding(days: 1)
      }
      return run.withoutSecrets(text)
    } catch {
      return "\(error)\n"
    }
  }
}
