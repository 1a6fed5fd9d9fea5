import DailyNotification

/// What the command line knows beside buttons, calls and verbs.
enum ConsoleVerb: String, Hashable, Sendable, CaseIterable {
  case advance
  case goto
  case runToNextEvent
  case runUntilIdle
  case run
  case pause
  case rate
  case level
  case category
  case system
  case search
  case filter
  case status
  case export
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
  case saveScenario
  case messages
  case help
  case quit

  /// What it takes, as shown behind its name.
  var parameter: String {
    switch self {
    case .advance: "90s | 1h30m | 2d"
    case .goto: "08:00 | 2025-11-16 08:00"
    case .rate: "1 | 60 | 3600"
    case .level: LogLevel.allCases.map(\.rawValue).joined(separator: " | ")
    case .category: "NAME (shows or hides the plugin's lines of it)"
    case .search, .filter, .note: "TEXT"
    case .export, .saveScenario: "[PATH]"
    case .walkthrough: "NAME"
    case .pass, .fail, .skip: "[NOTE]"
    case .runToNextEvent, .runUntilIdle, .run, .pause, .system, .status, .messages, .help, .quit,
      .walkthroughs, .step, .back, .restart, .takeOver:
      ""
    }
  }

  /// What it does.
  var summary: String {
    switch self {
    case .advance: "let time pass by a length"
    case .goto: "let time pass up to a time"
    case .runToNextEvent: "run to the next event"
    case .runUntilIdle: "run until nothing is in flight"
    case .run: "let time pass by itself"
    case .pause: "stop the clock"
    case .rate: "how fast time passes by itself"
    case .level: "lowest level that the log shows"
    case .category: "hide or show a category of the log"
    case .system: "show what the system did, or hide it"
    case .search: "search the log"
    case .filter: "show only lines with a text"
    case .status: "how the phone stands"
    case .export: "write the run summary"
    case .walkthroughs: "show the scenarios to go through"
    case .walkthrough: "go through a scenario, step by step"
    case .step: "do the next step of the walkthrough"
    case .pass: "judge the question, or the last step: pass"
    case .fail: "judge the question, or the last step: fail"
    case .skip: "leave the question, or the last step, without a verdict"
    case .note: "write a note about the question or the last step"
    case .back: "back to before the last step of the walkthrough"
    case .restart: "begin the walkthrough again"
    case .takeOver: "end the walkthrough and take its phone over"
    case .saveScenario: "write what was done as a scenario file"
    case .messages: "what programs wrote to standard error"
    case .help: "show the keys"
    case .quit: "end the program"
    }
  }

  /// Whether it cannot stand alone.
  var needsArgument: Bool {
    switch self {
    case .advance, .goto, .rate, .level, .category, .search, .walkthrough, .note: true
    default: false
    }
  }

  /// Whether it lets time pass, which a scenario that leads does itself.
  var movesTime: Bool {
    switch self {
    case .advance, .goto, .runToNextEvent, .runUntilIdle, .run, .pause, .rate: true
    default: false
    }
  }

  /// Whether it makes no sense without a screen, where time passes only by commands.
  var needsScreen: Bool {
    switch self {
    case .run, .pause, .rate, .search: true
    default: false
    }
  }

  /// The words it takes; none when anything goes.
  var words: [String] {
    switch self {
    case .rate: Pace.Rate.allCases.map { String($0.rawValue) }
    case .level: LogLevel.allCases.map(\.rawValue)
    case .category: LogCategory.allCases.map(\.rawValue)
    default: []
    }
  }
}
