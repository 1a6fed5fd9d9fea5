import Foundation

/// The copy of a process' memory that the system may write when it crashes.
package enum CoreFile {
  /// Keeps this process, and those that it starts from now on, from leaving a core file.
  ///
  /// Called before the process holds a secret: a core file would have it.
  ///
  /// Source: POSIX, setrlimit(2), RLIMIT_CORE.
  package static func forbid() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if os(Linux)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    #else
    setrlimit(RLIMIT_CORE, &none)
    #endif
  }
}
