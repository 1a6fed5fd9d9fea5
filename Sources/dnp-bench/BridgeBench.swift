import Bridge
import Foundation
import JSONText
import RandomHistories
import SimulationCore

/// The bridge under a million malformed lines, and under random histories.
enum BridgeBench {
  private static let lineCount = 1_000_000
  private static let seeds: ClosedRange<UInt64> = 1...200
  private static let steps = 300

  /// What should not be.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Prints the figures; throws when a line is not answered as it should be.
  static func run() throws {
    try malformed()
    try histories()
  }

  private static func malformed() throws {
    var random = SeededGenerator(seed: 1)
    var session = BridgeSession()
    var expected = 0
    var replies = 0
    var longest = 0.0
    let seconds = try Stopwatch.seconds {
      for count in 0..<lineCount {
        let line =
          count % 4 == 3 ? MalformedLine.noise(&random) : MalformedLine.mutated(&random)
        if MalformedLine.expectsReply(line) { expected += 1 }
        let began = Date()
        for reply in session.receive(line: line) {
          let value = try JSONParser.parse(reply)
          if value["id"] != nil { replies += 1 }
        }
        longest = max(longest, Date().timeIntervalSince(began))
      }
    }
    // A new phone settles the calls that still wait.
    let last = #"{"jsonrpc":"2.0","method":"session.configure"}"#
    for reply in session.receive(line: Array(last.utf8)) {
      if try JSONParser.parse(reply)["id"] != nil { replies += 1 }
    }
    guard replies == expected else {
      throw Failure(description: "\(expected) replies were due to malformed lines, \(replies) came")
    }
    print(
      "bridge, \(lineCount) malformed lines: "
        + "\(format(Double(lineCount) / seconds / 1000)) k lines/s, "
        + "each answered once, longest \(format(longest * 1000)) ms (limit ≤ 2000), "
        + "\(format(residentMegabytes)) MB resident")
  }

  private static func histories() throws {
    var longest = 0.0
    var lines = 0
    var violations = 0
    let seconds = try Stopwatch.seconds {
      for seed in seeds {
        var history = BridgeHistory(seed: seed)
        var session = BridgeSession()
        var open: Set<Int64> = []
        for (index, line) in history.lines(steps).enumerated() {
          open.insert(Int64(index + 1))
          lines += 1
          let began = Date()
          for reply in session.receive(line: line) {
            let value = try JSONParser.parse(reply)
            guard let id = value["id"]?.integerValue else { continue }
            guard open.remove(id) != nil else {
              throw Failure(description: "seed \(seed): \(id) was answered twice")
            }
            for violation in value["result"]?["violations"]?.arrayValue ?? [] {
              violations += 1
              print("seed \(seed), line \(index + 1): \(violation.canonicalText)")
            }
          }
          longest = max(longest, Date().timeIntervalSince(began))
        }
        guard open.isEmpty else {
          throw Failure(description: "seed \(seed): no reply to \(open.sorted())")
        }
      }
    }
    print(
      "bridge, \(seeds.count) histories of \(steps) steps, good and bad, with a quiet phase: "
        + "\(lines) lines in \(format(seconds)) s, every id answered once, "
        + "longest \(format(longest * 1000)) ms (limit ≤ 2000), violations \(violations)")
    guard violations == 0 else {
      throw Failure(description: "\(violations) invariants are broken in random histories")
    }
  }

  private static var residentMegabytes: Double {
    var usage = rusage()
    // RUSAGE_SELF, which is an enum on one system and a number on the other.
    getrusage(0, &usage)
    #if os(Linux)
    return Double(usage.ru_maxrss) / 1024
    #else
    return Double(usage.ru_maxrss) / 1_048_576
    #endif
  }

  private static func format(_ value: Double) -> String { String(format: "%.1f", value) }
}
