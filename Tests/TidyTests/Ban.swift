extension Rule {
  /// A rule that some code never appears, whatever the spacing and the line breaks.
  ///
  /// - Parameters:
  ///   - code: the banned code, read as Swift; `violation` has to hold it.
  ///   - exceptAfter: words or symbols that make the code harmless when they precede it.
  static func ban(
    _ code: String, in scope: Scope, remedy: String, violation: String, lookalike: String,
    exceptAfter: Set<String> = []
  ) -> Rule {
    let pattern = Token.read(code)
    return Rule(
      name: "`\(code)` is banned", scope: scope, remedy: remedy, violation: Sample(violation),
      lookalike: Sample(lookalike)
    ) { file in
      (file.places[pattern[0].text] ?? [])
        .filter { file.hasCode(pattern, at: $0) }
        .filter { !exceptAfter.contains(file.token($0 - 1)?.text ?? "") }
        .map { file.tokens[$0].line }
    }
  }
}
