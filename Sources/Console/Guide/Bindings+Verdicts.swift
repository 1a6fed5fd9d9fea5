/// The keys of verdicts, as questions name them.
extension Bindings {
  /// `P pass, X fail, K skip`.
  var verdicts: String { words([(.pass, "pass"), (.fail, "fail"), (.skip, "skip")]) }

  /// The same with the key of a note.
  var verdictsAndNote: String { "\(verdicts), \(words([(.note, "note")]))" }

  private func words(_ rows: [(action: GuideAction, word: String)]) -> String {
    rows.map { "\(text(of: $0.action.action)) \($0.word)" }.joined(separator: ", ")
  }
}
