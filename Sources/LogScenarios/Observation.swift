import DeviceModel
import JSONText

/// Something that a log tells of a phone, and when.
struct Observation: Sendable {
  /// What happened.
  enum Deed: Sendable {
    /// A person opened the app.
    case opened
    /// The app's process ended.
    case ended
    /// The app was left, its process lives.
    case left
    /// The phone was started, or started anew where it was on.
    case started
    /// The phone was switched off, or had no power.
    case off
    /// The person answered whether notifications are allowed.
    case answered(isAllowed: Bool)
    /// The host called the plugin.
    case call(String, JSONObject)
    /// What was planned of a schedule for a time is not pending any more.
    case lost(id: String, planned: Int64)
    /// Anything else that is done to a phone.
    case command(Command)
    /// The plugin reported a notification.
    case report(Report)
  }

  /// A report of the plugin on a planned notification.
  struct Report: Hashable, Sendable {
    let isDelivery: Bool
    let id: String
    /// The occurrence, in milliseconds since the Unix epoch; nil where the line does not name it.
    let planned: Int64?
  }

  /// What comes first of what happened at the same time.
  enum Phase: Int, Sendable {
    /// What went before, while no code of the app ran.
    case cause
    /// The conditions in which something happens.
    case condition
    case act
    case report
    /// What ends with the lines of that time.
    case afterwards
  }

  let deed: Deed
  /// By the phone's clock, in milliseconds since the Unix epoch.
  let at: Int64
  /// The number of the entry whose lines tell it: what happens at one time keeps their order.
  let entry: Int
  let phase: Phase
  /// The line that tells it.
  let number: Int
  /// What is assumed with it; nil where the log says all of it.
  let remark: String?
}

/// What a log tells between two changes of the phone's clock, in the order of time.
struct ObservedStretch: Sendable {
  /// When its first line was written, by the phone's clock.
  let start: Int64
  /// What was observed, in the order in which it happened.
  var observations: [Observation] = []

  /// The observations by time, then by entry, phase and line.
  var sorted: [Observation] {
    observations.enumerated().sorted { one, other in
      let (a, b) = (one.element, other.element)
      return (a.at, a.entry, a.phase.rawValue, a.number, one.offset)
        < (b.at, b.entry, b.phase.rawValue, b.number, other.offset)
    }.map(\.element)
  }
}
