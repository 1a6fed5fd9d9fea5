import Foundation

/// The environment of this process, a variable at a time.
///
/// `ProcessInfo` copies all of it for each question, which a start of the console would notice.
enum HostEnvironment {
  /// The value of a variable; nil where it is not set.
  static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The values of those variables that are set.
  static func values(_ names: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for name in names { values[name] = value(name) }
    return values
  }
}
