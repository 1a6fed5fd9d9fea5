import CellGrid
import Foundation
import TerminalDriver

/// The console on a real pseudo terminal, beside `less` and `lnav` on a log of the same size.
enum ConsoleBench {
  private static let small = CellSize(rows: 24, columns: 80)
  private static let large = CellSize(rows: 50, columns: 200)
  /// The number of lines of a log that is opened.
  private static let openedLines = 100_000
  /// The number of lines in the log while keys are measured.
  private static let lines = 1_000_000
  private static let quietMilliseconds: Int32 = 60
  /// Where the log is written and sessions are kept.
  private static let folder = FileManager.default.temporaryDirectory.appending(
    path: "dnp-bench-\(ProcessInfo.processInfo.processIdentifier)")

  /// Prints the figures; throws when a program does not do what it should.
  static func run() throws {
    guard FileManager.default.isExecutableFile(atPath: MeasuredProgram.path) else {
      print("console: \(MeasuredProgram.missing)")
      return
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appending(path: "log.txt").path
    try writeLog(to: log, openedLines)
    try starts(log)
    try writeLog(to: log, lines)
    for size in [small, large] { try keys(size, log) }
    try escape()
    try wakeUps()
    try resizes()
    try sessions()
  }

  // MARK: Sessions

  /// Sessions of eight weeks and of a year in which somebody works each day or week: how long until
  /// the first frame, and how long a step back takes.
  private static func sessions() throws {
    for (name, rounds, jump, startLimit, stepLimit) in [
      ("eight weeks", 56, "1d", 15, 16), ("a year", 52, "7d", 0, 50),
    ] {
      let home = folder.appending(path: "sessions-\(rounds)").path
      let program = try DrivenProgram(launch(["--paused"], home), size: small)
      try program.settle()
      for line in ["c", "r", "y", "s"] {
        try program.type(line)
        try program.settle()
      }
      for _ in 0..<rounds {
        try program.type("t")
        try program.settle()
        try program.type(":advance \(jump)\n")
        try program.settle()
      }
      try end(program)
      var starts: [Double] = []
      for _ in 0...20 {
        let (again, latency) = try DrivenProgram.measureStart(
          launch(["--paused"], home), size: small, idleOption: "--idle-descriptor")
        starts.append(milliseconds(latency))
        try end(again)
      }
      let limit = startLimit > 0 ? " (limit ≤ \(startLimit) ms)" : ""
      print("console, first frame of \(name): \(spread(Array(starts.dropFirst())))\(limit)")
      let again = try DrivenProgram(launch(["--paused"], home), size: small)
      try again.settle()
      let steps = try (0..<rounds).map { _ in milliseconds(try again.measureKey(.character("("))) }
      print("console, step back in \(name): \(percentiles(steps)) (limit ≤ \(stepLimit) ms)")
      try end(again)
    }
  }

  private static func end(_ program: DrivenProgram) throws {
    try program.press(.control("c"))
    _ = try program.terminal.waitForExit()
  }

  // MARK: Start

  private static func starts(_ log: String) throws {
    var own: [Double] = []
    for _ in 0...30 {
      let (program, latency) = try DrivenProgram.measureStart(
        launch(["--paused"]), size: small, idleOption: "--idle-descriptor")
      own.append(milliseconds(latency))
      try program.press(.character("q"))
      _ = try program.terminal.waitForExit()
    }
    print("console, exec to first frame: \(spread(Array(own.dropFirst()))) (limit ≤ 10 ms)")
    for peer in Peer.found(log) {
      let times = try (0...5).map { _ in
        milliseconds(
          try PseudoTerminal.measureStart(
            peer.launch, size: small, quietMilliseconds: quietMilliseconds * 3
          ).latency)
      }
      print("  \(peer.name), 100 k lines: \(spread(Array(times.dropFirst())))")
    }
  }

  // MARK: Keys

  /// The cursor moves up and down through the log, by lines and by pages.
  private static let keys: [PressedKey] = [.up, .up, .pageUp, .up, .pageDown, .down, .up, .pageUp]

  private static func keys(_ size: CellSize, _ log: String) throws {
    let program = try loaded(size)
    var own: [Double] = []
    for round in 0..<1_000 {
      own.append(milliseconds(try program.measureKey(keys[round % keys.count])))
    }
    let limit = size == small ? "limit p99 ≤ 1.5 ms" : "limit p99 ≤ 5 ms"
    print(
      "console, key to last byte at \(size.columns)×\(size.rows), \(lines / 1_000) k lines, "
        + "time running ×3600: \(percentiles(own)) (\(limit))")
    try program.press(.control("c"))
    _ = try program.terminal.waitForExit()
    for peer in Peer.found(log) {
      let (terminal, _) = try PseudoTerminal.measureStart(
        peer.launch, size: size, quietMilliseconds: quietMilliseconds * 5)
      try terminal.write(peer.toEnd)
      _ = try? terminal.measureKey(.up, quietMilliseconds: quietMilliseconds * 5)
      let times = (0..<100).compactMap { round in
        try? milliseconds(
          terminal.measureKey(
            keys[round % keys.count], quietMilliseconds: quietMilliseconds))
      }
      print("  \(peer.name): \(percentiles(times)) of \(times.count) keys")
    }
  }

  /// A console whose log is full of lines, with its session kept and time running fast.
  private static func loaded(_ size: CellSize) throws -> DrivenProgram {
    let program = try start(["--paused"], size)
    for line in ["c", "r", "y", "s", ":level debug\n", "S"] {
      try program.type(line)
      try program.settle()
    }
    // About twenty records a day are written while the app is in the foreground.
    for year in stride(from: 2030, to: 2400, by: 2) {
      try program.type(":goto \(year)-01-01 00:00\n")
      try program.settle()
      if recordCount(program) >= lines { break }
    }
    guard recordCount(program) >= lines else { throw Failure.tooFewRecords }
    try program.press([.tab])
    try program.type("++")
    try program.settle()
    return program
  }

  /// The number after FOLLOW in the log's title.
  private static func recordCount(_ program: DrivenProgram) -> Int {
    for line in program.screen.lines {
      guard let range = line.range(of: "FOLLOW ") else { continue }
      return Int(line[range.upperBound...].prefix { $0.isNumber }) ?? 0
    }
    return 0
  }

  // MARK: The rest

  private static func escape() throws {
    let program = try start(["--paused"], small)
    var times: [Double] = []
    for _ in 0..<50 {
      try program.press(.character("?"))
      try program.settle()
      times.append(milliseconds(try program.measureKey(.escape)))
    }
    print("console, Esc to last byte: \(percentiles(times)) (limit ≤ 30 ms)")
  }

  private static func wakeUps() throws {
    let program = try start(["--paused"], small)
    // The idle line is written just before the program begins to wait.
    Thread.sleep(forTimeInterval: 0.3)
    guard let pid = program.terminal.processID,
      let before = ContextSwitches.cpuWakeups(of: pid)
    else {
      print("console, wake-ups while paused: not known on this system")
      return
    }
    Thread.sleep(forTimeInterval: 3)
    let after = ContextSwitches.cpuWakeups(of: pid)
    // Some kernels count a waiting reader as taken off its processor.
    let count =
      (after.map { $0.voluntary + $0.involuntary } ?? 0)
      - before.voluntary - before.involuntary
    print("console, wake-ups in 3 s while paused: \(count) (limit 0)")
  }

  private static func resizes() throws {
    let program = try start(["--paused"], small)
    var missed = 0
    var times: [Double] = []
    for round in 0..<20 {
      let size = CellSize(rows: 18 + round, columns: 150 - 4 * round)
      let clock = ContinuousClock()
      let elapsed = try clock.measure {
        try program.resize(size)
        try program.settle()
      }
      times.append(Double(elapsed / .microseconds(1)) / 1_000)
      if program.screen.lines.last?.contains("Enter press") != true { missed += 1 }
    }
    print("console, 20 changes of size: \(missed) missed (limit 0), each \(percentiles(times))")
  }

  private static func start(_ arguments: [String], _ size: CellSize) throws -> DrivenProgram {
    let program = try DrivenProgram(launch(["--new"] + arguments), size: size)
    try program.settle()
    return program
  }

  private static func launch(_ arguments: [String], _ home: String? = nil) -> ProgramLaunch {
    let home = ["XDG_STATE_HOME": home ?? folder.path]
    return ProgramLaunch(
      MeasuredProgram.path, arguments,
      environment: ProgramLaunch.plainEnvironment().merging(home) { $1 })
  }

  private static func writeLog(to path: String, _ count: Int) throws {
    var text = ""
    for number in 0..<count {
      text +=
        "2025-11-15T05:42:30.\(100 + number % 900) [DNP-FETCH] BGAppRefreshTask scheduled "
        + "(earliestBeginDate=2025-11-15T05:48:00Z) \(number)\n"
    }
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private enum Failure: Error {
    case tooFewRecords
  }

  // MARK: Figures

  private static func milliseconds(_ latency: OutputLatency) -> Double {
    Double(latency.lastByteNanoseconds) / 1e6
  }

  private static func spread(_ values: [Double]) -> String {
    "median \(Stopwatch.median(values).text()) ms, slowest of \(values.count) "
      + "\((values.max() ?? .nan).text()) ms"
  }

  private static func percentiles(_ values: [Double]) -> String {
    let sorted = values.sorted()
    guard let last = sorted.last else { return "no answer" }
    let p99 = sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
    return "p50 \(sorted[sorted.count / 2].text()) ms, p99 \(p99.text()) ms, "
      + "max \(last.text()) ms"
  }
}

/// A log viewer to compare with.
private struct Peer {
  let name: String
  let launch: ProgramLaunch
  /// The key that moves to the end of the log.
  let toEnd: String

  /// The installed ones; prints which are not.
  static func found(_ log: String) -> [Peer] {
    let rows: [(String, [String], String)] = [
      ("less", [log], "G"), ("lnav", ["-N", log], "G"),
    ]
    return rows.compactMap { name, arguments, toEnd in
      let paths = ["/usr/bin/\(name)", "/usr/local/bin/\(name)"]
      guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
        print("  \(name) is not installed: left out")
        return nil
      }
      var environment = ProgramLaunch.plainEnvironment()
      environment["HOME"] = FileManager.default.temporaryDirectory.path
      let arguments = name == "lnav" ? [log] : arguments
      return Peer(
        name: name, launch: ProgramLaunch(path, arguments, environment: environment), toEnd: toEnd)
    }
  }
}
