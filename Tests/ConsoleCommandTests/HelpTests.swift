import ArgumentParser
import Foundation
import ProgramSupport
import Testing

@testable import dnp

/// What `--help` says of each subcommand.
@Suite("help")
struct HelpTests {
  /// A subcommand with its name as it is typed.
  struct Row: CustomTestStringConvertible, Sendable {
    let command: any ParsableCommand.Type
    let name: String
    var testDescription: String { name }

    init(_ command: any ParsableCommand.Type, _ name: String) {
      self.command = command
      self.name = name
    }

    /// The command lines of its examples, without pipes and redirections.
    var examples: [[String]] {
      let lines = command.configuration.discussion.split(separator: "\n")
      let shown = lines.drop { $0.trimmingPrefix { $0 == " " } != "Examples:" }.dropFirst()
      return shown.compactMap { line in
        let words = HelpTests.words(line)
        guard let start = words.firstIndex(of: "dnp") else { return nil }
        return Array(words[words.index(after: start)...].prefix { !["|", "<", ">"].contains($0) })
      }
    }
  }

  static let rows: [Row] = {
    func rows(_ command: any ParsableCommand.Type, _ name: String) -> [Row] {
      [Row(command, name)]
        + command.configuration.subcommands.flatMap {
          rows($0, "\(name) \($0.configuration.commandName ?? "?")")
        }
    }
    return rows(DNP.self, "dnp")
  }()

  @Test("has examples that can be typed", arguments: rows)
  func examples(_ row: Row) throws {
    let examples = row.examples
    #expect(!examples.isEmpty)
    for words in examples {
      // `socat` gives the whole line as one word.
      #expect(throws: Never.self, "\(words)") { try DNP.parseAsRoot(words) }
    }
  }

  @Test(
    "help, versions and completions end with 73 where they cannot be written, and say so",
    // macOS has no such device.
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      ["--help"], ["help", "run"], ["run", "--help"], ["help"], ["--version"],
      ["--generate-completion-script", "bash"], ["--generate-completion-script", "fish"],
    ])
  func fullOutput(_ arguments: [String]) throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let run = try ProgramRun(arguments, output: full)
    #expect(run.code == 73)
    #expect(run.error.contains("standard output cannot be written"), "\(run.error)")
    #expect(try ProgramRun(arguments).code == 0)
  }

  @Test("help whose reader has gone ends with 0")
  func readerGone() throws {
    let output = Pipe()
    try output.fileHandleForReading.close()
    let run = try ProgramRun(["--help"], output: output.fileHandleForWriting)
    #expect(run.code == 0 && run.error.isEmpty, "\(run.error)")
  }

  @Test("an example with an option that does not exist is seen")
  func planted() {
    #expect(throws: (any Error).self) {
      try DNP.parseAsRoot(HelpTests.words("run --verbos scenario.yaml"))
    }
    #expect(HelpTests.words("dnp run --tags 'a b'   all") == ["dnp", "run", "--tags", "a b"])
  }

  /// The words of a line as a shell reads them; what stands behind three blanks is a remark.
  private static func words(_ line: some StringProtocol) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    let text = String(line).trimmingPrefix { $0 == " " }
    let end = text.firstRange(of: "   ")?.lowerBound ?? text.endIndex
    for character in text[..<end] {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  // MARK: Words that name no subcommand

  @Test(
    "a misspelt subcommand is named with the one that was meant",
    arguments: [
      (["rnu"], "'dnp' has no subcommand 'rnu'. Did you mean 'run'?"),
      (["valid", "x"], "'dnp' has no subcommand 'valid'. Did you mean 'validate-logs'?"),
      (["help", "lnit"], "'dnp' has no subcommand 'lnit'. Did you mean 'lint'?"),
      (["sessions", "lst"], "'dnp sessions' has no subcommand 'lst'. Did you mean 'list'?"),
      (["assets"], "To run it: dnp run assets"), (["README.md"], "dnp logs README.md"),
      (["quux"], "Use one of: console, run, "),
      (["gone.log.gz"], "To look at a file: dnp logs FILE; there is no file of this name"),
      (["gone.yaml"], "To run a file: dnp run FILE; there is no file of this name"),
    ])
  func misspelt(_ arguments: [String], _ message: String) throws {
    let found = try #require(UnknownSubcommand.message(for: arguments))
    #expect(found.contains(message), "\(found)")
    #expect(found.hasSuffix("--help' for more information.\n"))
  }

  @Test(
    "everything else is left to the parser",
    arguments: [
      [], [""], ["-"], ["--paused"], ["run", "rnu"], ["help"], ["help", "run"], ["sessions"],
      ["sessions", "--format"], ["jwt", "decode", "quux"], ["help", "jwt", "decode"],
    ])
  func known(_ arguments: [String]) {
    #expect(UnknownSubcommand.message(for: arguments) == nil)
  }

  // MARK: Options that a command does not have

  @Test(
    "a misspelt option is named with the one that was meant, whatever else is missing",
    arguments: [
      (["why", "--helpp"], "'--helpp'. Did you mean '--help'?", "dnp why"),
      (["why", "--scenaro", "x"], "'--scenaro'. Did you mean '--scenario'?", "dnp why"),
      (["when", "--helpp"], "'--helpp'. Did you mean '--help'?", "dnp when"),
      (["diff", "--helpp"], "'--helpp'. Did you mean '--help'?", "dnp diff"),
      (["serve", "--helpp"], "'--helpp'. Did you mean '--help'?", "dnp serve"),
      (["zones", "--helpp"], "'--helpp'. Did you mean '--help'?", "dnp zones"),
      (["run", "--helpp"], "'--helpp'. Did you mean '--help'?", "dnp run"),
      (["run", "--reprot=junit=x"], "'--reprot'. Did you mean '--report'?", "dnp run"),
      (["sessions", "show", "--helpp"], "'--helpp'. Did you mean '--help'?", "dnp sessions show"),
      (["--verson"], "'--verson'. Did you mean '--version'?", "dnp"),
      (["--hlep"], "'--hlep'. Did you mean '--help'?", "dnp"),
      (["--platfrm", "android"], "'--platfrm'. Did you mean '--platform'?", "dnp"),
      (["lint", "--xyzzy"], "Unknown option '--xyzzy'\n", "dnp lint"),
    ])
  func misspeltOption(_ arguments: [String], _ message: String, _ command: String) throws {
    let found = try #require(UnknownOption.message(for: arguments))
    #expect(found.contains(message), "\(found)")
    #expect(found.contains("\nUsage: dnp "), "\(found)")
    #expect(found.hasSuffix("See '\(command) --help' for more information."), "\(found)")
  }

  // MARK: Values that an option does not know

  @Test(
    "a misspelt value is named with the one that was meant",
    arguments: [
      (["validate-logs", "x", "--log-format", "thredtime"], "did you mean 'threadtime'?"),
      (["lint", "x", "--format", "jsn"], "Did you mean 'json'? Please provide one of 'text'"),
      (["run", "x", "--report", "jnit=x"], "there is no format 'jnit'; did you mean 'junit'?"),
      (["zones", "Australia/Lord_How"], "; did you mean 'Australia/Lord_Howe'?"),
      (["when", "--time", "08:00", "--zone", "Europe/Lodon"], "did you mean 'Europe/London'?"),
      (["validate-logs", "x", "--zone", "Europe/Lodon"], "did you mean 'Europe/London'?"),
      (["--zone", "Europe/Lodon"], "did you mean 'Europe/London'?"),
    ])
  func misspeltValue(_ arguments: [String], _ message: String) throws {
    let error = #expect(throws: (any Error).self) { try DNP.parseAsRoot(arguments) }
    let found = MisspeltValue.suggesting(in: DNP.fullMessage(for: try #require(error)))
    #expect(found.contains(message), "\(found)")
  }

  @Test("a value that is near to none, and any other message, stays as it is")
  func otherValue() throws {
    let error = #expect(throws: (any Error).self) {
      try DNP.parseAsRoot(["lint", "x", "--format", "quux"])
    }
    let message = DNP.fullMessage(for: try #require(error))
    #expect(MisspeltValue.suggesting(in: message) == message)
    #expect(MisspeltValue.suggesting(in: "Error: none") == "Error: none")
  }

  @Test("every option that a command has is known", arguments: HelpTests.options)
  func knownOption(_ arguments: [String]) {
    #expect(UnknownOption.message(for: arguments) == nil)
  }

  static let options: [[String]] = [
    ["--version"], ["--help"], ["--idle-descriptor", "3"], ["--session=x"], ["run", "--", "--xyz"],
    ["run", "-e", "A=B", "--report", "json=x", "--list"],
    ["why", "--scenario", "-"], ["jwt", "decode", "--format", "json"], ["--headless"],
    ["--help-hidden"], ["--generate-completion-script", "bash"], ["sessions", "list", "-"],
  ]
}
