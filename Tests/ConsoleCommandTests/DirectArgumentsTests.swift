import ArgumentParser
import ProjectFiles
import SimulationCore
import Testing

@testable import dnp

/// A command line that only opens the console is read without the general parser.
@Suite struct DirectArgumentsTests {
  /// Each option of the console with a value that it takes; nil for a flag.
  private static let options: [(name: String, value: String?)] = [
    ("--plain", nil), ("--paused", nil), ("--new", nil), ("--ascii", nil),
    ("--platform", "android"), ("--profile", "upstream"), ("--variant", "simulator"),
    ("--os-version", "17.0"), ("--target-sdk", "33"),
    ("--allow-include", "parts"),
    ("--session", "june"),
    ("--seed", "18446744073709551615"), ("--zone", "Europe/London"),
    ("--start", "2026-03-29T00:30:00Z"), ("--scenarios", "assets"), ("--scenario", "a.yaml"),
    ("--until", "4"), ("--color", "never"), ("--theme", "mono"), ("--key-file", "own.key"),
    ("--idle-descriptor", "7"), ("--record", "new.txt"), ("--replay", "keys.txt"),
    ("--script", "keys.txt"), ("--cast", "film.cast"), ("--headless", nil), ("--size", "80x24"),
    ("--live", nil), ("--api", "http://127.0.0.1:8080"), ("--allow-host", "api.local"),
  ]

  /// What an option is of no use without.
  private static func companions(of name: String) -> [String] {
    switch name {
    case "--until": ["--scenario", "a.yaml"]
    case "--target-sdk": ["--platform", "android"]
    case "--api", "--allow-host": ["--live"]
    case "--headless": ["--script", "keys.txt"]
    case "--size": ["--script", "keys.txt", "--headless"]
    default: []
    }
  }

  /// What a command line may consist of, right and wrong.
  private static let words: [String] =
    options.flatMap { [$0.name, $0.value ?? "--paused"] }
    + [
      "", "-", "--", "-h", "--help", "--version", "help", "console", "run", "jwt", "--sess",
      "--session=june", "--session=", "--seed", "-1", "+7", "7", "0x7", "1e3", " 7", "device",
      "Device", "no/name", "Europe/Nowhere", "yesterday", "0", "auto", "--Paused", "-paused",
      "--no-paused", "--new=true", "é", "--generate-completion-script",
      "--experimental-dump-help", "sessions", "list",
    ]

  private func parsed(_ arguments: [String]) throws -> ConsoleOptions {
    let command = try DNP.parseAsRoot(arguments)
    return try #require(command as? ConsoleCommand).options
  }

  @Test func everyOptionOfTheConsoleIsInTheTable() {
    let help = DNP.helpMessage(for: ConsoleCommand.self, includeHidden: true)
    let names = Set(
      help.split(separator: "\n").compactMap { line in
        line.hasPrefix("  --") ? line.dropFirst(2).prefix { !" ,".contains($0) } : nil
      }
    ).subtracting(["--version", "--help"])
    #expect(names == Set(DirectArgumentsTests.options.map { $0.name[...] }))
  }

  @Test func everyOptionIsReadAndMeansTheSame() throws {
    for (name, value) in DirectArgumentsTests.options {
      let said = [name] + (value.map { [$0] } ?? [])
      let arguments = DirectArgumentsTests.companions(of: name) + said
      for arguments in [arguments, ["console"] + arguments] {
        let direct = try #require(ConsoleOptions(direct: arguments), "\(arguments)")
        #expect(direct != ConsoleOptions(), "\(arguments)")
        #expect(try direct == parsed(arguments), "\(arguments)")
      }
    }
  }

  @Test(arguments: [
    [], ["console"], ["--paused"], ["--new", "--paused"], ["--session", "june", "--ascii"],
    ["--scenarios", "a", "--scenarios", "b", "--seed", "3", "--variant", "device"],
  ])
  func usualStartsAreReadDirectly(_ arguments: [String]) throws {
    #expect(try ConsoleOptions(direct: arguments) == parsed(arguments))
  }

  @Test(arguments: [
    ["--help"], ["-h"], ["--version"], ["help"], ["run"], ["run", "--paused"], ["--paused", "run"],
    ["--session"], ["--session", "no/name"], ["--session", "-x"], ["--session", ""],
    ["--seed", "-1"], ["--until", "4"], ["--scenario", "a.yaml", "--until", "0"],
    ["--zone", "Europe/Nowhere"], ["--start", "yesterday"], ["--paused", "--paused"],
    ["--session", "a", "--session", "b"], ["console", "console"], ["--", "--paused"], ["--pau"],
    ["extra"], ["--new=true"], ["--generate-completion-script", "bash"],
  ])
  func everythingElseIsLeftToTheParser(_ arguments: [String]) {
    #expect(ConsoleOptions(direct: arguments) == nil)
  }

  @Test func whatIsReadDirectlyMeansWhatTheParserMakesOfIt() throws {
    var generator = SeededGenerator(seed: 1)
    var count = 0
    let listCount = SampleSize.of(1_500, long: 12_000)
    for _ in 0..<listCount {
      let arguments = (0..<Int.random(in: 1...5, using: &generator)).flatMap { _ in
        // Half of them are options with their values, so that some lists are right.
        Bool.random(using: &generator)
          ? DirectArgumentsTests.options.randomElement(using: &generator).map { option in
            [option.name] + (option.value.map { [$0] } ?? [])
          } ?? []
          : [DirectArgumentsTests.words.randomElement(using: &generator) ?? ""]
      }
      guard let direct = ConsoleOptions(direct: arguments) else { continue }
      count += 1
      #expect(try direct == parsed(arguments), "\(arguments)")
    }
    // The comparison says something only where many are read.
    #expect(count > listCount / 12)
  }
}
