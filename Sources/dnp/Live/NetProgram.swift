import Foundation
import NetChild

/// The program that touches sockets: beside this one, or where `DNP_NET` says.
struct NetProgram {
  /// Where it is.
  let path: String
  /// Hosts that it may ask in addition to loopback.
  let allowedHosts: [String]

  /// The variable of the environment that names another program.
  static let variable = "DNP_NET"

  init(allowedHosts: [String]) {
    self.allowedHosts = allowedHosts
    path =
      ProcessInfo.processInfo.environment[NetProgram.variable]
      ?? ProgramFolder.program("dnp-net")
  }

  /// Starts it.
  func start() throws(NetChildError) -> NetChild {
    try NetChild(
      path: path, arguments: allowedHosts.flatMap { ["--allow-host", $0] })
  }
}
