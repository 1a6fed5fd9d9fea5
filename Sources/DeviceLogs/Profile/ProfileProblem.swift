/// Why a file is no profile: where, what, and what to do.
public struct ProfileProblem: Error, Hashable, Sendable, CustomStringConvertible {
  public var path: String
  /// From 1; 0 where the whole file is meant.
  public let line: Int
  public let column: Int
  public let message: String
  public let remedy: String

  init(_ line: Int, _ column: Int, _ message: String, _ remedy: String) {
    (path, self.line, self.column, self.message, self.remedy) = ("", line, column, message, remedy)
  }

  /// Path, line and column, what is wrong, and the remedy.
  public var description: String {
    "\(path):\(max(line, 1)):\(max(column, 1)): \(message); \(remedy)"
  }

  /// A word that stands for nothing here.
  static func unknown(
    _ kind: String, _ word: String, _ node: ProfileNode, known: [String]
  ) -> ProfileProblem {
    let message = "there is no \(kind) '\(word.prefix(60))'"
    if let near = NearWord.nearest(to: word, in: known) {
      return ProfileProblem(node.line, node.column, message, "did you mean '\(near)'?")
    }
    let alike = known.filter { $0.lowercased().hasPrefix(word.prefix(4).lowercased()) }
    let list = (alike.isEmpty ? known : alike).joined(separator: ", ")
    return ProfileProblem(node.line, node.column, message, "use one of: \(list)")
  }
}
