import Foundation
import JSONText
import ProgramSupport
import Testing

private let happyPath = "assets/scenarios/first-run/happy-path.yaml"

@Suite("Report files")
struct ReportFilesTests {
  private static let formats = [
    "json", "ctrf", "junit", "junit-extended", "markdown", "html", "prom", "openmetrics",
    "tap",
  ]

  private func text(_ folder: TemporaryFolder, _ name: String) throws -> String {
    try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
  }

  @Test("are written in every format at once, also twice in the same format")
  func several() throws {
    let folder = try TemporaryFolder()
    let names = ReportFilesTests.formats.map { "report.\($0)" } + ["again.json"]
    let formats = ReportFilesTests.formats + ["json"]
    let reports = zip(formats, names).flatMap { format, name in
      ["--report", "\(format)=\(folder.url.appending(path: name).path)"]
    }
    let run = try ProgramRun(["run", "--quiet", "assets/scenarios"] + reports)
    #expect(run.code == 0, "\(run.error)")
    #expect(folder.names == names.sorted())
    let beginnings = [
      "{\n  \"counts\": ", "{\n  \"generatedBy\": \"dnp ", "<?xml ", "<?xml ",
      "# ✓ dnp run: ", "<!DOCTYPE html>", "# HELP ", "# TYPE ", "TAP version 13\n1..", "{\n",
    ]
    for (name, beginning) in zip(names, beginnings) {
      let text = try text(folder, name)
      #expect(text.hasPrefix(beginning), "\(name): \(text.prefix(40))")
      #expect(
        text.contains(name.contains("metrics") || name.contains("prom") ? "dnp_" : "happy-path"))
    }
    let (one, other) = (try text(folder, "report.json"), try text(folder, "again.json"))
    #expect(one == other)
  }

  @Test("have the real duration of each scenario, and phone time beside it")
  func times() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "a.json")
    let run = try ProgramRun(["run", "--quiet", happyPath, "--report", "ctrf=\(path.path)"])
    #expect(run.code == 0)
    let document = try JSONParser.parse([UInt8](try Data(contentsOf: path)))
    let test = document["results"]?["tests"]?[0]
    let took = try #require(test?["duration"]?.integerValue)
    let whole = try #require(document["results"]?["summary"]?["duration"]?.integerValue)
    #expect((0...whole).contains(took))
    #expect(test?["extra"]?["dnp.console/virtualDurationMs"] == 0)
  }

  @Test("are written even if others fail: 73, with a line for each failure")
  func unwritable() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("file", "")
    let bad = ["\(file)/a.xml", "\(file)/b.html"]
    let good = folder.url.appending(path: "good.md").path
    let run = try ProgramRun([
      "run", "--quiet", happyPath, "--report", "junit=\(bad[0])", "--report", "markdown=\(good)",
      "--report", "html=\(bad[1])",
    ])
    #expect(run.code == 73)
    let lines = run.error.split(separator: "\n")
    #expect(lines.count == 2)
    for (line, path) in zip(lines, bad) {
      #expect(line.hasPrefix("\(path): the file cannot be written ("), "\(line)")
    }
    #expect(folder.names == ["file", "good.md"])
  }

  @Test("keep the permissions of the file that they replace, also behind a link")
  func permissions() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("private.json", "old")
    #expect(chmod(file, 0o600) == 0)
    let link = folder.url.appending(path: "link.json").path
    let dangling = folder.url.appending(path: "dangling.json").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    try FileManager.default.createSymbolicLink(atPath: dangling, withDestinationPath: "made.json")
    let run = try ProgramRun([
      "run", "--quiet", happyPath, "--report", "json=\(link)", "--report", "tap=\(dangling)",
    ])
    #expect(run.code == 0, "\(run.error)")
    #expect(folder.names == ["dangling.json", "link.json", "made.json", "private.json"])
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try text(folder, "private.json").hasPrefix("{"))
    #expect(try text(folder, "made.json").hasPrefix("TAP"))
  }

  @Test("go to standard output for -, and all else to standard error")
  func standardOutput() throws {
    let run = try ProgramRun(["run", happyPath, "--report", "json=-"])
    #expect(run.code == 0)
    #expect(try JSONParser.parse(run.output)["outcome"] == "passed")
    #expect(run.error.contains("[DNP-PLUGIN] configure() called"))
    let twice = try ProgramRun(["run", happyPath, "--report", "json=-", "--report", "tap=-"])
    #expect(twice.code == 64)
  }

  @Test("are not written to a pipe that nobody reads", .timeLimit(.minutes(1)))
  func unreadPipe() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.url.appending(path: "pipe").path
    try #require(mkfifo(pipe, 0o600) == 0)
    let run = try ProgramRun(["run", "--quiet", happyPath, "--report", "json=\(pipe)"])
    #expect(run.code == 73)
    #expect(run.error.contains("\(pipe): the file cannot be written (nobody reads this pipe)"))
  }

  @Test("keep a symbolic link and replace its target")
  func link() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("real.xml", "old")
    let link = folder.url.appending(path: "link.xml")
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: file)
    let run = try ProgramRun(["run", "--quiet", happyPath, "--report", "junit=\(link.path)"])
    #expect(run.code == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file)
    #expect(try text(folder, "real.xml").hasPrefix("<?xml"))
    #expect(folder.names == ["link.xml", "real.xml"])
  }

  @Test("are also appended to a step's summary")
  func summary() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("summary.md", "before")
    for _ in 0..<2 {
      let run = try ProgramRun(
        ["run", "--quiet", happyPath], environment: ["GITHUB_STEP_SUMMARY": path])
      #expect(run.code == 0)
      #expect(run.output + run.error == "")
    }
    let text = try text(folder, "summary.md")
    #expect(text.hasPrefix("before\n\n# ✓ dnp run: 1 scenario, all good\n"))
    #expect(text.components(separatedBy: "# ✓ dnp run").count == 3)
  }

  @Test("never make a step's summary longer than GitHub accepts")
  func fullSummary() throws {
    let folder = try TemporaryFolder()
    let arguments = ["run", "--quiet", happyPath]
    for (count, hasPage) in [(999_000, true), (999_500, true), (999_990, false)] {
      let path = try folder.write("summary.md", String(repeating: "x", count: count))
      let run = try ProgramRun(arguments, environment: ["GITHUB_STEP_SUMMARY": path])
      #expect(run.code == 0)
      let text = try text(folder, "summary.md")
      #expect(text.utf8.count <= 1_000_000)
      #expect((text.utf8.count > count) == hasPage, "\(count)")
      #expect(run.error.contains("the step summary was not written (it is full)") == !hasPage)
    }
  }

  @Test("that cannot be appended for GitHub are a warning and do not change the exit code")
  func unwritableSummary() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "none/summary.md").path
    let run = try ProgramRun(
      ["run", "--quiet", happyPath], environment: ["GITHUB_STEP_SUMMARY": path])
    #expect(run.code == 0)
    #expect(run.error.hasPrefix("\(path): the step summary was not written ("))
    let empty = try ProgramRun(
      ["run", "--quiet", happyPath], environment: ["GITHUB_STEP_SUMMARY": ""])
    #expect(empty.error.isEmpty)
  }

  @Test("come with annotations on stderr in a GitHub job, and nowhere else")
  func annotations() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("bad.yaml", "name: bad\nsteps:\n  - expect: {pending: 1}\n")
    let run = try ProgramRun(["run", path], environment: ["GITHUB_ACTIONS": "true"])
    #expect(run.code == 1)
    #expect(!run.output.contains("::error"))
    #expect(run.error.contains("\n::error file=\(path),line=3,col=14,title=bad%3A failed::step 1"))
    #expect(!(try ProgramRun(["run", path])).error.contains("::error"))
  }
}
