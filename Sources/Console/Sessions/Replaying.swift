import Scenarios

/// A phone that is being made again for the screen, and what for.
struct Replaying: Sendable {
  /// What is shown when it is there.
  enum Purpose: Sendable {
    /// An earlier state, with words about it.
    case past(SessionPast, words: String)
    /// The phone as it was left.
    case present
    /// The session that the console goes on with; the clock may run then.
    case opening(isRunning: Bool, remark: [String])
    /// Another branch of the session.
    case branch(OpenedBranch)
  }

  var replay: JournalReplay
  let purpose: Purpose

  /// How many events are done before a frame says how far it is, and in each slice after that.
  static let firstEvents = 5_000
  static let sliceEvents = 2_000
}
