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

  private static let token =
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NksifQ.eyJpc3MiOiJkaWQ6ZXRocjoxIiwiZXhwIjoxNzYzMjcxNzUwfQ."
    + "c2lnbmF0dXJlLXNpZ25hdHVyZQ"

  /// A script that types secrets into each kind of line, and does something with one of them.
  private static let typed = """
    c : "configureNativeFetcher apiBaseUrl=https://us3r:hunter2@api.example/v1?token=qu3ry \
    activeDid=did:ethr:0x0000000000000000000000000000000000000001 jwtToken=\(token)" Enter
    : "scriptAPI 40l" Backspace Backspace Backspace "500" Enter
    : "configure apiServer=https://us3r:hunter2" Esc
    : "checkPermissionStatus pin=73914682" Ctrl-U "status" Esc
    / "Bearer q7RtZ2planted" Enter
    & "\(token)" Esc
    ? "password=hunter2" Esc
    : "no such thing token=qu3ry" Enter
    : "testEndorserAPI" Enter
    : "advance 3h" Enter
    : "saveLog log.txt" Enter 7
    """
  private static let secrets = [
    "hunter2", "us3r", "qu3ry", "c2lnbmF0dXJl", "eyJpc3M", "73914682", "q7RtZ2planted",
  ]

  /// What the keys of a recording type, without their instants.
  private func typed(_ recording: String) -> String {
    recording.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(separator: " ")
      guard words.count == 3, Int(words[0]) != nil else { return nil }
      return words[2] == "Space" ? " " : words[2].count == 1 ? String(words[2]) : "<\(words[2])>"
    }.joined()
  }

  @Test("no secret that was typed is in a recording or a film, and the phone does the same again")
  func typedSecrets() throws {
    let folder = try TemporaryFolder()
    try write(Self.typed, "s.txt", folder)
    for secret in Self.secrets { #expect(Self.typed.contains(secret)) }
    let arguments = ["--paused", "--script", "s.txt", "--headless", "--size", "200x50"]
    let recorded = try run(arguments + ["--record", "keys.txt", "--cast", "film.cast"], in: folder)
    #expect(recorded.code == 0, "\(recorded.error)")
    let keys = try String(contentsOf: folder.url.appending(path: "keys.txt"), encoding: .utf8)
    let film = try String(contentsOf: folder.url.appending(path: "film.cast"), encoding: .utf8)
    for secret in Self.secrets {
      #expect(!typed(keys).contains(secret) && !film.contains(secret), "\(secret)")
    }
    // What is no secret is recorded as it was typed, mistakes included.
    #expect(typed(keys).contains("scriptAPI 40l<Backspace><Backspace><Backspace>500<Enter>"))
    #expect(typed(keys).contains("configureNativeFetcher {"))
    #expect(keys.matches(of: /# A secret was typed here/).count == 3, "\(keys)")
    #expect(keys.matches(of: /# What was typed here may have been/).count == 4, "\(keys)")
    let again = try TemporaryFolder()
    try write(keys, "keys.txt", again)
    let played = try run(["--replay", "keys.txt", "--headless"], in: again)
    #expect(played.code == 0, "\(played.error)")
    let logs = try [folder, again].map {
      try String(contentsOf: $0.url.appending(path: "log.txt"), encoding: .utf8)
    }
    #expect(logs[0] == logs[1] && logs[0].contains("testEndorserAPI"))
  }

  @Test("a film shows what is typed, and asterisks in place of a line with a secret")
  func filmed() throws {
    let folder = try TemporaryFolder()
    // Each frame has one more character.
    try write(": \"advance 3h\" Enter : \"configure apiKey=qu3ry\" Enter", "s.txt", folder)
    let arguments = ["--paused", "--script", "s.txt", "--headless", "--size", "80x24"]
    let run = try run(arguments + ["--cast", "film.cast"], in: folder)
    #expect(run.code == 0, "\(run.error)")
    let film = try String(contentsOf: folder.url.appending(path: "film.cast"), encoding: .utf8)
    let plain = film.replacing(/\\u001b\[[0-9;]*m/, with: "")
    let shown = plain.matches(of: /\[24;\d+H([^\\])/).map { String($0.output.1) }.joined()
    #expect(shown.contains("advance 3h"), "\(shown)")
    #expect(shown.contains(String(repeating: "*", count: 22)), "\(shown)")
    #expect(!shown.contains("qu3ry") && !film.contains("apiKey=q"))
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
