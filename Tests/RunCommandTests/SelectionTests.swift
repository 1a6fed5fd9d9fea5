import Foundation
import ProgramSupport
import Testing

@Suite("dnp run's selection")
struct SelectionTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, tags) in [("a", "fast"), ("b", "slow, dst"), ("c", "slow")] {
      _ = try folder.write(
        "\(name).yaml", "name: \(name)\ntags: [\(tags)]\nsteps: [include: _part.yaml]\n")
    }
    _ = try folder.write("_part.yaml", "steps: [call: configure]\n")
    return folder
  }

  private func listed(_ arguments: [String]) throws -> [String] {
    let folder = try folder()
    let run = try ProgramRun(["run", "--list", folder.url.path] + arguments)
    #expect(run.code == 0, "\(run.error)")
    return run.output.split(separator: "\n").dropLast().map { String($0.prefix(1)) }
  }

  @Test("lists what it would run, without included parts")
  func list() throws {
    #expect(try listed([]) == ["a", "b", "c"])
    let folder = try folder()
    let run = try ProgramRun(["run", "--list", folder.url.path])
    #expect(run.output.contains("b 1 steps    slow dst \(folder.url.path)/b.yaml\n"))
    #expect(run.output.hasSuffix("3 scenarios\n"))
  }

  @Test("selects by tags")
  func tags() throws {
    #expect(try listed(["--tags", "slow and not dst"]) == ["c"])
    #expect(try listed(["--tags", "fast or dst"]) == ["a", "b"])
    let folder = try folder()
    let none = try ProgramRun(["run", "--tags", "nothing", folder.url.path])
    #expect(none.code == 66)
    #expect(none.error.contains("no scenario's tags match 'nothing'"))
    let wrong = try ProgramRun(["run", "--tags", "a and", folder.url.path])
    #expect(wrong.code == 64)
    #expect(wrong.error.contains("a tag is missing at character 6"))
  }

  @Test("shards are disjoint and together complete")
  func shards() throws {
    let parts = try (1...2).map { try listed(["--shard", "\($0)/2"]) }
    #expect(parts == [["a", "c"], ["b"]])
    for shard in ["0/2", "3/2", "1", "1/0", "a/b", "1/2/3"] {
      #expect(try ProgramRun(["run", "--shard", shard, "x.yaml"]).code == 64)
    }
    // More parts than scenarios: having nothing to do is not a failure.
    let folder = try folder()
    let empty = try ProgramRun(["run", "--shard", "4/4", folder.url.path])
    #expect(empty.code == 0, "\(empty.error)")
    #expect(empty.output.hasPrefix("0 scenarios"))
  }

  @Test("the table is the same with any number of jobs, except for the times")
  func jobs() throws {
    func table(_ jobs: String) throws -> [Substring] {
      let run = try ProgramRun(["run", "--jobs", jobs, "assets/scenarios/first-run"])
      #expect(run.code == 0)
      return run.output.split(separator: "\n").map { $0.prefix(45) }
    }
    #expect(try table("1").dropLast() == table("8").dropLast())
    #expect(try ProgramRun(["run", "--jobs", "0", "x.yaml"]).code == 64)
  }

  @Test("with --fail-fast the first failure ends the run, and the rest is reported as not run")
  func failFast() throws {
    let folder = try folder()
    _ = try folder.write("b.yaml", "name: b\nsteps: [expect: {pending: 1}]\n")
    let run = try ProgramRun(["run", "--fail-fast", "--jobs", "1", folder.url.path])
    #expect(run.code == 1)
    #expect(run.output.contains("3 scenarios: 1 passed, 1 failed, 1 not run"))
    #expect(run.output.contains("· not run c"))
  }

  @Test("a dry run prints the steps and performs none")
  func dryRun() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.yaml",
      "name: dry\nsetup: [device: background]\nsteps:\n  - expect: {pending: 9}\n    soft: true\n"
        + "  - {call: configure, when: {variant: device}, label: first}\n")
    let run = try ProgramRun(["run", "--dry-run", path])
    #expect(run.code == 0)
    #expect(
      run.output == """
        dry (\(path))
          phone  device, iOS 17.0, UTC, from 2025-11-15T05:42:30Z, seed 1
          1. setup: device background (line 2)
          2. expect pending [soft] (line 4)
          3. first: call configure [when] (line 6)

        """)
  }

  @Test("variables come from the command line, otherwise the environment, otherwise the file")
  func variables() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.yaml", "name: \"is ${DNP_WHO:-nobody}\"\nsteps: [call: configure]\n")
    func name(_ arguments: [String], _ environment: [String: String]) throws -> String {
      let run = try ProgramRun(["run", path] + arguments, environment: environment)
      #expect(run.code == 0, "\(run.error)")
      return String(run.error.split(separator: "(")[0])
    }
    #expect(try name([], [:]) == "✓ ok is nobody ")
    #expect(try name([], ["DNP_WHO": "env"]) == "✓ ok is env ")
    #expect(try name(["-e", "DNP_WHO=line=x"], ["DNP_WHO": "env"]) == "✓ ok is line=x ")
    for wrong in ["NAME", "=x", "9=x", "a b=x"] {
      #expect(try ProgramRun(["run", "-e", wrong, path]).code == 64)
    }
  }

  @Test("a missing variable or include is a bad file: 65, with place and remedy")
  func badFiles() throws {
    let folder = try TemporaryFolder()
    let unset = try folder.write(
      "unset.yaml", "name: a\nsteps: [call: {configure: {dbPath: \"${DB}\"}}]\n")
    let missing = try folder.write("missing.yaml", "name: a\nsteps: [include: no.yaml]\n")
    let circle = try folder.write("circle.yaml", "name: a\nsteps: [include: circle.yaml]\n")
    for (path, message) in [
      (unset, ":2:36: the variable 'DB' is not set; set it in 'vars'"),
      (missing, ":2:18: '\(folder.url.path)/no.yaml' cannot be included: there is no such file"),
      (circle, ":2:18: a file includes itself: "),
    ] {
      let run = try ProgramRun(["run", path])
      #expect(run.code == 65)
      #expect(run.error.hasPrefix(path + message), "\(run.error)")
    }
  }

  @Test("proves that scenarios can fail, and reports one that cannot")
  func prove() throws {
    let folder = try TemporaryFolder()
    let yaml =
      "name: a\nsteps:\n  - {call: configure, label: x}\n"
      + "  - {expect: {log: '[DNP-PLUGIN] status = ready'}}\n"
    let good = try folder.write(
      "good.yaml", yaml + "breaks: [{remove: x, fails: \"expected the line\"}]\n")
    let dull = try folder.write(
      "dull.yaml", yaml + "breaks: [{knob: {taskLateness: never}, fails: \"expected\"}]\n")
    let bare = try folder.write("bare.yaml", yaml)
    #expect(try ProgramRun(["run", "--prove", good]).code == 0)
    let green = try ProgramRun(["run", "--prove", dull])
    #expect(green.code == 1)
    #expect(green.output.contains("found     it stays green"))
    let none = try ProgramRun(["run", "--prove", bare])
    #expect(none.code == 1)
    #expect(none.output.contains("nothing shows that it can fail"))
  }

  @Test("modes that exclude each other are a usage error")
  func modes() throws {
    for arguments in [["--list", "--dry-run"], ["--prove", "--watch"], ["--watch", "-"]] {
      #expect(try ProgramRun(["run"] + arguments + ["x.yaml"]).code == 64)
    }
  }
}
