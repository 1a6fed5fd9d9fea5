import Foundation
import JSONText
import ProgramSupport
import SchemaSupport
import Testing

@Suite("Bundles, and scenarios that are kept")
struct BundleTests {
  /// A scenario that schedules, waits and then expects what is not so.
  private static let failing = """
    name: no such title
    steps:
      - device: {setPermission: granted}
      - call: {scheduleDailyNotification: {time: "05:53"}}
      - advance: 20m
      - call: {configureNativeFetcher: {apiBaseUrl: ""}}
        rejects: invalid_parameter
      - expect: {pending: {includes: [{title: "no such title"}]}}
      - device: showHistory
    """

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  @Test("a failed scenario gets a folder that repeats it up to the step that failed")
  func folder() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("failing.yaml", Self.failing)
    let run = try ProgramRun(["run", file, "--bundle", folder.path("out/deep")])
    #expect(run.code == 1)
    let path = folder.path("out/deep/no-such-title")
    #expect(run.error.contains("bundle written: \(path)\n"), "\(run.error)")
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    #expect(
      names == [
        "README.txt", "log.txt", "scenario.yaml", "summary.json", "timeline.svg", "why.txt",
      ])
    let readMe = try text(path + "/README.txt")
    for words in ["step 5", "failing.yaml:8", "expected  ", "dnp run scenario.yaml"] {
      #expect(readMe.contains(words), "\(words):\n\(readMe)")
    }
    let summary = try JSONParser.parse(Array(try text(path + "/summary.json").utf8))
    let schema = try SchemaDirectory.project.get().schema("run-summary.schema.json")
    #expect(schema.findings(in: summary) == [])
    let scenario = try #require(summary["scenarios"]?[0])
    #expect(scenario["steps"]?[1]?["reply"] == ["value": ["warning": nil]])
    #expect(scenario["steps"]?[3]?["reply"]?["rejected"] == "invalid_parameter")
    #expect(scenario["steps"]?[5]?["outcome"] == "notRun")
    #expect((scenario["logExcerpt"]?.arrayValue?.count ?? 0) > 3)

    let again = try ProgramRun(["run", path + "/scenario.yaml", "--report", "json=-"])
    #expect(again.code == 0, "\(again.error)")
    let hash = try JSONParser.parse(again.output)["scenarios"]?[0]?["traceHash"]
    #expect(hash == scenario["traceHash"])
    #expect(try text(path + "/why.txt").contains("daily, planned 2025-11-15 05:53:00"))
    #expect([0, 1].contains(try ProgramRun(["validate-logs", path + "/log.txt"]).code))
    #expect(try text(path + "/timeline.svg").hasPrefix("<?xml"))
  }

  @Test("a folder that is there stays; one that cannot be written is said")
  func taken() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("failing.yaml", Self.failing)
    for _ in 0..<3 {
      #expect(try ProgramRun(["run", file, "--bundle", folder.path("out")]).code == 1)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted() == [
        "no-such-title", "no-such-title-2", "no-such-title-3",
      ])
    let run = try ProgramRun(["run", file, "--bundle", file])
    #expect(run.code == 73)
    #expect(run.error.contains("the bundle cannot be written (Not a directory)"))
    #expect(folder.names == ["failing.yaml", "out"])
    #expect(
      try ProgramRun(["run", "assets/scenarios/first-run", "--bundle", folder.path("none")]).code
        == 0)
    #expect(!folder.names.contains("none"), "nothing has failed")
    #expect(try ProgramRun(["run", file, "--list", "--bundle", "x"]).code == 64)
  }

  @Test("a zip file holds the same files, the same bytes each time, and one that is there stays")
  func zip() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("failing.yaml", Self.failing)
    let twin = try folder.write("twin.yaml", Self.failing)
    for _ in 0..<2 {
      let run = try ProgramRun(["run", file, twin, "--bundle", folder.path("deep/all.zip")])
      #expect(run.code == 1)
      #expect(run.error.contains("bundles written: "), "\(run.error)")
    }
    let names = ["all-2.zip", "all.zip"]
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("deep")).sorted() == names)
    // Unpacked by a program that is not ours, which checks the sums.
    let unpack =
      "import sys, zipfile; a = zipfile.ZipFile(sys.argv[1]); print(a.testzip()); "
      + "a.extractall(sys.argv[2])"
    let python = try ProgramRun(
      shell:
        "python3 -c '\(unpack)' \(folder.path("deep/all.zip")) \(folder.path("unpacked"))")
    #expect(python.code == 0 && python.output == "None\n", "\(python.error)")
    #expect(try ProgramRun(["run", file, twin, "--bundle", folder.path("plain")]).code == 1)
    for bundle in ["no-such-title", "no-such-title-2"] {
      for name in ["README.txt", "log.txt", "scenario.yaml", "timeline.svg", "why.txt"] {
        let unpacked = try text(folder.path("unpacked/\(bundle)/\(name)"))
        #expect(try unpacked == text(folder.path("plain/\(bundle)/\(name)")), "\(bundle) \(name)")
      }
    }
  }

  @Test("the console writes one with a note, and replaces only a bundle")
  func console() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("mine")
    let commands = "c\nrequestNotificationPermissions\nanswerDialog allow\ns\n"
    func plain(_ lines: String) throws -> ProgramRun {
      try ProgramRun(["--plain"], input: commands + lines)
    }
    #expect(try plain("bundle \(path) -- it never came\n").code == 0)
    #expect(try text(path + "/note.txt") == "it never came\n")
    #expect(try text(path + "/README.txt").contains("Note: it never came"))
    let refused = try plain("bundle \(path)\n")
    #expect(refused.code == 73)
    #expect(refused.error.contains("'bundle! \(path)' replaces it"))
    #expect(try plain("bundle! \(path)/\n").code == 0)
    #expect(!FileManager.default.fileExists(atPath: path + "/note.txt"))
    try folder.write("mine/other.txt", "precious")
    let other = try plain("bundle! \(path)\n")
    #expect(other.code == 73)
    #expect(other.error.contains("it is no bundle"))
    #expect(try text(path + "/other.txt") == "precious")
    #expect(folder.names == ["mine"])

    let zip = folder.path("mine.zip")
    #expect(try plain("bundle \(zip) -- packed\n").code == 0)
    let bytes = try Data(contentsOf: URL(filePath: zip))
    #expect(bytes.starts(with: Data("PK".utf8)))
    #expect(bytes.firstRange(of: Data("mine/note.txt".utf8)) != nil)
    #expect(try plain("bundle \(zip)\n").error.contains("'bundle! \(zip)' replaces it"))
    #expect(try plain("bundle! \(zip)\n").code == 0)
    #expect(try Data(contentsOf: URL(filePath: zip)).count < bytes.count, "the note is gone")
  }

  @Test("a failed scenario is kept as a session, with a branch for each time")
  func keep() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("failing.yaml", Self.failing)
    let state = ["XDG_STATE_HOME": folder.path("state")]
    for _ in 0..<2 {
      let run = try ProgramRun(["run", file, "--keep"], environment: state)
      #expect(run.code == 1)
      #expect(run.error.contains("dnp --session run-no-such-title"), "\(run.error)")
    }
    let show = try ProgramRun(["sessions", "show", "run-no-such-title"], environment: state)
    #expect(show.output.contains("no-such-title-2"))
    #expect(show.output.contains("2025-11-15T06:02:30Z"), "\(show.output)")
    #expect(show.output.contains("configureNativeFetcher"))
    let export = try ProgramRun(
      ["sessions", "export", "run-no-such-title", folder.path("kept.json")], environment: state)
    #expect(export.code == 0)
    let imported = try ProgramRun(
      ["sessions", "import", folder.path("kept.json"), "--as", "copy"], environment: state)
    #expect(imported.code == 0, "it repeats itself: \(imported.output)")
  }
}
