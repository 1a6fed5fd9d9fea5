import ES256K
import Foundation
import PlainText
import ProgramSupport
import ProjectFiles
import Testing
import Tokens

/// What people copy from the project's pages works.
@Suite("commands in the project's pages")
struct WrittenCommandsTests {
  /// A command of the README without the remark behind it.
  struct Line: CustomTestStringConvertible, Sendable {
    let text: String
    var testDescription: String { text }

    /// How the command ends here: without a terminal, and where no second program is built.
    var code: Int32 {
      let rest = text.dropFirst("$D".count)
      if rest.isEmpty || rest.contains("--scenario") && !rest.contains("why") { return 69 }
      // The two files differ; the day's notification showed default text.
      return rest.hasPrefix(" diff") || rest.hasPrefix(" why") ? 1 : 0
    }

    /// A live run needs dnp-net, and has tests of its own.
    var needsNetwork: Bool { text.contains("--live") }
  }

  /// The commands of the README, in its order.
  static let readmeLines: [Line] = {
    guard let text = try? ProjectFile.text("README.md") else { return [] }
    return text.split(separator: "\n").filter { $0 == "$D" || $0.hasPrefix("$D ") }.map {
      let end = $0.range(of: " # ")?.lowerBound ?? $0.endIndex
      return Line(text: $0[..<end].trimmingCharacters(in: .whitespaces))
    }
  }()

  @Test("every command of the README runs", arguments: readmeLines)
  func readme(_ line: Line) throws {
    let folder = try folder()
    guard !line.needsNetwork else { return }
    let run = try ProgramRun(
      shell: "D=$DNP; " + line.text,
      environment: ["XDG_STATE_HOME": folder.path("state"), "TERM": "xterm"], folder: folder.url)
    #expect(run.code == line.code, "\(run.output.suffix(300))\(run.error)")
  }

  @Test(
    "the package that is installed has the name that it is built with",
    arguments: ["README.md", "docs/installing.md"])
  func packageName(_ page: String) throws {
    let version = try ProgramRun(["--version"]).output.prefix { $0 != " " }
    let text = try ProjectFile.text(page)
    #expect(text.contains("sudo apt-get install ./.build/dist/dnp_\(version)_amd64.deb"))
    #expect(try ProjectFile.text(".ci/dist").contains(".build/dist"))
    #expect(try ProjectFile.text("Makefile").contains("\ndist:"))
  }

  /// A command of a page for a task, and where it stands.
  struct Task: CustomTestStringConvertible, Sendable {
    let page: String
    let text: String
    var testDescription: String { "\(page): \(text)" }

    /// What the page says of its end; 0 unless it says something.
    var code: Int32 {
      text.firstMatch(of: /# ends with ([0-9]+)/).flatMap { Int32($0.output.1) } ?? 0
    }
  }

  /// The commands of the pages for tasks: the lines of their `sh` blocks.
  static let tasks: [Task] = {
    let folder = ProjectFile.url("docs/how-to").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().flatMap { name -> [Task] in
      let text = (try? ProjectFile.text("docs/how-to/\(name)")) ?? ""
      return text.matches(of: /``` *sh\n(?<lines>[^`]*)```/).flatMap { block in
        block.output.lines.split(separator: "\n").map {
          Task(page: name, text: $0.trimmingCharacters(in: .whitespaces))
        }
        .filter { !$0.text.isEmpty }
      }
    }
  }()

  @Test("every command of the pages for tasks runs", arguments: tasks)
  func task(_ task: Task) throws {
    let folder = try folder()
    let run = try ProgramRun(
      shell: "dnp() { \"$DNP\" \"$@\"; }; " + task.text,
      environment: ["XDG_STATE_HOME": folder.path("state")], folder: folder.url)
    #expect(run.code == task.code, "\(run.output.suffix(300))\(run.error)")
  }

  @Test("each page for a task is linked in the README, says what for, and has commands")
  func pages() throws {
    let readme = try ProjectFile.text("README.md")
    let pages = Set(WrittenCommandsTests.tasks.map(\.page))
    #expect(pages.count >= 8)
    for page in pages {
      #expect(readme.contains("](docs/how-to/\(page))"), "\(page)")
      #expect(try ProjectFile.text("docs/how-to/\(page)").hasPrefix("# I want "), "\(page)")
    }
  }

  @Test("the README has commands, and one that is wrong is seen")
  func planted() throws {
    #expect(WrittenCommandsTests.readmeLines.count > 12)
    let run = try ProgramRun(shell: "D=$DNP; $D lint --strickt assets/scenarios")
    #expect(run.code == 64)
  }

  /// The project's folder as far as the README needs it, and the files that its examples name.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["assets", "Tests"] {
      try FileManager.default.createSymbolicLink(
        at: folder.url.appending(path: name), withDestinationURL: ProjectFile.url(name))
    }
    let steps = "steps: [call: configure, advance: 1h, expect: {pending: 0}]\n"
    _ = try folder.write("before.yaml", "name: before\nseed: 1\n" + steps)
    _ = try folder.write("after.yaml", "name: after\nseed: 2\n" + steps)
    _ = try folder.write("token.txt", WrittenCommandsTests.token())
    return folder
  }

  /// A token of the first test identity that is valid until the year 2100.
  private static func token() throws -> String {
    let signed = JSONWebToken.signed(
      issuer: TestKeys.standard.identities[0], issuedAtSeconds: 1_763_185_350,
      expiresAtSeconds: 4_102_444_800)
    let signature = try #require(
      TestKeys.standard.signature(
        of: Array(signed.utf8), by: TestKeys.standard.identities[0]))
    return "\(signed).\(Base64.url.text(signature))"
  }

  /// The files for CI servers that name options of `dnp`.
  static let files = [
    "assets/ci/action.yml", "assets/ci/gitlab.yml", ".pre-commit-hooks.yaml",
    "assets/packaging/dnp.rb.in", "docs/installing.md",
  ]

  @Test("the files for CI servers use options that exist", arguments: files)
  func options(_ path: String) throws {
    // A command goes on after a line's end with a backslash, or folded in YAML.
    let text = try ProjectFile.text(path).replacing("\\\n", with: " ")
    var known: [Substring: Set<Substring>] = [:]
    for command in text.matches(of: /dnp (?<name>run|lint)(?<rest>(?:[^\n]|\n +--)*)/) {
      let name = command.output.name
      if known[name] == nil {
        let help = try ProgramRun([String(name), "--help"]).output
        known[name] = Set(help.matches(of: /--[a-z][a-z-]*/).map(\.output))
      }
      for option in command.output.rest.matches(of: /--[a-z][a-z-]*/) {
        #expect(known[name]?.contains(option.output) == true, "\(path): \(option.output)")
      }
    }
  }

  @Test("the files for CI servers have options to look at")
  func optionCount() throws {
    let texts = try WrittenCommandsTests.files.map { try ProjectFile.text($0) }
    #expect(texts.count { $0.contains("dnp run") && $0.contains("--report") } >= 2)
    #expect(texts.contains { $0.contains("lint --strict") || $0.contains("lint, --strict") })
  }

  @Test("the files name only jobs of the Makefile", arguments: files + ["README.md"])
  func jobs(_ path: String) throws {
    let makefile = try ProjectFile.text("Makefile")
    let text = try ProjectFile.text(path)
    for name in WrittenCommandsTests.jobs(in: text) {
      #expect(makefile.contains("\n\(name): "), "\(path): make \(name)")
    }
  }

  /// The jobs after `make`, in prose, in a shell's line and in a formula's list of words.
  private static func jobs(in text: String) -> [Substring] {
    let lines = text.matches(
      of: /(?:`|^[ $]*|&& |sudo )make (?<name>[a-z][a-z-]*)/.anchorsMatchLineEndings())
    let words = text.matches(of: /system "make", "(?<name>[a-z][a-z-]*)"/)
    return lines.map(\.output.name) + words.map(\.output.name)
  }

  @Test("a job is found wherever one is written")
  func plantedJobs() throws {
    let text = "a `make one` b\n    make two\n$ sudo make three\nx && make four\n"
    #expect(
      WrittenCommandsTests.jobs(in: text + "system \"make\", \"five\"")
        == ["one", "two", "three", "four", "five"])
    let found = try (WrittenCommandsTests.files + ["README.md"]).flatMap {
      WrittenCommandsTests.jobs(in: try ProjectFile.text($0))
    }
    #expect(found.count > 10)
  }
}
