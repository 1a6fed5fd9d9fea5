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
  /// The files that it may have, in the order in which they are listed.
  enum FileName: String, CaseIterable {
    case readMe = "README.txt"
    case note = "note.txt"
    case scenario = "scenario.yaml"
    case summary = "summary.json"
    case log = "log.txt"
    case why = "why.txt"
    case timeline = "timeline.svg"

    /// What it has, in a few words.
    var summary: String {
      switch self {
      case .readMe: "what this is, and how to repeat it"
      case .note: "what the tester says"
      case .scenario: "what was done, to do it again"
      case .summary: "steps with replies, invariants, state, log"
      case .log: "the log, with the times of the phone in UTC"
      case .why: "each notification: what happened, and why"
      case .timeline: "what happened when"
      }
    }
  }

  /// A file of the folder.
  struct File {
    let name: FileName
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
    let recording = ScenarioRecorder.recording(
      run.journal, name: run.name, description: "The recorded commands of this bundle.")
    let names = FileName.allCases.filter { $0 != .note || !note.isEmpty }
    return names.map { File(name: $0, text: text(of: $0, among: names, recording)) }
  }

  private func text(
    of file: FileName, among names: [FileName], _ recording: ScenarioRecorder.Recording
  ) -> String {
    switch file {
    case .readMe: readMe(names, recording)
    case .note: run.withoutSecrets(note) + "\n"
    case .scenario: recording.yaml
    case .summary:
      SafeText.json(
        RunSummary.json([result], context: context, isFull: true).prettyText + "\n")
    case .log: log
    case .why: why
    case .timeline: TimelineFile.svg(result)
    }
  }

  // MARK: Read me

  private func readMe(
    _ names: [FileName], _ recording: ScenarioRecorder.Recording
  ) -> String {
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
    lines += commands(recording).map { "  \($0)" }
    lines += ["", "Files:", ""]
    let listed = names.filter { $0 != .readMe }
    let width = listed.map(\.rawValue.count).max() ?? 0
    lines += listed.map { "  \($0.rawValue.padded(to: width))  \($0.summary)" }
    return lines.map { SafeText.terminalLine($0) + "\n" }.joined()
  }

  /// The commands that repeat it and explain it.
  private func commands(_ recording: ScenarioRecorder.Recording) -> [String] {
    let variables = recording.secrets.map { " -e \($0)=…" }.joined()
    let file = FileName.scenario.rawValue
    let os = run.device.os
    let hasOwnKey =
      os.configuration.keychain.identities.count > TestKeys.standard.identities.count
    let key = hasOwnKey ? " --key-file KEY" : ""
    let again = "dnp run \(file)\(key)\(variables)"
    // The others take no variables.
    guard recording.secrets.isEmpty else { return [again] }
    let day = os.zone.date(at: result.endWallMilliseconds).text
    return [
      again,
      "dnp --session bundle --scenario \(file) --until \(recording.stepCount + 1)\(key)",
      "dnp why \(day) --scenario \(file)\(key)",
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
