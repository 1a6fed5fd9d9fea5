import Synchronization

/// A regular expression of a schema; unless anchored, it may match anywhere in a string.
struct SchemaPattern: Sendable {
  let text: String

  /// Compiled expressions by their text; `Regex` may not be shared, so each is used under the lock.
  private static let compiled = Mutex<[String: Regex<AnyRegexOutput>]>([:])

  /// Nil for an invalid expression.
  init?(_ text: String) {
    guard (try? Regex(text)) != nil else { return nil }
    self.text = text
  }

  func matches(_ subject: String) -> Bool {
    SchemaPattern.compiled.withLock { compiled in
      if compiled[text] == nil { compiled[text] = try? Regex(text) }
      return compiled[text].map { subject.contains($0) } ?? false
    }
  }
}
