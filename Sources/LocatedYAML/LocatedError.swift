/// Why a file cannot be used: where, what is wrong, and what to do.
public struct LocatedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named.
  public let path: String
  /// Where in the file.
  public let place: SourcePlace
  /// What is wrong there.
  public let message: String
  /// How the remedy is worded.
  let advice: Remedy

  /// What to do about it; searches a near word each time, where the problem is an unknown one.
  public var remedy: String { advice.text }

  /// Makes an error.
  public init(path: String, place: SourcePlace, message: String, remedy: String) {
    self.init(path: path, place: place, message: message, advice: .text(remedy))
  }

  /// Names the file of a problem; one that says that it is in another file keeps that file.
  public init(_ problem: YAMLProblem, path: String) {
    self.init(
      path: problem.path ?? path, place: problem.place, message: problem.message,
      advice: problem.advice)
  }

  private init(path: String, place: SourcePlace, message: String, advice: Remedy) {
    self.path = path
    self.place = place
    self.message = message
    self.advice = advice
  }

  /// The same error with more said about it.
  public func adding(_ words: String) -> LocatedError {
    LocatedError(path: path, place: place, message: message + words, advice: advice)
  }

  /// The line, from 1.
  public var line: Int { place.line }
  /// The column, from 1.
  public var column: Int { place.column }

  /// Path, line and column, what is wrong, and the remedy.
  public var description: String {
    "\(path):\(line):\(column): \(message); \(remedy)"
  }
}
