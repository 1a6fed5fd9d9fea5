/// A place in a scenario file; lines and columns count from 1, columns in Unicode scalars.
public struct SourcePlace: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int

  /// The first character of a file.
  public static let start = SourcePlace(line: 1, column: 1)

  /// Makes a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// Why a file is no scenario: where, what, and how to mend it.
public struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named.
  public let path: String
  /// Where in the file.
  public let place: SourcePlace
  /// What is wrong there.
  public let message: String
  /// What to do about it.
  public let remedy: String

  /// Makes a finding.
  public init(path: String, place: SourcePlace, message: String, remedy: String) {
    self.path = path
    self.place = place
    self.message = message
    self.remedy = remedy
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

/// A finding in a file, mostly the one that is being read.
struct FileProblem: Error, Hashable {
  /// The file, when it is another one than the reader's.
  private(set) var path: String?
  let place: SourcePlace
  let message: String
  let remedy: String

  init(_ place: SourcePlace, _ message: String, _ remedy: String) {
    self.place = place
    self.message = message
    self.remedy = remedy
  }

  /// The same finding with more said about it.
  func added(_ words: String) -> FileProblem {
    var longer = FileProblem(place, message + words, remedy)
    longer.path = path
    return longer
  }

  /// The same finding, in a file of that name.
  func located(in path: String) -> FileProblem {
    var located = self
    located.path = path
    return located
  }

  /// A word that is none of those that exist here.
  static func unknown(
    _ kind: String, _ word: String, at place: SourcePlace, known: [String]
  ) -> FileProblem {
    let list = known.joined(separator: ", ")
    let shown = Suggestion.shortened(word)
    if known.isEmpty {
      return FileProblem(place, "there is no \(kind) '\(shown)'", "there is none at all here")
    }
    guard let near = Suggestion.nearest(to: word, in: known) else {
      return FileProblem(place, "there is no \(kind) '\(shown)'", "use one of: \(list)")
    }
    return FileProblem(
      place, "there is no \(kind) '\(shown)'", "did you mean '\(near)'? one of: \(list)")
  }
}
