import ArgumentParser
import Foundation
import ProgramSupport
import Testing

@testable import dnp

/// The options that a person always gives.
@Suite("the configuration file")
struct ConfigFileTests {
  private static let text = """
    color: never
    run:
      quiet: true
      jobs: 2
      report: [html=a.html, tap=b.tap]
    lint: {strict: true, format: json}
    format: text
    """

  private static let file = ConfigFile(Array(text.utf8), path: "config")

  @Test(
    "adds its options before those that were given",
    arguments: [
      (
        ["run", "x"],
        "run --color never --quiet --jobs 2 --report html=a.html --report tap=b.tap x"
      ),
      (["run", "--report", "json=-", "x"], "run --color never --quiet --jobs 2 --report json=- x"),
      (
        ["run", "-v", "--jobs=3", "--report=json=-"],
        "run --color never -v --jobs=3 --report=json=-"
      ),
      (["lint", "x"], "lint --strict --format json x"),
      (["when", "--cron", "x"], "when --format text --cron x"),
      (["parity", "x"], "parity --format text x"),
      (["logs", "x"], "logs --color never x"), ([], "--color never"),
      (["zones"], "zones --format text"), (["console", "--new"], "console --color never --new"),
      (["--new"], "--color never --new"),
      (["--color", "always"], "--color always"),
      // What it has no options for, and what shows help, stays as it is.
      (["jwt", "decode"], "jwt decode"), (["help", "run"], "help run"),
      (["run", "--help"], "run --help"), (["--version"], "--version"), (["rnu"], "rnu"),
      (["--generate-completion-script", "bash"], "--generate-completion-script bash"),
    ])
  func completed(_ arguments: [String], _ line: String) {
    #expect(ConfigFileTests.file.problems == [])
    #expect(ConfigFileTests.file.completed(arguments).arguments.joined(separator: " ") == line)
  }

  @Test(
    "leaves a command line that can be read, whatever stands under an option",
    arguments: ConfigFile.Option.allCases)
  func typed(option: ConfigFile.Option) throws {
    let values = [
      "", "~", "true", "-1", "9223372036854775808", "3.7", "[]", "{a: b}", "[1, [2]]", "--help",
      "-- x", "\"a\\0b\"", "'\u{1B}[2J'", "no/such/folder", "/dev/null", "/", "2026-01-01", ".inf",
      "&a x", "*a", "!!binary aGk=", String(repeating: "x", count: 60_000),
    ]
    for value in values {
      for subcommand in option.subcommands {
        for text in ["\(option): \(value)", "\(subcommand):\n  \(option): \(value)"] {
          let file = ConfigFile(Array(text.utf8), path: "config")
          for problem in file.problems {
            #expect(problem.hasPrefix("config:"), "\(text.prefix(80)): \(problem)")
            #expect(problem.utf8.count < 1_000, "\(text.prefix(80))")
          }
          let (words, problems) = file.completed([subcommand])
          #expect(file.problems.isEmpty || words == [subcommand], "\(text.prefix(80))")
          #expect(problems.allSatisfy { $0.hasPrefix("config:") })
          // What is missing are arguments that a person gives.
          let line = words + (ConfigFileTests.arguments[subcommand] ?? [])
          #expect(throws: Never.self, "\(text.prefix(80))") { try DNP.parseAsRoot(line) }
        }
      }
    }
  }

  /// What a subcommand needs to be read at all.
  private static let arguments = [
    "diff": ["a", "b"], "lint": ["a"], "run": ["a"], "validate-logs": ["a"],
    "when": ["--cron", "0 9 * * *"], "why": ["2025-11-16", "--scenario", "a"], "logs": ["a"],
    "scenario-from": ["a"],
  ]

  @Test(
    "names what is wrong with its line and leaves it out",
    arguments: [
      ("fromat: json", "config:1: there is no option 'fromat'; did you mean"),
      ("seed: 7", "config:1: there is no option 'seed'"),
      ("color: pink", "config:1: 'pink' is not a value of 'color'"),
      ("run:\n  jobs: 0", "config:2: 'jobs' must be a whole number from 1 to 256"),
      (
        "run:\n  jobs: 900",
        "config:2: 'jobs' must be a whole number from 1 to 256, not '900'; write 256 or less"
      ),
      (
        "rnu:\n  jobs: 2",
        "config:1: there is no subcommand 'rnu'; did you mean 'run'?"
      ),
      ("run:\n  theme: mono", "config:2: there is no option 'theme'"),
      ("run:\n  report: [html]", "config:2: 'html' is no report; give one of json=PATH"),
      ("run: 7", "config:1: 'run' must be a mapping"),
      ("quiet: maybe", "config:1: 'quiet' must be"),
      ("[", "config:"), ("", "config:1: "),
      ("- a", "config:1: the configuration must be a mapping"),
    ])
  func wrong(_ text: String, _ problem: String) {
    let file = ConfigFile(Array(text.utf8), path: "config")
    #expect(file.problems.count == 1)
    #expect(file.problems.first?.hasPrefix(problem) == true, "\(file.problems)")
    #expect(file.completed(["run", "x"]).arguments == ["run", "x"])
  }

  @Test("a bad line does not cost the good ones")
  func partly() {
    let file = ConfigFile(Array("color: pink\nrun:\n  jobs: 3\n  jbos: 4\n".utf8), path: "c")
    #expect(file.problems.count == 2)
    #expect(file.completed(["run"]).arguments == ["run", "--jobs", "3"])
  }

  @Test(
    "of two options that exclude each other the first counts, and the line of the other is named",
    arguments: [
      ("quiet: true\nverbose: true", "run --quiet", 2),
      ("run: {verbose: true, quiet: true}", "run --verbose", 1),
      ("quiet: false\nverbose: true", "run --verbose", nil),
      // What stands for one subcommand counts more.
      ("quiet: true\nrun: {verbose: true}", "run --verbose", nil),
      ("quiet: true\nrun: {verbose: false}", "run --quiet", nil),
    ])
  func excluded(_ text: String, _ line: String, _ named: Int?) {
    let file = ConfigFile(Array(text.utf8), path: "config")
    #expect(file.completed(["run"]).arguments.joined(separator: " ") == line)
    let words = named.map {
      "config:\($0): '\($0 == 2 ? "quiet" : "verbose")' and "
        + "'\($0 == 2 ? "verbose" : "quiet")' exclude each other; leave one of them out; "
        + "'\($0 == 2 ? "verbose" : "quiet")' is ignored"
    }
    #expect(file.problems == (words.map { [$0] } ?? []))
    // What the command line says counts more than either.
    for option in ["-q", "--quiet", "-v", "--verbose"] {
      #expect(file.completed(["run", option]).arguments == ["run", option])
    }
  }

  @Test(
    "a path that leads nowhere is named with its line and left out, where it would be used",
    arguments: [
      (
        "scenarios: nowhere", [], [],
        ["config:1: 'scenarios': nowhere: there is no such file; check the path"]
      ),
      (
        "scenarios:\n- nowhere/a.yaml\n- /dev/null", ["--new"],
        ["--scenarios", "/dev/null", "--new"],
        ["config:2: 'scenarios': nowhere/a.yaml: there is no such file"]
      ),
      (
        "color: never\ntheme: nowhere.yaml", ["logs", "x"], ["logs", "--color", "never", "x"],
        ["config:2: 'theme': nowhere.yaml: there is no such theme and no such file; use one of"]
      ),
      (
        "theme: light\nlogs:\n  theme: /", ["logs", "x"], ["logs", "--theme", "light", "x"],
        ["config:3: 'theme': /: this is a folder; name one file; it is ignored"]
      ),
      // What is not used is not looked for: another subcommand, a value that was given.
      ("scenarios: nowhere", ["logs", "x"], ["logs", "x"], []),
      ("theme: nowhere", ["--theme", "mono"], ["--theme", "mono"], []),
      ("theme: nowhere", ["help", "logs"], ["help", "logs"], []),
      ("theme: nowhere\nlogs: {theme: light}", ["logs"], ["logs", "--theme", "light"], []),
    ] as [(String, [String], [String], [String])])
  func paths(_ text: String, _ arguments: [String], _ line: [String], _ problems: [String]) {
    let file = ConfigFile(Array(text.utf8), path: "config")
    #expect(file.problems == [])
    let completed = file.completed(arguments)
    #expect(completed.arguments == line)
    #expect(completed.problems.count == problems.count, "\(completed.problems)")
    for (found, begins) in zip(completed.problems, problems) {
      #expect(found.hasPrefix(begins), "\(found)")
      #expect(found.hasSuffix("; it is ignored"), "\(found)")
    }
  }

  @Test("a wrong path ends the program only where it is typed")
  func wrongPaths() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("config", "color: never\nscenarios: [nowhere]\ntheme: nowhere\n")
    let keys = try folder.write("keys", "q\n")
    let environment = ["DNP_CONFIG": path, "XDG_STATE_HOME": folder.path("state")]
    let line = ["--headless", "--script", keys]
    let run = try ProgramRun(line, environment: environment)
    #expect(run.code == 0, "\(run.error)")
    #expect(run.error.contains("dnp: \(path):2: 'scenarios': nowhere: there is no such file"))
    #expect(run.error.contains("dnp: \(path):3: 'theme': nowhere: there is no such theme"))
    for option in ["--scenarios", "--theme"] {
      let typed = try ProgramRun(line + [option, "nowhere"], environment: environment)
      #expect(typed.code == 66, "\(typed.error)")
      #expect(!typed.error.contains("'\(option.dropFirst(2))'"), "\(typed.error)")
    }
  }

  @Test("every option of the file is an option of its subcommands")
  func options() {
    for option in ConfigFile.Option.allCases {
      for name in option.subcommands {
        let command = DNP.configuration.subcommands.first {
          $0.configuration.commandName == name
        }
        let help = command.map { DNP.helpMessage(for: $0) } ?? ""
        #expect(help.contains("--\(option.rawValue)"), "\(name) \(option)")
      }
    }
  }

  @Test("the program reads it from the folder of settings, or where DNP_CONFIG says")
  func program() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "dnp"), withIntermediateDirectories: false)
    let path = try folder.write("dnp/config", "format: json\nsed: 1\n")
    let line = ["when", "--time", "09:30", "--count", "1"]
    let run = try ProgramRun(line, environment: ["XDG_CONFIG_HOME": folder.url.path])
    #expect(run.output.hasPrefix("["))
    #expect(run.error.hasPrefix("dnp: \(path):2: there is no option 'sed'"))
    #expect(run.code == 0)
    let named = try ProgramRun(line, environment: ["DNP_CONFIG": path])
    #expect(named.output == run.output)
    let without = try ProgramRun(
      line, environment: ["XDG_CONFIG_HOME": folder.url.path, "DNP_CONFIG": ""])
    #expect(without.output.hasPrefix("'09:30' in UTC"))
    let missing = try ProgramRun(line, environment: ["DNP_CONFIG": folder.path("none")])
    #expect(missing.error.contains("there is no such file"))
    #expect(missing.code == 0)
  }
}
