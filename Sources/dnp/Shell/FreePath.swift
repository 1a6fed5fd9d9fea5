import Foundation

/// Where something is written for which nobody gave a name.
enum FreePath {
  /// The largest number that is tried.
  private static let numberMax = 10_000

  /// Whether something is at a path, be it a broken link.
  static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The path with an ending, or with the first number before that to which nothing leads yet, not
  /// even a broken link; throws when all are taken.
  static func first(_ base: String, ending: String = "") throws(CommandFailure) -> String {
    for number in 1...numberMax {
      let path = number == 1 ? base + ending : "\(base)-\(number)\(ending)"
      if !isTaken(path) { return path }
    }
    throw CommandFailure(
      .cannotWrite, "\(base)\(ending) and \(numberMax - 1) more exist; delete some")
  }
}
