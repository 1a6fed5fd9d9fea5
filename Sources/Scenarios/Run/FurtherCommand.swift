import CivilTime
public import DeviceModel
import History
import PlainText

/// A command that shows more of a run that did not pass.
public struct FurtherCommand: Hashable, Sendable {
  /// The purposes of such a command.
  public enum Purpose: String, Hashable, Sendable, CaseIterable {
    /// `dnp why`: what happened to a day's notifications.
    case why
    /// `dnp run --bundle`: everything that happened, in files.
    case bundle
  }

  /// Its purpose.
  public let purpose: Purpose
  /// The words of the command line, not quoted.
  public let words: [String]
  /// Whether the scenario came from stdin, so that it has to be written to `FILE` first.
  public let isFromStandardInput: Bool

  /// The path of a scenario that is read from stdin.
  static let standardInput = "<stdin>"
  /// What stands for the file of a scenario that has none.
  private static let unnamedFile = "FILE"

  /// The command for a shell.
  public var text: String { words.map(ShellWord.quoted).joined(separator: " ") }

  /// What the command is for, and what has to be done before: `to see why`.
  public var heading: String {
    let heading =
      switch purpose {
      case .why: "to see why"
      case .bundle: "to see all of it"
      }
    return isFromStandardInput ? heading + ", write the scenario to FILE" : heading
  }

  /// What was chosen on the command line of a run.
  public struct Choices: Hashable, Sendable {
    /// The options for what scenarios get from outside, such as `-e NAME=VALUE`.
    public var words: [String]
    /// The seed for all scenarios; nil for that of each.
    public var seed: UInt64?
    /// The system for all scenarios; nil for that of each.
    public var platform: DevicePlatform?
    /// Whether a bundle of the run is written anyway.
    public var hasBundle = false

    /// Takes what was chosen.
    public init(
      words: [String] = [], seed: UInt64? = nil, platform: DevicePlatform? = nil,
      hasBundle: Bool = false
    ) {
      self.words = words
      self.seed = seed
      self.platform = platform
      self.hasBundle = hasBundle
    }
  }

  /// The command for a scenario's run; nil where none shows more, or where it would show a secret.
  ///
  /// The scenario is run again to know whether `dnp why` has something to say about it.
  public init?(_ scenario: Scenario, _ result: ScenarioResult, _ choices: Choices) {
    guard result.outcome == .failed || result.outcome == .aborted, !result.wasLive else {
      return nil
    }
    var again = scenario
    again.configuration.seed = result.setup.seed
    let day = TracedRun.toldDay(of: again, result)
    guard day != nil || !choices.hasBundle else { return nil }
    isFromStandardInput = scenario.path == FurtherCommand.standardInput
    // A path that begins with a dash would be read as an option.
    let path =
      isFromStandardInput
      ? FurtherCommand.unnamedFile
      : scenario.path.hasPrefix("-") ? "./" + scenario.path : scenario.path
    var rest = choices.words
    if let root = scenario.foreignRoot { rest += ["--allow-include", root] }
    if choices.seed != nil || !result.earlierAttempts.isEmpty {
      rest += ["--seed", String(result.setup.seed)]
    }
    if choices.platform != nil || scenario.isOfSeveralPlatforms {
      rest += ["--platform", scenario.configuration.platform.rawValue]
    }
    if let day {
      purpose = .why
      let row = scenario.row.map { ["--row", String($0)] } ?? []
      words = ["dnp", "why", day.text, "--scenario", path] + row + rest
    } else {
      purpose = .bundle
      words = ["dnp", "run", path, "--bundle", "failed"] + rest
    }
    let secrets = SecretTexts(scenario.redactions)
    if words.contains(where: { secrets.cleaned($0) != $0 }) { return nil }
  }
}

extension Scenario {
  /// The folder that its path was given with, where it includes files from outside of its own one.
  fileprivate var foreignRoot: String? {
    guard let root else { return nil }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let isForeign = sources.paths.contains { $0 != path && !$0.hasPrefix(folder) }
    return isForeign || (folder.isEmpty && sources.paths.contains { $0.hasPrefix("../") })
      ? root : nil
  }
}

extension TracedRun {
  /// How many days before a failure are looked at for a notification.
  private static let daysBefore = 7

  /// The day that has something to tell about a run that did not pass; nil when none has.
  ///
  /// That is the day of the failure, or the last one before it on which a notification was planned.
  static func toldDay(of scenario: Scenario, _ result: ScenarioResult) -> CivilDate? {
    guard let trace = try? TracedRun.trace(of: scenario) else { return nil }
    let failed = result.steps.lazy.compactMap(\.failure?.day).first
    let broken = result.violations.first { !$0.isAllowed }?.wallMilliseconds
    let day =
      failed.flatMap { CivilDate(text: $0) }
      ?? broken.map { trace.zone(atWall: $0).date(at: $0) } ?? trace.days.upperBound
    for offset in 0...daysBefore {
      let earlier = day.adding(days: -offset)
      guard trace.days.contains(earlier) else { continue }
      if !trace.history.planned(for: earlier).isEmpty { return earlier }
    }
    guard trace.days.contains(day) else { return nil }
    // A call that failed is told of, too.
    let nothing = DayExplainer(trace, day: day).nothing()
    return nothing.chain.isEmpty ? nil : day
  }
}
