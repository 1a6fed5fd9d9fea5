/// Why a string is not a JSON pointer.
public enum JSONPointerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is not empty and does not begin with `/`.
  case missingSlash(text: String)
  /// A `~` is not followed by 0 or 1.
  case malformedEscape(text: String)

  /// A sentence with the string.
  public var description: String {
    switch self {
    case .missingSlash(let text): "JSON pointer '\(text)' must be empty or begin with '/'"
    case .malformedEscape(let text): "JSON pointer '\(text)' has a '~' without 0 or 1 after it"
    }
  }
}
