import PlainText

/// What is wrong at a place of a file that is being read; its reader knows the file's name.
public struct YAMLProblem: Error, Hashable, Sendable {
  /// The file, when it is another one than the reader's.
  public private(set) var path: String?
  /// Where in the file.
  public let place: SourcePlace
  /// What is wrong there.
  public let message: String
  /// How the remedy is worded.
  let advice: Remedy

  /// What to do about it; searches a near word each time, where the problem is an unknown one.
  public var remedy: String { advice.text }

  /// Makes a problem of the file that is being read.
  public init(_ place: SourcePlace, _ message: String, _ remedy: String) {
    self.init(place, message, .text(remedy))
  }

  private init(_ place: SourcePlace, _ message: String, _ advice: Remedy) {
    self.place = place
    self.message = message
    self.advice = advice
  }

  /// The same problem with more said about it.
  public func adding(_ words: String) -> YAMLProblem {
    var longer = YAMLProblem(place, message + words, advice)
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

  private static func unknown(
    at place: SourcePlace, _ message: String, _ word: String, known: [String],
    listing listed: [String]? = nil
  ) -> YAMLProblem {
    YAMLProblem(place, message, .search(word: word, known: known, listed: listed ?? known))
  }
}
