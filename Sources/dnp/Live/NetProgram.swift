import Foundation
import NetChild

/// The program that touches sockets: beside this one, or where `DNP_NET` says.
struct NetProgram {
  /// Hosts that it may ask in addition to loopback.
  let allowedHosts: [String]

  /// The variable of the environment that names another program.
  static let variable = "DNP_NET"

  /// Where it is.
  var path: String {
    HostEnvironment.value(NetProgram.variable) ?? ProgramFolder.program("dnp-net")
  }

  /// Throws where it is missing, so that nothing begins that could only fail.
  func check() throws(CommandFailure) {
    do {
      try NetChild.check(path: path)
    } catch {
      throw CommandFailure(.unavailable, error.description)
    }
  }

  /// Starts it.
  func start() throws(NetChildError) -> NetChild {
    try NetChild(
      path: path, arguments: allowedHosts.flatMap { ["--allow-host", $0] })
  }
}
