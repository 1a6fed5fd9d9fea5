import Foundation
import NetChild

/// The program that touches sockets: beside this one, or where `DNP_NET` says.
///
/// `make build-net` builds it for release; the console of `make run` finds it there.
struct NetProgram {
  /// Hosts that it may ask in addition to loopback.
  let allowedHosts: [String]

  /// The variable of the environment that names another program.
  static let variable = "DNP_NET"

  /// Where it is.
  var path: String {
    if let named = HostEnvironment.value(NetProgram.variable) { return named }
    let beside = ProgramFolder.program("dnp-net")
    let release = ProgramFolder.program("../release/dnp-net")
    let files = FileManager.default
    guard !files.fileExists(atPath: beside), files.fileExists(atPath: release) else {
      return beside
    }
    return release
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
