import DeviceModel
import Foundation

/// Prints the figures of `docs/performance.md`, each beside its peer or its limit.
///
/// Arguments choose parts: queue, phone, length, simpy, scenario, catalogue, console, lines, logs,
/// bridge, tokens, live; without any, all. `days ios 7 730` lets a phone with seven schedules live
/// for 730 days and no more, for a profiler that counts instructions. `measure PROGRAM ARGUMENT…`
/// prints a program's peak memory.
@main
enum Bench {
  static func main() {
    let wanted = CommandLine.arguments.dropFirst()
    let all: [(name: String, run: () throws -> Void)] = [
      ("queue", queue), ("phone", phone), ("window", window), ("length", length), ("simpy", simpy),
      ("scenario", scenario), ("catalogue", catalogue), ("console", ConsoleBench.run),
      ("lines", LinesBench.run), ("logs", LogsBench.run), ("bridge", BridgeBench.run),
      ("tokens", TokenBench.run), ("live", LiveBench.run),
    ]
    do {
      if wanted.first == "measure" { return Child.measure(Array(wanted.dropFirst())) }
      if wanted.first == "days" { return try days(Array(wanted.dropFirst())) }
      for part in all where wanted.isEmpty || wanted.contains(part.name) { try part.run() }
    } catch {
      FileHandle.standardError.write(Data("dnp-bench: \(error)\n".utf8))
      exit(1)
    }
  }

  private struct DaysUsage: Error, CustomStringConvertible {
    let description = "days takes a system, schedules and days: days ios 7 730"
  }

  /// Days of one phone: the system, how many schedules, how many days.
  private static func days(_ words: [String]) throws {
    guard words.count == 3, let platform = DevicePlatform(rawValue: words[0]),
      let schedules = Int(words[1]), let days = Int64(words[2])
    else { throw DaysUsage() }
    let result = try PhoneBench.run(
      days: days, schedules: schedules, platform: platform, isChecked: true)
    print("trace \(result.traceHash), violations \(result.violations)")
  }

  private static func queue() throws {
    let peer = PeerQueue.build()
    defer { peer?.remove() }
    for size in [64, 1000, 10_000] {
      let own = Stopwatch.median(
        (0..<5).map { _ in QueueBench.run(size: size, rounds: 4_000_000).millions })
      var line = "queue of \(size): \(own.text()) M events/s"
      if size == 1000 { line += " (limit ≥ 8)" }
      if let peer {
        let other = Stopwatch.median((0..<5).map { _ in peer.run(size: size, rounds: 4_000_000) })
        line += ", C++ priority_queue \(other.text()) M events/s, ratio \((own / other).text())"
      } else if size == 64 {
        line += ", no C++ compiler (set CXX): peer left out"
      }
      print(line)
    }
  }

  private static func phone() throws {
    try phone("one daily schedule", schedules: 1, years: 100, limit: 200)
  }

  /// What a long pending list costs: an event must not take time in proportion to its square.
  private static func window() throws {
    try phone("seven daily schedules", schedules: 7, years: 10, limit: 40)
  }

  /// A phone without and with invariants, the median of three runs; the limit holds with them.
  private static func phone(
    _ name: String, schedules: Int, years: Int64, limit: Int
  ) throws {
    for isChecked in [false, true] {
      let results = try (0..<3).map { _ in
        try PhoneBench.run(years: years, schedules: schedules, isChecked: isChecked)
      }
      let speed = Stopwatch.median(results.map(\.yearsPerSecond))
      let events = Stopwatch.median(results.map(\.eventsPerSecond))
      print(
        "phone, \(name), records on, invariants \(isChecked ? "on" : "off"): "
          + "\(speed.text()) virtual years/s\(isChecked ? " (limit ≥ \(limit))" : ""), "
          + "\((events / 1000).text()) k events/s, "
          + "\(results[0].recordsPerDay.text()) records/day, \(results[0].pending) pending, "
          + "trace \(results[0].traceHash), violations \(results[0].violations)")
    }
  }

  /// The time per event must not grow with the length of a run.
  private static func length() throws {
    _ = try PhoneBench.run(days: 365, isChecked: true)
    for (name, days, times) in [("1 day", 1, 2000), ("1 year", 365, 20), ("100 years", 36_500, 1)] {
      let results = try (0..<times).map { _ in
        try PhoneBench.run(days: Int64(days), isChecked: true).eventsPerSecond
      }
      let nanoseconds = 1e9 / Stopwatch.median(results)
      print("phone over \(name), invariants on: \(nanoseconds.text()) ns for an event")
    }
  }

  private static func simpy() throws {
    // By turns, so that both meet the same machine; the medians are compared.
    var peers: [SimPyBench.Result] = []
    var phones: [Double] = []
    var androids: [Double] = []
    for _ in 0..<5 {
      guard let peer = SimPyBench.run(days: 100_000) else {
        print("SimPy: no python3 with it here (pip install simpy, or set DNP_PYTHON): left out")
        return
      }
      peers.append(peer)
      phones.append(try PhoneBench.run(years: 60, isChecked: true).eventsPerSecond)
      androids.append(
        try PhoneBench.run(years: 60, platform: .android, isChecked: true).yearsPerSecond)
    }
    let peer = Stopwatch.median(peers.map(\.eventsPerSecond))
    let peerYears = Stopwatch.median(peers.map(\.yearsPerSecond))
    let phone = Stopwatch.median(phones)
    let queue = QueueBench.run(size: 64, rounds: 4_000_000).millions * 1e6
    print(
      "SimPy \(peers[0].version), bare schedule: \((peer / 1000).text()) k events/s, "
        + "\(peerYears.text()) virtual years/s, median of five")
    print(
      "phone with invariants beside it, median of five: \((phone / 1000).text()) k events/s, "
        + "ratio \((phone / peer).text()) (limit ≥ 1); "
        + "bare queue ratio \((queue / peer).text()) (limit ≥ 8)")
    // An Android phone has fewer events a day, so that the days are compared.
    let android = Stopwatch.median(androids)
    print(
      "Android phone with invariants beside it, median of five: \(android.text()) virtual years/s, "
        + "ratio \((android / peerYears).text()) (limit ≥ 1)")
  }

  private static func scenario() throws {
    guard let run = ScenarioBench.run(ScenarioBench.happyPath, times: 30) else {
      print("dnp run: no scenario here, or \(MeasuredProgram.missing)")
      return
    }
    print(
      "dnp run happy-path: median \((run.median * 1000).text()) ms, "
        + "slowest of 30 \((run.slowest * 1000).text()) ms from exec to exit (limit ≤ 50)")
  }

  /// All shipped scenarios: alone, on one thread, with proof, and with each report.
  private static func catalogue() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dnp-bench-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let formats = ["json", "ctrf", "junit", "junit-extended", "markdown", "html", "prom"]
    let reports = formats.flatMap { ["--report", "\($0)=\(folder.path)/\($0)"] }
    let parts: [(name: String, arguments: [String])] = [
      ("the catalogue", []), ("on one thread", ["--jobs", "1"]),
      ("each change that turns it red, too", ["--prove"]),
      ("with \(formats.count) reports", reports),
    ]
    for part in parts {
      guard let run = ScenarioBench.run(ScenarioBench.catalogue, part.arguments, times: 10) else {
        print("dnp run: no scenarios here, or \(MeasuredProgram.missing)")
        return
      }
      print(
        "dnp run assets/scenarios, \(part.name): median \((run.median * 1000).text()) ms, "
          + "slowest of 10 \((run.slowest * 1000).text()) ms (limit ≤ 5000)")
    }
  }
}
