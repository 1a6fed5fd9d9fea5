import PlainText

/// What is wrong at a place of a file that is being read; its reader knows the file's name.
public struct YAMLProblem: Error, Hashable, Sendable {
  /// The file, when it is another one than the reader's.
  public private(set) var path: String?
  /// Where in the file.
  public let place: SourcePlace
  /// What is wrong there.
  public let message: String
  /// What to do about it.
  public let remedy: String

  /// Makes a problem of the file that is being read.
  public init(_ place: SourcePlace, _ message: String, _ remedy: String) {
    self.place = place
    self.message = message
    self.remedy = remedy
  }

  /// The same problem with more said about it.
  public func adding(_ words: String) -> YAMLProblem {
    var longer = YAMLProblem(place, message + words, remedy)
    longer.path = path
    return longer
  }

  /// The same problem, in a file of that name.
  public func located(in path: String) -> YAMLProblem {
    var located = self
    located.path = path
    return located
  }

  /// A word that is none of those that are known here.
  ///
  /// The remedy suggests a near word and lists the known ones, or those of them that are worth a
  /// look.
  public static func unknown(
    _ kind: String, _ word: String, at place: SourcePlace, known: [String],
    listing listed: [String]? = nil
  ) -> YAMLProblem {
    unknown(
      at: place, "there is no \(kind) '\(word.shortened())'", word, known: known, listing: listed)
  }

  /// A key that something does not have.
  public static func unknownKey(
    of owner: String, _ key: String, at place: SourcePlace, known: [String]
  ) -> YAMLProblem {
    unknown(at: place, "\(owner) takes no key '\(key.shortened())'", key, known: known)
  }

  /// A value that is none of the words that something can be.
  public static func unknownValue(
    of owner: String, _ value: String, at place: SourcePlace, known: [String]
  ) -> YAMLProblem {
    unknown(at: place, "'\(value.shortened())' is not a value of \(owner)", value, known: known)
  }

  /// How many words a remedy lists.
  private static let listMax = 80

  private static func unknown(
    at place: SourcePlace, _ message: String, _ word: String, known: [String],
    listing listed: [String]? = nil
  ) -> YAMLProblem {
    let words = listed ?? known
    let rest = words.count - listMax
    let list =
      words.prefix(listMax).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    if known.isEmpty {
      return YAMLProblem(place, message, "there is none at all here")
    }
    guard let near = Suggestion.nearest(to: word, in: known) else {
      return YAMLProblem(place, message, "use one of: \(list)")
    }
    return YAMLProblem(place, message, "did you mean '\(near)'? one of: \(list)")
  }
}
