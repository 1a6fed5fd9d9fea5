/// A call that takes back or restores what is planned, as the name of its method says.
///
/// A log at info shows such calls: without them nobody could tell from it whether a notification
/// that did not come was still wanted.
public enum PlanCall: Hashable, Sendable, CaseIterable {
  case takesBack
  case restores

  /// What a method does to plans; nil for one that does neither.
  public init?(method: String) {
    let kind = PlanCall.allCases.first { kind in kind.beginnings.contains { method.hasPrefix($0) } }
    guard let kind else { return nil }
    self = kind
  }

  /// How the names of such methods begin.
  private var beginnings: [String] {
    switch self {
    case .takesBack: ["cancel", "pause"]
    case .restores: ["resume"]
    }
  }
}
