/// A suggestion of the command line.
struct Candidate: Hashable, Sendable {
  /// What the line becomes when it is taken.
  let line: String
  /// What is shown.
  let title: String
  /// What it does, or which kind of thing it is.
  let detail: String
  /// Whether more has to be typed after it.
  let needsMore: Bool
  /// Whether nothing else can be meant by what was typed, though the line does not begin with it.
  var isMeant = false
}
