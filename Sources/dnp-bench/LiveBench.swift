import Foundation
import NetChild
import NetProtocol

/// How long a request over loopback takes, from the line that asks to the line that answers.
enum LiveBench {
  /// How many requests are measured, after a few that open the connection.
  private static let count = 200
  private static let warmUps = 20
  /// How many more requests show whether memory grows.
  private static let laterCount = 10_000

  /// Prints the figures; a `dnp-net` that was not built is left out.
  static func run() throws {
    let path = ProcessInfo.processInfo.environment["DNP_NET"] ?? ".build/release/dnp-net"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      print("live requests: no \(path) here (make build-net): left out")
      return
    }
    let clock = ContinuousClock()
    let began = clock.now
    let child = try NetChild(path: path)
    _ = try child.startAPI(withinMilliseconds: 20_000)
    let start = (clock.now - began) / .milliseconds(1)
    for number in 1...warmUps { try fetch(number, child) }
    let before = usage(of: child)
    var times: [Double] = []
    for number in 1...count {
      let began = clock.now
      try fetch(warmUps + number, child)
      times.append((clock.now - began) / .milliseconds(1))
    }
    let after = usage(of: child)
    times.sort()
    print(
      "live requests over loopback, \(count) in turn: median \(times[count / 2].text()) ms, "
        + "p99 \(times[count * 99 / 100].text()) ms (limit ≤ 20); "
        + "dnp-net listens after \(start.text()) ms")
    print(
      "dnp-net before and after them: \(before.descriptors) and \(after.descriptors) descriptors, "
        + "\(before.kibibytes) and \(after.kibibytes) KiB of memory")
    for thousand in stride(from: 0, to: laterCount, by: 1_000) {
      for number in 1...1_000 { try fetch(warmUps + count + thousand + number, child) }
      if thousand == 1_000 { print("after 2,000 more: \(usage(of: child).kibibytes) KiB") }
    }
    let end = usage(of: child)
    print("after \(laterCount) more: \(end.descriptors) descriptors, \(end.kibibytes) KiB")
  }

  private struct Unexpected: Error, CustomStringConvertible {
    let description: String
  }

  private static func fetch(_ number: Int, _ child: NetChild) throws {
    try child.send(
      .fetch(
        NetFetch(
          number: number, url: "https://api.test.example/content", headers: [],
          timeoutMilliseconds: 15_000, bytesMax: 1_048_576)))
    guard case .fetched(let response)? = try child.receive(withinMilliseconds: 20_000),
      response.status == 200, !response.body.isEmpty
    else { throw Unexpected(description: "request \(number) was not answered with content") }
  }

  /// The open descriptors and the resident memory of a process, where `/proc` tells; else zeros.
  private static func usage(of child: NetChild) -> (descriptors: Int, kibibytes: Int) {
    let folder = "/proc/\(child.processID)"
    let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/fd").count
    let status = (try? String(contentsOfFile: "\(folder)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return (descriptors ?? 0, Int(line.filter(\.isNumber)) ?? 0)
  }
}
