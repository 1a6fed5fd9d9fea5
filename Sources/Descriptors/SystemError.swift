import Foundation

/// Why a call of the operating system failed.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's number, such as `ENOENT`.
  package let code: Int32

  /// Makes the error with a number of the system.
  package init(code: Int32) {
    self.code = code
  }

  /// The error of this thread's last failed call; read it right after that call.
  package static var last: SystemError { SystemError(code: errno) }

  /// What the system says about it: `No such file or directory`.
  package var description: String { String(cString: strerror(code)) }
}
