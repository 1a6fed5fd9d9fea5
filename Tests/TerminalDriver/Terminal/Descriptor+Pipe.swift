import Descriptors
import TerminalDriverShim

extension Descriptor {
  /// A pipe with both ends close-on-exec.
  static func pipe() throws(TerminalDriverError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [-1, -1]
    let code = td_pipe(&ends)
    guard code == 0 else { throw TerminalDriverError(.system(call: "pipe", code: code)) }
    return (Descriptor(number: ends[0]), Descriptor(number: ends[1]))
  }
}
