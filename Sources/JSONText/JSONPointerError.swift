/// Why a text is no JSON pointer.
public enum JSONPointerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is not empty and does not begin with `/`.
  case missingSlash(text: String)
  /// A `~` is followed by neither 0 nor 1.
  case malformedEscape(text: String)

  /// One sentence with the text.
  public var description: String {
    switch self {
    case .missingSlash(let text): "JSON pointer '\(text)' must be empty or begin with '/'"
    case .malformedEscape(let text): "JSON pointer '\(text)' has a '~' without 0 or 1 after it"
    }
  }
}
