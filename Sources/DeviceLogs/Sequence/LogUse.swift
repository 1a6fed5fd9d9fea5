import DailyNotification

/// A line that a profile's verdict rests on, and what for.
public struct LogUse: Sendable {
  /// What a line is to a profile.
  public enum Role: Hashable, Sendable {
    /// It is a step, by its number from 1.
    case step(Int)
    /// It begins or ends a pass without being a step of it.
    case bound
    /// It must not occur.
    case never
    /// It says when something is due.
    case due
    /// It settles what was due.
    case settles

    /// The role as words.
    public var words: String {
      switch self {
      case .step(let number): "step \(number)"
      case .bound: "bound"
      case .never: "must not occur"
      case .due: "says what is due"
      case .settles: "settles what was due"
      }
    }
  }

  /// The line's number in the input.
  public let number: Int
  public let time: LogTime?
  /// The message with the category's mark.
  public let text: String
  public let roles: [Role]

  /// Nil for a line that the profile says nothing of.
  init?(_ entry: LogEntry, _ line: LogEvent, _ profile: LogProfile) {
    var roles = profile.steps.indices.filter { profile.steps[$0].lines.contains(line) }
      .map { Role.step($0 + 1) }
    let bounds = profile.begins + profile.impliedBy + profile.until + profile.followedBy
    if roles.isEmpty, bounds.contains(line) { roles.append(.bound) }
    if profile.never.contains(where: { $0.line == line }) { roles.append(.never) }
    if profile.due.contains(where: { $0.reference.line == line }) { roles.append(.due) }
    if profile.due.contains(where: { $0.by.contains(line) }) { roles.append(.settles) }
    guard !roles.isEmpty else { return nil }
    number = entry.number
    time = entry.time
    text = entry.text
    self.roles = roles
  }
}
