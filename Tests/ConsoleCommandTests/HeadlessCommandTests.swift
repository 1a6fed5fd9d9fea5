import Foundation
import ProgramSupport
import Testing

@Suite("Console without a terminal")
struct HeadlessCommandTests {
  private func run(_ arguments: [String], in folder: TemporaryFolder) throws -> ProgramRun {
    let environment = [
      "XDG_STATE_HOME": folder.url.path + "/state", "XDG_CONFIG_HOME": folder.url.path + "/config",
      "LC_ALL": "C.UTF-8",
    ]
    return try ProgramRun(arguments, input: "", environment: environment, folder: folder.url)
  }

  private func write(_ text: String, _ name: String, _ folder: TemporaryFolder) throws {
    try text.write(
      to: folder.url.appending(path: name), atomically: true, encoding: .utf8)
  }

  @Test("a script is pressed, the screen printed, and the film is the same each time")
  func script() throws {
    var films: [String] = []
    for name in ["a.cast", "b.cast"] {
      let folder = try TemporaryFolder()
      try write("c r y s : \"goto next notification\" Enter", "s.txt", folder)
      let run = try run(
        [
          "--new", "--paused", "--script", "s.txt", "--headless", "--size", "60x16", "--cast", name,
        ],
        in: folder)
      #expect(run.code == 0, "\(run.error)")
      #expect(run.output.split(separator: "\n", omittingEmptySubsequences: false).count == 17)
      #expect(run.output.contains("Daily shown with default text"))
      films.append(
        try String(contentsOf: folder.url.appending(path: name), encoding: .utf8))
    }
    #expect(films[0] == films[1])
    #expect(films[0].contains("\"m\",\"Schedule Test Notification\""))
  }

  @Test("each file that is saved without a name has its ending")
  func endings() throws {
    let folder = try TemporaryFolder()
    let keys = "c x Ctrl-S : \"saveDisplay\" Enter : \"saveScenario\" Enter A Enter"
    try write(keys, "s.txt", folder)
    let run = try run(["--paused", "--script", "s.txt", "--headless"], in: folder)
    #expect(run.code == 0, "\(run.error)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .filter { $0.hasPrefix("dnp-") }.sorted()
    #expect(
      names == [
        "dnp-bundle-default-20251115T054230Z", "dnp-log-default-20251115T054230Z.txt",
        "dnp-report-default-20251115T054230Z.json", "dnp-scenario-default-20251115T054230Z.yaml",
        "dnp-screen-default-20251115T054230Z.txt",
      ])
  }

  @Test("a film or a recording never replaces a file")
  func existing() throws {
    let folder = try TemporaryFolder()
    try write("c", "s.txt", folder)
    for option in ["--cast", "--record"] {
      let run = try run(["--script", "s.txt", "--headless", option, "s.txt"], in: folder)
      #expect(run.code == 73)
      #expect(run.error.contains("s.txt exists; name another file"))
    }
    #expect(try String(contentsOf: folder.url.appending(path: "s.txt"), encoding: .utf8) == "c")
  }

  @Test("what was recorded is played again, and shows the same screen")
  func replay() throws {
    let folder = try TemporaryFolder()
    try write("c r y s : \"advance 3h\" Enter 7", "s.txt", folder)
    let recorded = try run(
      ["--paused", "--script", "s.txt", "--headless", "--record", "keys.txt"], in: folder)
    #expect(recorded.code == 0, "\(recorded.error)")
    let played = try run(["--replay", "keys.txt", "--headless"], in: folder)
    #expect(played.code == 0, "\(played.error)")
    #expect(played.output == recorded.output)
  }

  @Test(
    "options that contradict each other are refused with 64, bad files with 65",
    arguments: [
      (["--headless"], 64), (["--script", "s.txt", "--replay", "s.txt"], 64),
      (["--plain", "--cast", "c"], 64), (["--script", "s.txt", "--headless", "--size", "9"], 64),
      (["--replay", "s.txt", "--headless", "--seed", "3"], 64),
      (["--replay", "s.txt", "--headless"], 65), (["--script", "bad.txt", "--headless"], 65),
      (["--script", "none.txt", "--headless"], 66),
    ] as [([String], Int32)])
  func refused(arguments: [String], code: Int32) throws {
    let folder = try TemporaryFolder()
    try write("c", "s.txt", folder)
    try write("c Return", "bad.txt", folder)
    let run = try run(arguments, in: folder)
    #expect(run.code == code, "\(run.error)")
    #expect(!run.error.isEmpty)
  }

  @Test("a person's keys count, also without a screen; a bad line is named and the rest counts")
  func keys() throws {
    let folder = try TemporaryFolder()
    let config = folder.url.appending(path: "config/dnp")
    try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
    let map = "buttons:\n  controls.checkPluginStatus: Ctrl-E\nscreen:\n  no.such: x\n"
    try map.write(to: config.appending(path: "keys.yaml"), atomically: true, encoding: .utf8)
    try write("Ctrl-E", "s.txt", folder)
    let run = try run(["--script", "s.txt", "--headless", "--size", "160x50"], in: folder)
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("configure() called"))
    try write("Ctrl-E : \"messages\" Enter", "t.txt", folder)
    let recorded = try self.run(
      ["--script", "t.txt", "--record", "r.txt", "--headless", "--size", "200x50"], in: folder)
    #expect(recorded.output.contains("no.such"))
    let recording = try String(contentsOf: folder.url.appending(path: "r.txt"), encoding: .utf8)
    #expect(recording.contains("\nkeys buttons controls.checkPluginStatus Ctrl-E\n"))
    // The recording brings its keys along.
    try FileManager.default.removeItem(at: config)
    let played = try self.run(["--replay", "r.txt", "--headless"], in: folder)
    #expect(played.output.contains("configure() called"), "\(played.error)")
  }

  @Test("a pipe as theme is named and ignored, or refused where it was asked for")
  func pipe() throws {
    let folder = try TemporaryFolder()
    try write("", "s.txt", folder)
    let config = folder.url.appending(path: "config/dnp")
    try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
    let path = config.appending(path: "theme.yaml").path
    #expect(mkfifo(path, 0o600) == 0)
    // The path of the folder may be long.
    let own = try run(["--script", "s.txt", "--headless", "--size", "200x50"], in: folder)
    #expect(own.code == 0)
    #expect(own.output.contains("this is no regular file"))
    let asked = try run(["--script", "s.txt", "--headless", "--theme", path], in: folder)
    #expect(asked.code == 66)
  }
}
