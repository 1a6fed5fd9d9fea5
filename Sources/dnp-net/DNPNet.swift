import ContentClient
import Descriptors
import Foundation

/// `dnp-net`: makes HTTP requests for `dnp`, its parent, and plays the test API.
///
/// Lines of JSON come in on standard input and go out on standard output, which may be one socket.
/// It ends when its input does.
@main
enum DNPNet {
  private static let usage = """
    USAGE: dnp-net [--allow-host NAME]...

    Started by dnp. Reads requests from standard input and writes answers to standard output, a
    JSON object a line; see docs/network.md. Asks loopback addresses only, and the hosts that
    --allow-host names.

    """

  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    // A terminal's Ctrl-C is for dnp, whose end is the end of the input.
    signal(SIGINT, SIG_IGN)
    let service: NetService
    do {
      service = try NetService(
        HostPolicy(allowed: allowedHosts(CommandLine.arguments.dropFirst())))
    } catch let refusal as HostPolicy.Refusal {
      fail("--allow-host: \(refusal)")
    } catch {
      fail("\(error)")
    }
    for await line in LineInput.lines(of: .standardInput) { await service.take(line) }
    service.finish()
    exit(0)
  }

  /// What is wrong with the arguments.
  private struct Usage: Error, CustomStringConvertible {
    let description: String
  }

  private static func allowedHosts(_ arguments: ArraySlice<String>) throws -> [String] {
    var hosts: [String] = []
    var rest = arguments
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h":
        try? Descriptor.standardOutput.writeAll(Array(usage.utf8))
        exit(0)
      case "--allow-host":
        guard let host = rest.popFirst(), !host.isEmpty else {
          throw Usage(description: "--allow-host needs a name")
        }
        hosts.append(host)
      default: throw Usage(description: "there is no '\(argument)'")
      }
    }
    return hosts
  }

  private static func fail(_ message: String) -> Never {
    try? Descriptor.standardError.writeAll(Array("dnp-net: \(message)\n\n\(usage)".utf8))
    exit(64)
  }
}
