package import Descriptors

/// Why `dnp-net` cannot be asked.
package enum NetChildError: Error, Hashable, Sendable, CustomStringConvertible {
  case notFound(path: String)
  case isFolder(path: String)
  case cannotStart(SystemError)
  /// It has ended, by itself or by a crash.
  case ended
  /// It takes no line, or answers none in time.
  case silent
  /// A line that is no answer.
  case unexpected
  case notListening(reason: String)

  package var description: String {
    switch self {
    case .notFound(let path):
      "\(path) is missing; 'make build-net' builds it, DNP_NET names another place"
    case .isFolder(let path): "\(path) is a folder; DNP_NET names the program itself"
    case .cannotStart(let error): "dnp-net cannot be started (\(error))"
    case .ended: "dnp-net has ended unexpectedly"
    case .silent: "dnp-net does not answer"
    case .unexpected: "dnp-net said something that is no answer; is it of the same version?"
    case .notListening(let reason): "the test API cannot listen (\(reason))"
    }
  }
}
