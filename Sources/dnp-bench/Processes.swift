import Foundation

/// The C++ peer of the queue, built from its source with the compiler that `CXX` names.
struct PeerQueue {
  let binary: String

  /// Builds the peer in a temporary folder; nil when there is no compiler.
  static func build() -> PeerQueue? {
    let source = "Sources/dnp-bench/Peer/priority_queue.cpp"
    let compiler = ProcessInfo.processInfo.environment["CXX"] ?? ""
    guard !compiler.isEmpty, FileManager.default.fileExists(atPath: source) else { return nil }
    let binary = FileManager.default.temporaryDirectory
      .appending(path: "dnp-bench-peer-\(ProcessInfo.processInfo.processIdentifier)").path
    guard Child.output(of: "/usr/bin/env", [compiler, "-O3", "-o", binary, source]) != nil else {
      return nil
    }
    return PeerQueue(binary: binary)
  }

  /// Millions of events per second with a queue of `size`.
  func run(size: Int, rounds: Int) -> Double {
    guard let output = Child.output(of: binary, [String(size), String(rounds)]),
      let word = output.split(separator: " ").first, let millions = Double(word)
    else { return .nan }
    return millions
  }

  /// Deletes the binary.
  func remove() {
    try? FileManager.default.removeItem(atPath: binary)
  }
}

/// The `dnp` that is measured: `DNP_PROGRAM`, or the release build in the project's folder.
enum MeasuredProgram {
  static let path =
    ProcessInfo.processInfo.environment["DNP_PROGRAM"]
    ?? FileManager.default.currentDirectoryPath + "/.build/release/dnp"

  /// What is said where it is missing.
  static let missing = "no \(path) here; run from the project's folder"
}

/// `dnp run` as a whole process.
enum ScenarioBench {
  /// The first run's file.
  static let happyPath = "assets/scenarios/first-run/happy-path.yaml"
  /// The folder of the catalogue.
  static let catalogue = "assets/scenarios"

  /// Runs a path with further arguments; nil when there is nothing to run or it fails.
  static func run(
    _ path: String, _ arguments: [String] = [], times: Int
  ) -> (median: Double, slowest: Double)? {
    let binary = MeasuredProgram.path
    let files = FileManager.default
    guard files.fileExists(atPath: binary), files.fileExists(atPath: path) else { return nil }
    var seconds: [Double] = []
    for _ in 0...times {
      var status: Int32?
      seconds.append(
        Stopwatch.seconds { status = Child.status(of: binary, ["run", path] + arguments) })
      guard status == 0 else { return nil }
    }
    // The first run warms the file cache.
    let counted = Array(seconds.dropFirst())
    return (Stopwatch.median(counted), counted.max() ?? .nan)
  }
}

/// Runs programs.
enum Child {
  /// The output of a program; nil when it could not run or failed.
  static func output(of path: String, _ arguments: [String]) -> String? {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
  }

  /// A program's exit status, with its output discarded; nil when it could not run.
  ///
  /// It waits with `waitpid`: Foundation's `Process` checks only every 50 ms whether a child has
  /// ended, which would be measured instead.
  static func status(of path: String, _ arguments: [String]) -> Int32? {
    guard let pid = spawn(path, arguments) else { return nil }
    var status: Int32 = 0
    guard waitpid(pid, &status, 0) == pid else { return nil }
    return status
  }

  /// The peak memory of a program in bytes; nil when it could not run or failed.
  ///
  /// A child begins as a copy of its parent, and Linux counts that into the child's peak. So the
  /// program is started by a copy of this one that has done nothing yet (`measure`), and the least
  /// that can be measured is what that copy takes.
  static func residentMax(of path: String, _ arguments: [String]) -> Int? {
    let measure = [CommandLine.arguments[0], "measure", path] + arguments
    return output(of: "/usr/bin/env", measure).flatMap {
      Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }

  /// Runs a program and prints its peak memory in bytes; exits with 1 when it fails.
  static func measure(_ words: [String]) {
    guard let path = words.first, let pid = spawn(path, Array(words.dropFirst())) else { exit(1) }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(pid, &status, 0, &usage) == pid, status == 0 else { exit(1) }
    #if canImport(Darwin)
    print(usage.ru_maxrss)
    #else
    print(usage.ru_maxrss * 1_024)
    #endif
  }

  /// Starts a program without input, with its output discarded.
  private static func spawn(_ path: String, _ arguments: [String]) -> pid_t? {
    let words = ([path] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in [1, 2] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    var pid = pid_t()
    guard posix_spawn(&pid, path, &actions, nil, words + [nil], environ) == 0 else { return nil }
    return pid
  }
}
