import DailyNotification
import DeviceModel

/// A command of the console itself: what the command line knows beside buttons, calls and verbs.
enum ConsoleVerb: String, Hashable, Sendable, CaseIterable {
  case advance
  case goto
  case runToNextEvent
  case runUntilIdle
  case run
  case pause
  case rate
  case live
  case level
  case category
  case system
  case search
  case filter
  case saveLog
  case saveDisplay
  case status
  case export
  case store
  case telemetry
  case timeline
  case phone
  case why
  case walkthroughs
  case walkthrough
  case step
  case pass
  case fail
  case skip
  case note
  case back
  case restart
  case takeOver
  case nextWalkthrough
  case expect
  case saveScenario
  case bundle
  case startAnew
  case platform
  case branch
  case branches
  case ledger
  case stepBack
  case stepForward
  case stepBackEntry
  case stepForwardEntry
  case present
  case messages
  case help
  case quit

  /// What the console has to know of a command.
  private struct Row {
    /// What it takes, as shown after its name.
    var takes = ""
    /// Whether it needs an argument.
    var needsArgument = false
    /// The words it takes; none when anything goes.
    var words: [String] = []
    let does: String
    /// What it depends on.
    var uses: Set<Use> = []
  }

  /// What a command depends on.
  private enum Use {
    /// It lets time pass, which a walkthrough does by itself.
    case time
    /// A scenario has to lead.
    case walkthrough
    /// Without a screen, where time passes only by commands, it makes no sense.
    case screen
    /// It writes a file.
    case file
  }

  private var row: Row {
    switch self {
    case .advance:
      Row(
        takes: "90s | 1h30m | 2d", needsArgument: true, does: "let time pass by a length",
        uses: [.time])
    case .goto:
      Row(
        takes: "08:00 | 2025-11-16 08:00 | next miss | next DST …", needsArgument: true,
        does: "let time pass up to a time, or to the next event of a kind", uses: [.time])
    case .runToNextEvent: Row(does: "run to the next thing to see", uses: [.time])
    case .runUntilIdle: Row(does: "run until nothing is in flight", uses: [.time])
    case .run: Row(does: "let time pass by itself", uses: [.time, .screen])
    case .pause: Row(does: "stop the clock", uses: [.time, .screen])
    case .rate:
      Row(
        takes: "1 | 60 | 3600", needsArgument: true,
        words: Pace.Rate.allCases.map { String($0.rawValue) },
        does: "how fast time passes by itself", uses: [.time, .screen])
    case .live:
      Row(
        takes: "on | off", needsArgument: true, words: ["on", "off"],
        does: "make real HTTP requests, or let the script answer")
    case .level:
      Row(
        takes: LogLevel.allCases.map(\.rawValue).joined(separator: " | "), needsArgument: true,
        words: LogLevel.allCases.map(\.rawValue), does: "lowest level that the log shows")
    case .category:
      Row(
        takes: "NAME | only NAME | all", needsArgument: true,
        words: LogTopic.words, does: "hide or show a category of the log, or all but one")
    case .system: Row(does: "show what the system did, or hide it")
    case .search:
      Row(takes: "TEXT", needsArgument: true, does: "search the log", uses: [.screen])
    case .filter: Row(takes: "TEXT", does: "show only lines with a text")
    case .saveLog:
      Row(
        takes: "[PATH]", does: "write the log as it is shown; with ! it replaces a file",
        uses: [.file])
    case .saveDisplay:
      Row(
        takes: "[PATH]",
        does: "write the screen as text, with its styles to PATH.ans; with ! it replaces a file",
        uses: [.file, .screen])
    case .status: Row(does: "how the phone stands")
    case .export:
      Row(
        takes: "[PATH]", does: "write the run summary; with ! it replaces a file", uses: [.file])
    case .store: Row(does: "show what the plugin has stored")
    case .telemetry: Row(does: "show the plugin's counters")
    case .timeline: Row(does: "show what happened and what is planned", uses: [.screen])
    case .phone: Row(does: "show the phone: switches, verbs, notifications", uses: [.screen])
    case .why: Row(does: "say why: of this line, this time, or what comes next")
    case .walkthroughs: Row(does: "show the scenarios to go through")
    case .walkthrough:
      Row(takes: "NAME", needsArgument: true, does: "go through a scenario, step by step")
    case .step:
      Row(
        takes: "[N]", does: "do the next step of the walkthrough, or all before step N",
        uses: [.walkthrough])
    case .pass:
      Row(
        takes: "[NOTE]", does: "judge the question, or the last step: pass", uses: [.walkthrough])
    case .fail:
      Row(
        takes: "[NOTE]", does: "judge the question, or the last step: fail", uses: [.walkthrough])
    case .skip:
      Row(
        takes: "[NOTE]", does: "leave the question, or the last step, without a verdict",
        uses: [.walkthrough])
    case .note:
      Row(
        takes: "TEXT", needsArgument: true,
        does: "write a note about the question or the last step", uses: [.walkthrough])
    case .back:
      Row(does: "back to before the last step of the walkthrough", uses: [.walkthrough])
    case .restart: Row(does: "begin the walkthrough again", uses: [.walkthrough])
    case .takeOver:
      Row(does: "end the walkthrough and take its phone over", uses: [.walkthrough])
    case .nextWalkthrough:
      Row(does: "begin the next walkthrough once this one is over", uses: [.walkthrough])
    case .expect:
      Row(
        takes: "[accepted | rejects CODE]",
        does: "say what was expected of the last press; alone, what it ended with")
    case .saveScenario:
      Row(
        takes: "[PATH] [-- expect]",
        does: "write what was done as a scenario file, and what was seen as expectations; with ! "
          + "it replaces a file", uses: [.file])
    case .bundle:
      Row(
        takes: "[FOLDER or FILE.zip] [-- NOTE]",
        does: "write a folder or a zip file for somebody else; with ! it replaces a bundle",
        uses: [.file])
    case .startAnew: Row(does: "begin with a new phone; the session keeps the old one")
    case .platform:
      Row(
        takes: "ios | android", needsArgument: true,
        words: DevicePlatform.allCases.map(\.rawValue),
        does: "begin with a new phone of this system; the session keeps the old one")
    case .branch: Row(does: "go on from here in a branch of the session")
    case .branches:
      Row(does: "show the session's branches, to go on with another", uses: [.screen])
    case .ledger: Row(does: "show what was done, and what it changed")
    case .stepBack: Row(does: "step back to the instant before")
    case .stepForward: Row(does: "step forward to the next instant")
    case .stepBackEntry: Row(does: "step back over what was done last, or over a jump")
    case .stepForwardEntry: Row(does: "step forward over what was done next, or over a jump")
    case .present: Row(does: "go from the past to the present")
    case .messages: Row(does: "what programs wrote to standard error")
    case .help: Row(does: "show the keys")
    case .quit: Row(does: "end the program")
    }
  }

  /// What it takes, as shown after its name; empty when it takes nothing.
  var parameter: String { row.takes }

  /// What it does.
  var summary: String { row.does }

  /// Whether it needs an argument.
  var needsArgument: Bool { row.needsArgument }

  /// The words it takes; none when anything goes.
  var words: [String] { row.words }

  /// Whether it lets time pass, which a scenario that leads does itself.
  var movesTime: Bool { row.uses.contains(.time) }

  /// Whether it concerns the scenario that leads.
  var needsWalkthrough: Bool { row.uses.contains(.walkthrough) }

  /// Whether it writes a file, and replaces one when it is written with `!`.
  var writesFile: Bool { row.uses.contains(.file) }

  /// Whether it makes no sense without a screen, where time passes only by commands.
  var needsScreen: Bool { row.uses.contains(.screen) }
}
