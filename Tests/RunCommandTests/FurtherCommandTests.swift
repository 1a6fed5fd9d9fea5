import Foundation
import ProgramSupport
import Testing

/// The command that a failed run ends with does what it says.
@Suite("the command after a failed run")
struct FurtherCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let failing = """
    name: a
    knobs: {taskLateness: fixed, deliveryDrift: none}
    steps:
      - device: {setPermission: granted}
      - call: {scheduleDailyNotification: {time: "05:53"}}
      - advance: 30m
      - expect: {delivered: 2}

    """

  /// What follows a heading on a line of the output.
  private func command(_ run: ProgramRun, _ heading: String = "to see why") throws -> String {
    let start = "  \(heading): "
    let line = try #require(
      run.error.split(separator: "\n").last { $0.hasPrefix(start) }, "\(run.error)")
    return String(line.dropFirst(start.count))
  }

  /// Runs a command of a shell, in which `dnp` is the program under test.
  private func shell(_ command: String) throws -> ProgramRun {
    let script = try folder.write("script", "dnp() { \"$DNP\" \"$@\"; }\n\(command)\n")
    return try ProgramRun(shell: "bash '\(script)'", folder: folder.url)
  }

  private func run(_ arguments: [String], input: String = "") throws -> ProgramRun {
    try ProgramRun(["run"] + arguments, input: input, folder: folder.url)
  }

  /// The whole answer about the only notification.
  private static let shown = "daily, planned 2025-11-15 05:53:00: shown with"

  @Test(
    "it can be pasted whatever the file is called",
    arguments: [
      "a.yaml", "-a b.yaml", "it's $(id);.yaml", "line\nfeed.yaml", "\u{1B}[31m.yaml", "ü*.yaml",
    ])
  func names(name: String) throws {
    try folder.write(name, FurtherCommandTests.failing)
    let run = try run(["./" + name])
    #expect(run.code == 1)
    let why = try shell(try command(run))
    #expect(why.output.contains(FurtherCommandTests.shown), "\(run.error)\(why.error)")
    // Without `./` a path may look like an option.
    guard name.hasPrefix("-") else { return }
    let bare = try self.run(["--", name])
    #expect(try command(bare).contains("--scenario './\(name)'"), "\(bare.error)")
  }

  @Test("it names the row of the data that failed")
  func rows() throws {
    let yaml = FurtherCommandTests.failing
      .replacing("name: a\n", with: "name: a\ndata: [{T: '05:53'}, {T: '05:58'}, {T: '06:01'}]\n")
      .replacing("\"05:53\"", with: "\"${T}\"").replacing("delivered: 2", with: "delivered: 1")
      .replacing("05:58", with: "15:58")
    try folder.write("a.yaml", yaml)
    let run = try run(["a.yaml"])
    let text = try command(run)
    #expect(text.hasPrefix("dnp why 2025-11-15 --scenario a.yaml --row 2"), "\(run.error)")
    #expect(try shell(text).output.contains("daily, planned 2025-11-15 15:58:00: still ahead"))
    let missing = try ProgramRun(
      ["why", "2025-11-15", "--scenario", "a.yaml", "--row", "4"], folder: folder.url)
    #expect(missing.code == 64)
    #expect(missing.error.contains("--row 4: a.yaml has the rows 1 to 3"), "\(missing.error)")
  }

  @Test("it keeps what was chosen: system, version, seed and variables")
  func choices() throws {
    let yaml = FurtherCommandTests.failing
      .replacing("\"05:53\"", with: "\"${T}\"")
      .replacing("name: a\n", with: "name: a\nplatforms: [ios, android]\n")
      .replacing("granted}\n", with: "granted}\n  - device: {setExactAlarm: granted}\n")
      .replacing("  - device: {setExactAlarm: granted}", with: exact)
    try folder.write("a.yaml", yaml)
    let arguments = ["-e", "T=05:51", "--seed", "7", "--profile", "upstream", "a.yaml"]
    let both = try run(["--platform", "android"] + arguments)
    let text = try command(both)
    for words in ["-e T=05:51", "--seed 7", "--profile upstream", "--platform android"] {
      #expect(text.contains(words), "\(text)")
    }
    #expect(try shell(text).output.contains("planned 2025-11-15 05:51:00"))
    // Without a choice the file is run on both; each needs its own.
    let each = try run(["-e", "T=05:51", "a.yaml"])
    for platform in ["ios", "android"] {
      #expect(each.error.contains("--platform \(platform)\n"), "\(each.error)")
    }
  }

  private let exact = "  - {device: {setExactAlarm: granted}, when: {platform: android}}"

  @Test("it has the seed of the attempt that failed last")
  func attempts() throws {
    try folder.write(
      "a.yaml", FurtherCommandTests.failing.replacing("name: a\n", with: "name: a\nretry: 2\n"))
    #expect(try command(try run(["a.yaml"])).hasSuffix("--seed 3"))
  }

  @Test("it allows the folder from which a scenario includes")
  func includes() throws {
    for name in ["parts", "area"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: true)
    }
    let lines = FurtherCommandTests.failing.split(separator: "\n", omittingEmptySubsequences: false)
    try folder.write("parts/_day.yaml", (["steps:"] + lines[3...]).joined(separator: "\n"))
    try folder.write("area/a.yaml", "name: a\nsteps: [include: ../parts/_day.yaml]\n")
    let text = try command(try run(["."]))
    #expect(text.contains("--allow-include ."), "\(text)")
    let why = try shell(text)
    #expect(why.output.contains(FurtherCommandTests.shown), "\(text) \(why.error)")
  }

  @Test("of stdin it says what has to be done first")
  func standardInput() throws {
    let run = try run(["-"], input: FurtherCommandTests.failing)
    #expect(run.error.contains("<stdin>:7:14: step 4"), "\(run.error)")
    #expect(run.error.contains("7 |   - expect: {delivered: 2}"))
    let text = try command(run, "to see why, write the scenario to FILE")
    try folder.write("FILE", FurtherCommandTests.failing)
    #expect(try shell(text).output.contains(FurtherCommandTests.shown))
  }

  @Test("where nothing was scheduled it writes a bundle")
  func nothing() throws {
    try folder.write("a.yaml", "name: a\nsteps: [expect: {pending: 1}]")
    let text = try command(try run(["a.yaml"]), "to see all of it")
    #expect(text == "dnp run a.yaml --bundle failed")
    let bundle = try shell(text)
    #expect(bundle.error.contains("bundle written: failed/a\n"), "\(bundle.error)")
    // It is written already, and its command would say nothing more.
    let again = try run(["a.yaml", "--bundle", "failed"])
    #expect(!again.error.contains("to see"), "\(again.error)")
  }

  @Test("a call that was rejected is something to tell")
  func rejected() throws {
    try folder.write(
      "a.yaml", "name: a\nsteps: [call: {scheduleDailyNotification: {time: \"25:00\"}}]")
    let why = try shell(try command(try run(["a.yaml"])))
    #expect(why.output.contains("invalid_time"), "\(why.output)")
  }

  @Test("it points at the last day on which a notification was planned")
  func day() throws {
    try folder.write(
      "a.yaml",
      FurtherCommandTests.failing.replacing(
        "  - advance: 30m\n",
        with: "  - advance: 30m\n  - call: {cancelAllNotifications: {}}\n  - advance: 3d\n"
      ).replacing("knobs: {taskLateness: fixed, deliveryDrift: none}", with: "platform: android")
        .replacing("granted}\n", with: "granted}\n  - device: {setExactAlarm: granted}\n"))
    // On Android only the next two are armed, after the first one was shown.
    let text = try command(try run(["a.yaml"]))
    #expect(text.hasPrefix("dnp why 2025-11-17 "), "\(text)")
    #expect(try shell(text).output.contains("withdrawn before its time"))
  }

  @Test("it is left out where it would show a secret")
  func secret() throws {
    try folder.write(
      "a.yaml",
      FurtherCommandTests.failing.replacing("name: a\n", with: "name: a\nredact: [PW]\n")
        .replacing("steps:\n", with: "steps:\n  - {advance: 0s, label: \"${PW}\"}\n"))
    let run = try run(["-e", "PW=hunter2", "a.yaml"])
    #expect(run.code == 1)
    #expect(!run.error.contains("hunter2") && !run.error.contains("to see"), "\(run.error)")
  }
}
