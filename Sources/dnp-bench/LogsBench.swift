import Foundation

/// `dnp validate-logs` on a large log, beside a search for the plugin's mark in the same file.
enum LogsBench {
  private static let megabytes = [50, 500]
  private static let runs = 5

  /// Why there is no figure.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    static let notWhole = Failure(description: "dnp validate-logs did not find the log whole")
  }

  /// Prints the figures; throws when a program does not do what it should.
  static func run() throws {
    guard FileManager.default.isExecutableFile(atPath: MeasuredProgram.path) else {
      print("logs: \(MeasuredProgram.missing)")
      return
    }
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "dnp-bench-logs-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var resident: [Int] = []
    for size in megabytes {
      let log = folder.appending(path: "\(size).log").path
      let lines = try LogFile.write(to: log, bytes: size * 1_000_000)
      resident.append(try measure(log, megabytes: size, lines: lines))
    }
    let grown = Double(resident[resident.count - 1] - resident[0]) / 1_048_576
    print(
      "  memory from the small log to the large one: "
        + "\(grown.text(digits: 1)) MB more (limit ≤ 2)")
  }

  /// Prints the rates for one log; returns the peak memory.
  private static func measure(
    _ log: String, megabytes: Int, lines: (all: Int, own: Int)
  ) throws -> Int {
    var own: [Double] = []
    var peers: [Double] = []
    let arguments = ["validate-logs", "--profile", "prefetch", log]
    let peer = Search.found
    // The first run warms the file cache.
    for index in 0...runs {
      var status: Int32?
      let seconds = Stopwatch.seconds {
        status = Child.status(of: MeasuredProgram.path, arguments)
      }
      guard status == 0 else { throw Failure.notWhole }
      let other = Stopwatch.seconds { _ = peer.run(on: log) }
      if index > 0 {
        own.append(Double(megabytes) / seconds)
        peers.append(Double(megabytes) / other)
      }
    }
    guard let resident = Child.residentMax(of: MeasuredProgram.path, arguments) else {
      throw Failure.notWhole
    }
    print(
      "validate-logs on \(megabytes) MB, \(lines.all) lines, \(lines.own) of the plugin: "
        + "\(Stopwatch.median(own).text(digits: 1)) MB/s (limit ≥ 300), "
        + "\((Double(resident) / 1_048_576).text(digits: 1)) MB of memory; "
        + "\(peer.name) -c DNP- \(Stopwatch.median(peers).text(digits: 1)) MB/s")
    return resident
  }

  /// The search that runs on the same log.
  private struct Search {
    let name: String
    let path: String

    /// Counts the lines with the plugin's mark; returns the exit status.
    ///
    /// Through a pipe, since grep stops at the first match when its output is discarded.
    func run(on log: String) -> Int32? {
      Child.status(of: "/bin/sh", ["-c", "\"$0\" -c DNP- \"$1\" | cat", path, log])
    }

    /// ripgrep, or grep where that is missing.
    static var found: Search {
      let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      let paths = folders.map { "\($0)/rg" }
      if let path = paths.first(where: FileManager.default.isExecutableFile) {
        return Search(name: "rg", path: path)
      }
      print("logs: rg (ripgrep) is not here, so grep is the peer")
      return Search(name: "grep", path: "/usr/bin/grep")
    }
  }
}
